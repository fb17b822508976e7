// GET /form/{formId}/insight: what the service counted. Kept in step with src/server/insight.

export type TimeUnit = 'hour' | 'day' | 'week' | 'month' | 'year';

export interface TimePoint {
  /** When the hour, day, … begins. */
  readonly from: string;
  readonly count: number;
}

export interface Insight {
  readonly entries: number;
  readonly firstTime: string | null;
  readonly lastTime: string | null;
  readonly overTime: { readonly unit: TimeUnit; readonly points: readonly TimePoint[] };
  readonly fields: readonly FieldInsight[];
}

export interface ValueCount {
  readonly value: string | number | boolean;
  readonly label?: string;
  readonly count: number;
}

interface FieldBase {
  readonly path: string;
  readonly name: string;
  readonly label?: string;
  readonly type: string;
  /** Entries with an answer. */
  readonly answered: number;
}

export interface ChoiceInsight extends FieldBase {
  readonly kind: 'choice';
  readonly values: readonly ValueCount[];
  /** Answers that are not among `values`. */
  readonly others?: number;
}

export interface NumberInsight extends FieldBase {
  readonly kind: 'number';
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
  readonly median: number | null;
  readonly histogram: readonly { readonly from: number; readonly to: number; readonly count: number }[];
}

export interface RatingInsight extends FieldBase {
  readonly kind: 'rating';
  readonly mean: number | null;
  readonly values: readonly ValueCount[];
}

export interface DateInsight extends FieldBase {
  readonly kind: 'date';
  readonly min: string | null;
  readonly max: string | null;
  readonly unit: TimeUnit;
  readonly points: readonly TimePoint[];
}

export interface BoolInsight extends FieldBase {
  readonly kind: 'bool';
  readonly values: readonly ValueCount[];
}

export interface MatrixInsight extends FieldBase {
  readonly kind: 'matrix';
  readonly questions: readonly {
    readonly name: string;
    readonly label?: string;
    readonly answered?: number;
    readonly values: readonly ValueCount[];
  }[];
}

export type FieldInsight = ChoiceInsight | NumberInsight | RatingInsight | DateInsight | BoolInsight | MatrixInsight;
