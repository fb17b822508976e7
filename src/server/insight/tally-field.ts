// How the values of one field are counted, by its value type. Fields that are reported as text have no tally.

import type {
  BoolInsight,
  ChoiceInsight,
  DateInsight,
  MatrixInsight,
  NumberInsight,
  RatingInsight,
  ValueCount,
} from '../../api-types/insight.ts';
import type { Element } from '../../core/definition/form-definition.ts';
import { ratingsOf as scaleOf } from '../../core/definition/rating-scale.ts';
import type { DateStyle } from '../../core/locale/print-date.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { readOptionList } from '../../core/plan/option-list.ts';
import { itemTypeOf } from '../../core/plan/value-type-of.ts';
import { isPlainObject, ownValue } from '../../core/values/value-type.ts';
import type { ValueKind } from '../../fields/all/kind.ts';
import { dateModeOf } from '../../fields/date/value.ts';
import { createDateTally } from './tally-dates.ts';
import { createNumberTally } from './tally-numbers.ts';
import { createPlaceTally } from './tally-places.ts';
import { createValueTally, readChoices } from './tally-values.ts';
import { valueWords } from './value-words.ts';

type Told = ChoiceInsight | NumberInsight | RatingInsight | DateInsight | BoolInsight | MatrixInsight;

export interface FieldTally {
  /** False for what is not an answer, which is also what a stored value of another type is. */
  add(value: unknown): boolean;
  finish(): Told;
}

export interface TallyTools {
  readonly dayOf: (ms: number) => number;
  /** How many different values a field, or a question of a matrix, may keep in memory. */
  readonly maxKeys: number;
  readonly style: DateStyle;
}

export function createFieldTally(field: FieldStep, tools: TallyTools): FieldTally | undefined {
  return tallies[field.value.kind]?.(field, tools);
}

/** How many values a field has to keep apart: a matrix as many as it has questions. */
export function countTallies({ element, value }: FieldStep): number {
  if (value.kind === 'matrix') return questionsOf(element).length;
  return tallies[value.kind] === undefined ? 0 : 1;
}

const tallies: { readonly [Kind in ValueKind]?: (field: FieldStep, tools: TallyTools) => FieldTally } = {
  choice: (field, tools) => tallyChoice(field, tools, { isMulti: false }),
  'multi-choice': (field, tools) => tallyChoice(field, tools, { isMulti: true }),
  number: (_field, tools) => tallyNumber(tools),
  rate: tallyRating,
  date: ({ element }, tools) => createDateTally({ mode: dateModeOf(element), ...tools }),
  bool: tallyBool,
  matrix: tallyMatrix,
};

function tallyChoice(field: FieldStep, tools: TallyTools, { isMulti }: { isMulti: boolean }): FieldTally {
  const choices = choicesOf(field, tools.style);
  const wordsOf = valueWords(field, tools.style);
  const tally = createValueTally(choices, { ...tools, wordsOf });
  if (!isMulti || field.element.ranked !== true) {
    return { add: (value) => tally.add(value), finish: () => ({ kind: 'choice', isMulti, ...tally.finish() }) };
  }
  const places = createPlaceTally(choices);
  return {
    add(value) {
      places.add(value);
      return tally.add(value);
    },
    finish: () => ({ kind: 'choice', isMulti, ...tally.finish(), places: places.finish() }),
  };
}

/** Only a fixed list is the same for every entry. */
export function choicesOf(field: FieldStep, style: DateStyle): ValueCount[] {
  const { element, options } = field;
  if (options?.form !== 'list') return [];
  const wordsOf = valueWords(field, style);
  return readChoices(options.list, itemTypeOf(element)).map((one) => ({ ...one, label: wordsOf(one.value) }));
}

function tallyNumber(tools: TallyTools): FieldTally {
  const tally = createNumberTally(tools);
  return {
    add(value) {
      if (typeof value !== 'number' || !Number.isFinite(value)) return false;
      tally.add(value);
      return true;
    },
    finish: () => tally.finish(),
  };
}

/** A longer scale is a number like any other. */
const longestScale = 100;

/** From the beginning of the scale to its top; undefined where the scale is too long to be one. */
export function ratingsOf(element: Element): number[] | undefined {
  const { rateMax = 0 } = element;
  return rateMax > longestScale ? undefined : scaleOf(element, longestScale + 1);
}

function tallyRating({ element }: FieldStep, tools: TallyTools): FieldTally {
  const ratings = ratingsOf(element);
  if (ratings === undefined) return tallyNumber(tools);
  const counts = new Map(ratings.map((rating) => [rating, 0]));
  let [answered, sum, otherCount] = [0, 0, 0];
  return {
    add(value) {
      if (typeof value !== 'number' || !Number.isFinite(value)) return false;
      answered += 1;
      sum += value;
      const count = counts.get(value);
      if (count === undefined) otherCount += 1;
      else counts.set(value, count + 1);
      return true;
    },
    finish: () => ({
      kind: 'rating',
      mean: answered === 0 || !Number.isFinite(sum) ? null : sum / answered,
      values: [...counts].map(([value, count]) => ({ value, count })),
      otherCount,
    }),
  };
}

function tallyBool(): FieldTally {
  let [yes, no] = [0, 0];
  return {
    add(value) {
      if (typeof value !== 'boolean') return false;
      if (value) yes += 1;
      else no += 1;
      return true;
    },
    finish: () => ({
      kind: 'bool',
      values: [
        { value: true, count: yes },
        { value: false, count: no },
      ],
    }),
  };
}

function tallyMatrix(field: FieldStep, tools: TallyTools): FieldTally {
  const choices = choicesOf(field, tools.style);
  const wordsOf = valueWords(field, tools.style);
  const questions = questionsOf(field.element).map((question) => ({
    ...question,
    answered: 0,
    tally: createValueTally(choices, { ...tools, wordsOf }),
  }));
  return {
    add(value) {
      if (!isPlainObject(value)) return false;
      let isAnswered = false;
      for (const question of questions) {
        if (!question.tally.add(ownValue(value, question.value))) continue;
        question.answered += 1;
        isAnswered = true;
      }
      return isAnswered;
    },
    finish: () => ({
      kind: 'matrix',
      questions: questions.map(({ value, label, answered, tally }) => ({ value, label, answered, ...tally.finish() })),
    }),
  };
}

function questionsOf({ matrixQuestions = [] }: Element): { value: string; label: string }[] {
  return readOptionList(matrixQuestions).map(({ value, label }) => ({ value: String(value), label }));
}
