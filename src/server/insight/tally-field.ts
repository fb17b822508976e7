// How the values of one field are counted: its kind says so. Fields of kinds that say nothing are reported as text.

import type {
  BoolInsight,
  ChoiceInsight,
  DateInsight,
  MatrixInsight,
  NumberInsight,
  RatingInsight,
  ValueCount,
} from '../../api-types/insight.ts';
import type { DateStyle } from '../../core/locale/print-date.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';

type FieldFigures = ChoiceInsight | NumberInsight | RatingInsight | DateInsight | BoolInsight | MatrixInsight;

export interface FieldTally {
  /** False for what is not an answer, which is also what a stored value of another type is. */
  add(value: unknown): boolean;
  finish(): FieldFigures;
}

export interface TallyTools {
  readonly dayOf: (ms: number) => number;
  /** How many different values a field, or a question of a matrix, may keep in memory. */
  readonly maxKeys: number;
  readonly style: DateStyle;
}

/** What a kind of field is to insight. */
export interface KindInsight {
  readonly tally: (field: FieldStep, tools: TallyTools) => FieldTally;
  /** How many values it keeps apart, where that is not one. */
  readonly countTallies?: (field: FieldStep) => number;
  /** What a table of two questions has a row or a column for; undefined where the field is no part of one. */
  readonly axis?: (field: FieldStep, style: DateStyle) => readonly ValueCount[] | undefined;
  /** One answer may count in several rows of it. */
  readonly isMulti?: true;
}
