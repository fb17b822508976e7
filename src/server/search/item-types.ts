// What a single stored value is to a search: when two are equal, what it reads like, and what comes first. Each kind of field says
// it of its values (src/fields/<kind>/server/search.ts); a condition's value is read by the type of the field it is compared with.
// [entry-search.values] [entry-search.order]
import type { JsonValue } from '../../core/definition/form-definition.ts';
import type { Locale } from '../../core/locale/locale.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { foldAnswer } from './fold-answer.ts';

export type Operator =
  | 'eq'
  | 'ne'
  | 'in'
  | 'contains'
  | 'startsWith'
  | 'empty'
  | 'notEmpty'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte';

export interface ItemType {
  /** What messages call it. */
  readonly kind: 'text' | 'number' | 'date' | 'bool' | 'choice' | 'file' | 'none';
  readonly operators: ReadonlySet<Operator>;
  /** Differs where the same stored value has another key, text or order. */
  readonly meaning: string;
  /** What a condition was given as a value of this type, or undefined where it is none. */
  read(value: JsonValue): JsonValue | undefined;
  /** Two values are equal when their keys are; a stored value that does not fit the type equals none. */
  key(item: JsonValue): string | undefined;
  /** What people find it by, folded. */
  texts(item: JsonValue): readonly string[];
  order(item: JsonValue): number | string | undefined;
}

/** What a kind of field is to a search. */
export interface KindSearch {
  readonly itemType: (step: FieldStep, locale: Locale, timeZone: string) => ItemType;
  /** Entries have no order by such a field. */
  readonly isUnsorted?: true;
  /** One answer may hold several items. */
  readonly hasSeveral?: true;
}

const presence: readonly Operator[] = ['empty', 'notEmpty'];
const equality: readonly Operator[] = [...presence, 'eq', 'ne', 'in'];

export const allOperators: ReadonlySet<Operator> = new Set([
  ...equality,
  'contains',
  'startsWith',
  'lt',
  'lte',
  'gt',
  'gte',
]);
export const equalityOperators: ReadonlySet<Operator> = new Set(equality);

export const textItems: ItemType = {
  kind: 'text',
  meaning: 'text',
  operators: allOperators,
  read: (value) => (typeof value === 'object' ? undefined : String(value)),
  key: (item) => `s${item}`,
  texts: (item) => [foldAnswer(String(item))],
  order: (item) => foldAnswer(String(item)),
};

/** There are some, or there are none: nothing else is asked of these. */
export const presentItems = (meaning: string): ItemType => ({
  ...textItems,
  kind: 'none',
  meaning,
  operators: new Set(presence),
  texts: () => [],
});

export const keyOfNumber = (value: number | undefined) => (value === undefined ? undefined : `n${value}`);
