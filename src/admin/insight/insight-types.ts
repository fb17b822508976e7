// GET /form/{formId}/insight: what the service counted. Kept in step with src/server/insight/insight.ts.

export type TimeUnit = 'hour' | 'day' | 'week' | 'month' | 'year' | 'decade' | 'century';

export interface TimePoint {
  /** The first day, YYYY-MM-DD; an hour of the day is HH:mm. */
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
  readonly label: string;
  readonly count: number;
}

interface FieldFacts {
  readonly path: string;
  readonly name: string;
  readonly label: string;
  readonly type: string;
  /** Entries with an answer; inside a repeat, rows. */
  readonly answered: number;
  readonly outOf: number;
}

interface ValueCounts {
  readonly values: readonly ValueCount[];
  /** Answers that are in none of `values`. */
  readonly otherCount: number;
}

export interface ChoiceInsight extends FieldFacts, ValueCounts {
  readonly kind: 'choice';
  readonly isMulti: boolean;
}

export interface NumberInsight extends FieldFacts {
  readonly kind: 'number';
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
  readonly median: number | null;
  readonly histogram: readonly { readonly from: number; readonly to: number; readonly count: number }[];
}

export interface RatingInsight extends FieldFacts {
  readonly kind: 'rating';
  readonly mean: number | null;
  readonly values: readonly { readonly value: number; readonly count: number }[];
  readonly otherCount: number;
}

export interface DateInsight extends FieldFacts {
  readonly kind: 'date';
  readonly unit: TimeUnit;
  readonly points: readonly TimePoint[];
}

export interface BoolInsight extends FieldFacts {
  readonly kind: 'bool';
  readonly values: readonly { readonly value: boolean; readonly count: number }[];
}

export interface MatrixInsight extends FieldFacts {
  readonly kind: 'matrix';
  readonly questions: readonly (ValueCounts & {
    readonly value: string;
    readonly label: string;
    readonly answered: number;
  })[];
}

export type FieldInsight = ChoiceInsight | NumberInsight | RatingInsight | DateInsight | BoolInsight | MatrixInsight;
