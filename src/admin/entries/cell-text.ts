// What the cell of a table shows of an entry: values by their meaning, in the app's language.
// A value whose shape is not that of today's field (the form changed after the entry was made) is shown as it is stored.

import type { FileObject, JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import type { Scope } from '../../core/expression/compile.ts';
import type { FieldReader } from '../../core/plan/columns.ts';
import type { FieldStep, FormPlan } from '../../core/plan/form-plan.ts';
import { modelScope } from '../../core/plan/model-scope.ts';
import { type Option, optionKey, readOptionList } from '../../core/plan/option-list.ts';
import { listOptions } from '../../core/plan/options.ts';
import { itemTypeOf } from '../../core/plan/value-type-of.ts';
import { invalid, isPlainObject, type ValueKind } from '../../core/values/value-type.ts';
import type { Locale } from '../page-data.ts';

export interface CellContent {
  readonly text: string;
  /** Shown as links instead of the text. */
  readonly files?: readonly FileObject[];
  /** A color to show beside its text: #rgb or #rrggbb. */
  readonly color?: string;
}

export type ReadCell = (data: JsonObject) => CellContent;

/** How the cells of a column are read. What does not change from entry to entry is worked out once. */
export function cellReader(column: FieldReader, plan: FormPlan, locale: Locale): ReadCell {
  const show = showerOf(column.step, locale);
  const needsModel = column.step.options?.form === 'expression';
  return (data) => {
    const scope = needsModel ? modelScope(plan, data, {}) : {};
    const cells = column.values(data).map((value) => showValue(column.step, value, scope, show));
    return column.isRepeated ? joinCells(cells) : (cells[0] ?? empty);
  };
}

const empty: CellContent = { text: '' };

type Show = (value: JsonValue, scope: Scope) => CellContent;

function showValue(step: FieldStep, value: JsonValue | undefined, scope: Scope, show: Show): CellContent {
  if (value === undefined || value === null) return empty;
  const reading = step.value.read(value, { cleanHtml: (html) => html });
  if (reading === null) return empty;
  if (reading === invalid) return { text: typeof value === 'object' ? JSON.stringify(value) : String(value) };
  return show(reading, { ...scope, value: reading });
}

/** The rows of a repeat beside each other; a table has one line for an entry. */
function joinCells(cells: readonly CellContent[]): CellContent {
  const filled = cells.filter(({ text }) => text !== '');
  const files = filled.flatMap((cell) => cell.files ?? []);
  return { text: filled.map(({ text }) => text).join(' · '), ...(files.length > 0 && { files }) };
}

/** What stands for one chosen value: the words of its option, or the value itself. */
export function choiceReader(step: FieldStep, locale: Locale): (value: JsonValue, scope: Scope) => string {
  const scalar = scalarText(itemTypeOf(step.element).kind, step, locale);
  const fixed = step.options?.form === 'list' ? optionLabels(step, step.options.list) : undefined;
  const labels = (scope: Scope) =>
    fixed ?? optionLabels(step, step.options === undefined ? [] : listOptions(step.options, scope));
  return (value, scope) => labels(scope).get(optionKey(value)) ?? scalar(value);
}

/** How a value that the field can hold is shown in a line. */
export function showerOf(step: FieldStep, locale: Locale): Show {
  const words = cellWords[locale];
  const text = (shown: string) => ({ text: shown });
  const choice = choiceReader(step, locale);
  const showers: Record<ValueKind, Show> = {
    text: (value) => text(String(value)),
    number: (value) => text(numberText(value, locale)),
    bool: (value) => text(value === true ? words.yes : words.no),
    date: (value) => text(dateText(String(value), dateMode(step), locale)),
    doc: (value) => text(step.value.toText(value).replace(/\s*\n\s*/g, ' · ')),
    choice: (value, scope) => text(choice(value, scope)),
    'multi-choice': (value, scope) => {
      const place = (at: number) => (step.element.ranked === true ? `${at + 1}. ` : '');
      return text((value as JsonValue[]).map((one, at) => place(at) + choice(one, scope)).join(', '));
    },
    file: (value) => showFiles(value as unknown as readonly FileObject[]),
    sign: () => text(words.signed),
    rate: (value) => text(`${numberText(value, locale)} / ${numberText(step.element.rateMax ?? 5, locale)}`),
    color: (value) => showColor(String(value)),
    matrix: (value, scope) => text(matrixText(step, value, (one) => choice(one, scope))),
  };
  return showers[step.value.kind];
}

/** By the text of the value that is stored: an option '2024-05-01' of a date field is stored as a timestamp. */
function optionLabels({ element }: FieldStep, options: readonly Option[]): ReadonlyMap<string, string> {
  const item = itemTypeOf(element);
  const labels = new Map<string, string>();
  for (const { value, label } of options) {
    // An option without words of its own is shown as any value of its type.
    if (label === optionKey(value)) continue;
    const stored = item.read(value, { cleanHtml: (html) => html });
    const key = optionKey(stored === invalid || stored === null ? value : stored);
    if (!labels.has(key)) labels.set(key, label);
  }
  return labels;
}

function scalarText(kind: ValueKind, step: FieldStep, locale: Locale): (value: JsonValue) => string {
  if (kind === 'bool') return (value) => cellWords[locale][value === true ? 'yes' : 'no'];
  if (kind === 'date') return (value) => dateText(String(value), dateMode(step), locale);
  if (kind === 'sign') return () => cellWords[locale].signed;
  return (value) => (typeof value === 'number' ? numberText(value, locale) : String(value));
}

function showFiles(files: readonly FileObject[]): CellContent {
  return { text: files.map(({ name }) => name).join(', '), files };
}

function showColor(text: string): CellContent {
  return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) ? { text, color: text } : { text };
}

function matrixText({ element }: FieldStep, value: JsonValue, label: (answer: JsonValue) => string): string {
  if (!isPlainObject(value)) return '';
  return readOptionList(element.matrixQuestions ?? [])
    .filter((question) => Object.hasOwn(value, String(question.value)))
    .map((question) => `${question.label}: ${label(value[String(question.value)]!)}`)
    .join(' · ');
}

type DateMode = 'd' | 'dt' | 't';

function dateMode({ element: { typeValidator } }: FieldStep): DateMode {
  return (typeof typeValidator === 'object' ? typeValidator.mode : undefined) ?? 'd';
}

/** A day and a time belong to no time zone; a moment is shown in the reader's, as on the fill page. */
function dateText(time: string, mode: DateMode, locale: Locale): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : dateFormats[locale][mode].format(date);
}

function numberText(value: JsonValue, locale: Locale): string {
  // A telephone or house number that is stored as a number is not to be cut into thousands.
  return typeof value === 'number' ? numberFormats[locale].format(value) : String(value);
}

const tags = { en: 'en-GB', he: 'he-IL' } as const;

const dateFormatsOf = (tag: string) => ({
  d: new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }),
  dt: new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }),
  t: new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: 'UTC' }),
});

const dateFormats = { en: dateFormatsOf(tags.en), he: dateFormatsOf(tags.he) };

const numberFormatOf = (tag: string) => new Intl.NumberFormat(tag, { useGrouping: false, maximumFractionDigits: 15 });
const numberFormats = { en: numberFormatOf(tags.en), he: numberFormatOf(tags.he) };

const cellWords = {
  en: { yes: 'Yes', no: 'No', signed: 'Signed' },
  he: { yes: 'כן', no: 'לא', signed: 'נחתם' },
} as const;
