// One answer as people read it: labels of options, dates as people write them, files by name. A value whose shape is not that of
// today's field (the form changed after the entry was made) is shown as it is stored. [after-actions.answers.values]

import type { FileObject, JsonObject, JsonValue } from '../definition/form-definition.ts';
import { affords, type Budget } from '../expression/budget.ts';
import type { Scope } from '../expression/compile.ts';
import type { Locale } from '../locale/locale.ts';
import { type DateStyle, printDate } from '../locale/print-date.ts';
import type { FieldStep } from '../plan/form-plan.ts';
import { type Option, optionKey, readOptionList } from '../plan/option-list.ts';
import { listOptions } from '../plan/options.ts';
import { enterRow, type RowState, type Run, sentFor } from '../plan/row-state.ts';
import { dateModeOf, itemTypeOf } from '../plan/value-type-of.ts';
import { fillText } from '../text/fill-text.ts';
import { sizeText } from '../text/size-text.ts';
import { invalid, type ValueKind } from '../values/value-type.ts';
import { answerWords } from './answer-words.ts';

export type AnswerValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[]; readonly isOrdered: boolean }
  /** Questions of a grid with their answers. */
  | { readonly kind: 'pairs'; readonly pairs: readonly (readonly [question: string, answer: string])[] }
  | { readonly kind: 'files'; readonly files: readonly AnswerFile[] }
  /** Rich text, clean, and its words. */
  | { readonly kind: 'html'; readonly html: string; readonly text: string };

export interface AnswerFile {
  readonly name: string;
  readonly size: string;
  readonly url: string;
}

export interface AnswerContext extends DateStyle {
  readonly run: Run;
  /** For rich text: it was cleaned when it was stored, and is once more before anybody is sent it. */
  readonly cleanHtml: (html: string) => string | undefined;
  /** The options of fields whose list is the same in every row. */
  readonly knownLabels: Map<FieldStep, ReadonlyMap<string, string>>;
}

/** undefined where nothing was answered. */
export function answerValue(context: AnswerContext, row: RowState, step: FieldStep): AnswerValue | undefined {
  const reading = row.slots[step.slot] as JsonValue | typeof invalid | undefined;
  if (reading === undefined || reading === null) return undefined;
  if (reading === invalid) return text(rawText(sentFor(row, step) ?? null));
  const scope = { ...enterRow(context.run, row), value: reading };
  return readers[step.value.kind]({ ...context, step, scope, value: reading });
}

interface Answer extends AnswerContext {
  readonly step: FieldStep;
  readonly scope: Scope;
  readonly value: JsonValue;
}

const readers: Readonly<Record<ValueKind, (answer: Answer) => AnswerValue>> = {
  text: ({ value }) => text(String(value)),
  number: ({ value }) => text(String(value)),
  color: ({ value }) => text(String(value)),
  bool: ({ value, locale }) => text(boolWord(value, locale)),
  date: (answer) => text(printDate(String(answer.value), dateModeOf(answer.step.element), answer)),
  doc: readDoc,
  choice: (answer) => text(choiceText(answer, answer.value)),
  'multi-choice': (answer) => ({
    kind: 'list',
    items: (answer.value as JsonValue[]).map((one) => choiceText(answer, one)),
    isOrdered: (answer.step.element as { ranked?: unknown }).ranked === true,
  }),
  file: readFiles,
  sign: ({ locale }) => text(answerWords[locale].signed),
  rate: ({ value, step, locale }) =>
    text(fillText(answerWords[locale].rate, [Number(value), step.element.rateMax ?? 5])),
  matrix: readMatrix,
};

function text(words: string): AnswerValue {
  return { kind: 'text', text: words };
}

function rawText(value: JsonValue): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function boolWord(value: JsonValue, locale: Locale): string {
  return value === true ? answerWords[locale].yes : answerWords[locale].no;
}

function readDoc({ value, step, cleanHtml }: Answer): AnswerValue {
  const words = step.value.toText(value);
  const html = cleanHtml(String(value));
  return html === undefined ? text(words) : { kind: 'html', html, text: words };
}

/** A value without a label (of an options set, of the person's own words, or of an option that is gone) is shown as it is. */
function choiceText(answer: Answer, value: JsonValue): string {
  const label = labelsOf(answer).get(optionKey(value));
  if (label !== undefined && label !== optionKey(value)) return label;
  const { step, locale } = answer;
  const { kind } = itemTypeOf(step.element);
  if (typeof value === 'boolean') return boolWord(value, locale);
  return kind === 'date' ? printDate(String(value), dateModeOf(step.element), answer) : String(value);
}

const noLabels: ReadonlyMap<string, string> = new Map();

/** By the text of the value that is stored: an option '2024-05-01' of a date field is stored as a timestamp. */
function labelsOf({ step, scope, knownLabels, run }: Answer): ReadonlyMap<string, string> {
  const known = knownLabels.get(step);
  if (known !== undefined) return known;
  if (step.options === undefined) return noLabels;
  const options = listOptions(step.options, scope);
  if (!affords(run.budget, options.length * labelWork)) return noLabels;
  const labels = new Map<string, string>();
  for (const option of options) {
    const key = storedKey(step, option);
    if (!labels.has(key)) labels.set(key, option.label);
  }
  // A list is the same in every row; what an expression gives is not.
  if (step.options.form === 'list') knownLabels.set(step, labels);
  return labels;
}

const labelWork = 30;

function storedKey({ element }: FieldStep, { value }: Option): string {
  const stored = itemTypeOf(element).read(value, { cleanHtml: (html) => html });
  return optionKey(stored === invalid || stored === null ? value : stored);
}

function readFiles({ value, locale, run }: Answer): AnswerValue {
  const files = (value as unknown as FileObject[]).map(({ name, size, url }) => ({
    name,
    size: sizeWords(size, locale, run.budget),
    url: /^https?:\/\//i.test(url) ? url : '',
  }));
  return { kind: 'files', files };
}

/** What making a format of numbers costs. */
const sizeWork = 5000;

function sizeWords(size: number, locale: Locale, budget: Budget): string {
  return affords(budget, sizeWork) ? sizeText(size, locale) : '';
}

function readMatrix(answer: Answer): AnswerValue {
  const answers = answer.value as JsonObject;
  const questions = readOptionList(answer.step.element.matrixQuestions ?? []);
  const pairs = questions
    .filter(({ value }) => Object.hasOwn(answers, String(value)))
    .map(({ value, label }) => [label, choiceText(answer, answers[String(value)]!)] as const);
  return { kind: 'pairs', pairs };
}

/** In one line, for a place that has room for no more. */
export function valueLine(value: AnswerValue): string {
  switch (value.kind) {
    case 'text':
    case 'html':
      return value.text;
    case 'list':
      return value.items.map((item, at) => (value.isOrdered ? `${at + 1}. ${item}` : item)).join(', ');
    case 'pairs':
      return value.pairs.map(([question, answer]) => `${question}: ${answer}`).join('; ');
    case 'files':
      return value.files.map(({ name }) => name).join(', ');
  }
}
