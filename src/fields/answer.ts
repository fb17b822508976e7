// One answer by its meaning, before any place writes it: labels are looked up, dates have their mode, a value of another shape is
// marked as such. Each kind of value makes its own (`<kind>/answer.ts`), printers (src/print) write it. [values.as-text]

import type { DateMode } from '../core/definition/definition-parts.ts';
import type { Element, FileObject, JsonValue } from '../core/definition/form-definition.ts';
import type { Scope } from '../core/expression/compile.ts';
import type { FieldStep } from '../core/plan/form-plan.ts';
import type { Option } from '../core/plan/option-list.ts';
import type { ValueType } from '../core/values/value-type.ts';

/** answer.ts: what a stored value says to people. */
export interface KindAnswer {
  readonly answer: AnswerMaker;
  /** Kinds that are one item, which the options of a choice may be of too. */
  readonly item?: ItemMaker;
  /** In print its column lines up at its end. */
  readonly isAmount?: true;
  /** It is too large for a table. */
  readonly isLarge?: true;
}

/** Of a kind whose answers are one item. */
export function itemAnswer(item: ItemMaker): KindAnswer {
  return { item, answer: ({ element }) => item(element) };
}

export type Answer =
  | Item
  | { readonly kind: 'list'; readonly items: readonly Item[]; readonly isRanked: boolean }
  /** The questions of a matrix; `choices` are its options, for a place that draws all of them. */
  | { readonly kind: 'pairs'; readonly pairs: readonly Pair[]; readonly choices: () => readonly Item[] }
  | { readonly kind: 'files'; readonly files: readonly FileObject[] }
  | { readonly kind: 'html'; readonly html: string }
  /** `isStars`: the rating can be drawn as so many stars of `max`. */
  | { readonly kind: 'rating'; readonly value: number; readonly max: number; readonly isStars: boolean }
  /** The shape is not that of today's field: the form changed after the entry was made. */
  | { readonly kind: 'stored'; readonly value: JsonValue };

/** A single value, or one of several chosen options. `value` is what is stored. */
export type Item = ItemWords & { readonly value: JsonValue; readonly group?: string };

type ItemWords =
  /** `isPhone`: a telephone number, in a field that asks for one. */
  | { readonly kind: 'text'; readonly isPhone?: boolean }
  /** The words that an option has beside its value. */
  | { readonly kind: 'label'; readonly label: string }
  | { readonly kind: 'number' }
  | { readonly kind: 'bool' }
  | { readonly kind: 'moment'; readonly mode: DateMode }
  | { readonly kind: 'drawing' }
  | { readonly kind: 'color' };

export interface Pair {
  readonly key: string;
  readonly question: string;
  /** undefined where the question was left out. */
  readonly answer: Item | undefined;
}

/** The options of a field in order, by the text of the value that is stored. */
export type Labels = ReadonlyMap<string, Option>;

/** What a kind knows of the field that it makes answers for. */
export interface AnswerField {
  readonly element: Element;
  /** The type of one option's value. */
  readonly item: ValueType;
  /** An option's value without a label, as any value of its type. */
  readonly plainItem: (value: JsonValue) => Item;
  /** The options to choose from where the value is. */
  readonly labels: (value: JsonValue, place: AnswerPlace) => Labels;
}

/** Where a value is: what an expression that makes the options may read, and what is kept for other values of the same entry. */
export interface AnswerPlace {
  readonly scope: () => Scope;
  readonly kept?: Map<FieldStep, Labels>;
}

/** Made once for a field; then called with each value that its type has read. */
export type AnswerMaker = (field: AnswerField) => (value: JsonValue, place: AnswerPlace) => Answer;
/** The same for kinds whose answer is one item, which options may be of too. */
export type ItemMaker = (element: Element) => (value: JsonValue) => Item;
