// The answers of a field, whatever its kind: how each kind of value makes its own, by kind.

import type { JsonValue } from '../core/definition/form-definition.ts';
import type { Budget } from '../core/expression/budget.ts';
import type { FieldStep } from '../core/plan/form-plan.ts';
import { itemTypeOf } from '../core/plan/value-type-of.ts';
import { invalid, type Reading, type ValueKind } from '../core/values/value-type.ts';
import type { Answer, AnswerMaker, AnswerPlace, Item, ItemMaker, Labels } from './answer.ts';
import { boolItem } from './bool/answer.ts';
import { choiceAnswer, chosenItem, scalarItem } from './choice/answer.ts';
import { labelFinder } from './choice/labels.ts';
import { colorItem } from './color/answer.ts';
import { dateItem } from './date/answer.ts';
import { docAnswer } from './doc/answer.ts';
import { fileAnswer } from './file/answer.ts';
import { matrixAnswer } from './matrix/answer.ts';
import { multiChoiceAnswer } from './multi-choice/answer.ts';
import { numberItem } from './number/answer.ts';
import { rateAnswer } from './rate/answer.ts';
import { signItem } from './sign/answer.ts';
import { textItem } from './text/answer.ts';

export interface FieldAnswers {
  /** Of a value that the field's type has read. */
  readonly of: (value: JsonValue, place: AnswerPlace) => Answer;
  /** Of a reading and the value it was read from; undefined where nothing was answered. */
  readonly reading: (
    reading: Reading | undefined,
    stored: JsonValue | undefined,
    place: AnswerPlace,
  ) => Answer | undefined;
  /** Of a value as it is stored. */
  readonly stored: (stored: JsonValue | undefined, place: AnswerPlace) => Answer | undefined;
  /** Of one value among several: an option, or the answer to a question of a matrix. */
  readonly item: (value: JsonValue, place: AnswerPlace) => Item;
}

export interface AnswerOptions {
  /** Looks up no labels: values are shown as codes. */
  readonly isCoded?: boolean;
  /** What reading long lists of options counts against. */
  readonly budget?: Budget | undefined;
  /** The options, where whoever asks has them already. */
  readonly labels?: Labels;
}

/** Made once for a field. */
export function answersOf(step: FieldStep, { isCoded = false, budget, labels }: AnswerOptions = {}): FieldAnswers {
  const { element, value: type } = step;
  const item = itemTypeOf(element);
  const plainItem = (itemMakers[item.kind] ?? scalarItem)(element);
  const known = isCoded ? new Map() : labels;
  const field = { element, item, plainItem, labels: known === undefined ? labelFinder(step, budget) : () => known };
  const of = makers[type.kind](field);
  const reading: FieldAnswers['reading'] = (read, stored, place) => {
    if (read === undefined || read === null) return undefined;
    return read === invalid ? storedAnswer(stored ?? null) : of(read, place);
  };
  return {
    of,
    reading,
    stored: (stored, place) =>
      stored === undefined || stored === null ? undefined : reading(type.read(stored, readTools), stored, place),
    item: (value, place) => chosenItem(field, value, field.labels(value, place)),
  };
}

const readTools = { cleanHtml: (html: string) => html };

export function storedAnswer(value: JsonValue): Answer {
  return { kind: 'stored', value };
}

/** The kinds that are one item, which the options of a choice may be of too. */
const itemMakers: { readonly [Kind in ValueKind]?: ItemMaker } = {
  text: textItem,
  number: numberItem,
  bool: boolItem,
  date: dateItem,
  sign: signItem,
  color: colorItem,
};

const itemAnswer =
  (make: ItemMaker): AnswerMaker =>
  ({ element }) =>
    make(element);

const makers: Readonly<Record<ValueKind, AnswerMaker>> = {
  text: itemAnswer(textItem),
  number: itemAnswer(numberItem),
  bool: itemAnswer(boolItem),
  date: itemAnswer(dateItem),
  sign: itemAnswer(signItem),
  color: itemAnswer(colorItem),
  doc: docAnswer,
  choice: choiceAnswer,
  'multi-choice': multiChoiceAnswer,
  file: fileAnswer,
  rate: rateAnswer,
  matrix: matrixAnswer,
};

/** Stored values of these types are cells of a table as they are: `typeof` says enough. */
export const cellTypes: { readonly [Kind in ValueKind]?: 'string' | 'number' } = {
  text: 'string',
  color: 'string',
  number: 'number',
  rate: 'number',
};
