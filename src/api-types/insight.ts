// What GET /form/{formId}/insight answers: how many entries came when, and what was chosen, as data for charts.

export interface Insight extends InsightCounts {
  /** The same of the entries that `compare` asked for. */
  readonly compared?: InsightCounts;
  /** Where `rows` and `columns` were asked for. */
  readonly cross?: CrossTab;
}

export interface InsightCounts {
  /** Entries counted. */
  readonly entries: number;
  /** When the first and the last of them were submitted (made, for one that never went through submit). */
  readonly firstTime: string | null;
  readonly lastTime: string | null;
  readonly overTime: {
    /** Weeks begin on Monday. Days are days of the asked time zone. */
    readonly unit: 'day' | 'week' | 'month' | 'year';
    /** At most about 120, without gaps; `from` is the first day of the bucket. Empty where nothing was counted. */
    readonly points: readonly Point[];
  };
  /** In form order; text, files, signatures and colors are not among them. */
  readonly fields: readonly FieldInsight[];
}

/** How the answers to two questions go together. */
export interface CrossTab {
  /** Entries, or rows of a repeat, with an answer to both. */
  readonly answered: number;
  readonly rows: CrossAxis;
  readonly columns: CrossAxis;
  /** By row and column; a last one of each for other answers, where there are some. */
  readonly counts: readonly (readonly number[])[];
}

export interface CrossAxis {
  /** In the data: `address.city`. */
  readonly path: string;
  readonly label: string;
  readonly isMulti: boolean;
  /** The options in their order, then others by how often they came: at most 50. */
  readonly values: readonly ValueCount[];
  readonly otherCount: number;
}

/** What GET /form/{formId}/dropOff answers: how many opened, began and sent the form, and where drafts were left. */
export interface DropOff {
  readonly opened: number;
  readonly started: number;
  readonly sent: number;
  /** Since when these are counted; null: nothing was counted yet. */
  readonly since: string | null;
  readonly drafts: {
    readonly count: number;
    /** Drafts without any answer. */
    readonly empty: number;
    /** The last field with an answer, in form order; only fields that are the last one of some draft. */
    readonly last: readonly { readonly path: string; readonly label: string; readonly count: number }[];
  };
}

export interface Point {
  /** `YYYY-MM-DD` */
  readonly from: string;
  readonly count: number;
}

export type FieldInsight = FieldFacts &
  (ChoiceInsight | NumberInsight | RatingInsight | DateInsight | BoolInsight | MatrixInsight);

export interface FieldFacts {
  /** As in exports: `root≡address≡city`. */
  readonly path: string;
  readonly name: string;
  /** The label, or the name where there is none. */
  readonly label: string;
  /** The element's type: `fRadio`. */
  readonly type: string;
  /** Entries with a value; inside a repeat, rows. */
  readonly answered: number;
  /** Entries counted; inside a repeat, rows. */
  readonly outOf: number;
}

export interface ValueCount {
  readonly value: string | number | boolean;
  readonly label: string;
  readonly count: number;
}

export interface ValueCounts {
  /** Every option of a fixed list in its order, also those nobody chose; then at most 50 other values, most frequent first. */
  readonly values: readonly ValueCount[];
  /** Answers that are in none of `values`. */
  readonly otherCount: number;
}

export interface ChoiceInsight extends ValueCounts {
  readonly kind: 'choice';
  /** An entry may have several values, each of which is counted. */
  readonly isMulti: boolean;
  /** Of a ranking: where each option was put, the best placed first. */
  readonly places?: readonly PlacedValue[];
}

export interface PlacedValue extends ValueCount {
  /** From 1; null where nobody ranked it. */
  readonly meanPlace: number | null;
  readonly firstCount: number;
}

export interface NumberInsight {
  readonly kind: 'number';
  /** All null without answers. */
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
  /** Exact up to a few thousand different numbers, else within about a hundredth. */
  readonly median: number | null;
  /** At most 20, without gaps, at round numbers; a value equal to an edge is in the bucket that begins there. */
  readonly histogram: readonly { readonly from: number; readonly to: number; readonly count: number }[];
}

export interface RatingInsight {
  readonly kind: 'rating';
  readonly mean: number | null;
  /** 1 to rateMax; from rateMin where it is a scale of numbers. */
  readonly values: readonly { readonly value: number; readonly count: number }[];
  /** Answers that are none of these numbers. */
  readonly otherCount: number;
}

export interface DateInsight {
  readonly kind: 'date';
  /** Days; times of day (`14:30`) where the unit is hour. Null without answers. */
  readonly min: string | null;
  readonly max: string | null;
  readonly unit: 'hour' | 'day' | 'month' | 'year' | 'decade' | 'century';
  /** Without gaps. `from` is a day, or an hour `14:00`. */
  readonly points: readonly Point[];
}

export interface BoolInsight {
  readonly kind: 'bool';
  /** True, then false. */
  readonly values: readonly { readonly value: boolean; readonly count: number }[];
}

export interface MatrixInsight {
  readonly kind: 'matrix';
  readonly questions: readonly (ValueCounts & {
    readonly value: string;
    readonly label: string;
    readonly answered: number;
  })[];
}
