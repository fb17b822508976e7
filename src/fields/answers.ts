// The answers of a field, whatever its kind.

import type { JsonValue } from '../core/definition/form-definition.ts';
import type { Budget } from '../core/expression/budget.ts';
import type { FieldStep } from '../core/plan/form-plan.ts';
import { itemTypeOf } from '../core/plan/value-type-of.ts';
import { invalid, type Reading } from '../core/values/value-type.ts';
import { answerByKind } from './all/answer.ts';
import type { Answer, AnswerPlace, Item, Labels } from './answer.ts';
import { chosenItem, scalarItem } from './choice/answer.ts';
import { labelFinder } from './choice/labels.ts';

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
  const plainItem = (answerByKind[item.kind].item ?? scalarItem)(element);
  const known = isCoded ? new Map() : labels;
  const field = { element, item, plainItem, labels: known === undefined ? labelFinder(step, budget) : () => known };
  const of = answerByKind[type.kind].answer(field);
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
