// A field's value as a cell that people read: labels for codes, words for yes and no, dates that are dates, files as links.
// A value whose shape is not that of today's field (the form changed after the entry was made) is shown as it is stored.
// [export.table.labels] [export.table.dates] [export.table.files]

import type { FileObject, JsonValue } from '../../../core/definition/form-definition.ts';
import type { Cell } from '../../../core/plan/columns.ts';
import type { FieldStep } from '../../../core/plan/form-plan.ts';
import { optionKey, readOptionList } from '../../../core/plan/option-list.ts';
import { dateModeOf, itemTypeOf } from '../../../core/plan/value-type-of.ts';
import type { DateMode } from '../../../core/values/date.ts';
import { invalid, isPlainObject, type ValueKind } from '../../../core/values/value-type.ts';
import type { DateCell } from './date-cells.ts';
import type { EntryAtHand } from './entry-at-hand.ts';
import { joinValues } from './join-cells.ts';
import { type Labels, labelsOf } from './option-labels.ts';
import type { TableWords } from './table-words.ts';

/** Only a workbook has them; elsewhere, and beside others in a cell, it is its plain text. */
export interface LinkCell {
  readonly text: string;
  readonly href: string;
  readonly plain: string;
}

export type TableCell = Cell | LinkCell;

export interface CellStyle {
  readonly isLabelled: boolean;
  readonly words: TableWords;
  readonly date: DateCell;
  /** Beside others in a cell. */
  readonly dateText: DateCell;
  readonly file: (file: FileObject, entry: EntryAtHand) => LinkCell | string;
  /** Of a value whose shape is not that of today's field; without it, its text. */
  readonly misfit?: (value: JsonValue) => TableCell;
}

type Read = (value: JsonValue | undefined, entry: EntryAtHand) => TableCell;

export interface ValueReader {
  readonly read: Read;
  /** Beside others in a cell. */
  readonly text: (value: JsonValue | undefined, entry: EntryAtHand) => string;
  /** Of a date: how a workbook is to show the number. */
  readonly mode: DateMode | undefined;
}

export function valueReader(step: FieldStep, style: CellStyle): ValueReader {
  const read = readerOf(step, style, style.date);
  const readText = style.date === style.dateText ? read : readerOf(step, style, style.dateText);
  const mode = step.value.kind === 'date' ? (step.value.mode ?? 'd') : undefined;
  return { read, text: (value, entry) => plainText(readText(value, entry)), mode };
}

export function plainText(cell: TableCell): string {
  return typeof cell === 'object' ? cell.plain : String(cell);
}

function readerOf(step: FieldStep, style: CellStyle, date: DateCell): Read {
  const { value: type } = step;
  const show = showerOf(step, style, date);
  const keptType = kept[type.kind];
  const misfit = style.misfit ?? ((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)));
  return (value, entry) => {
    if (value === undefined || value === null) return '';
    if (typeof value === keptType) return value as Cell;
    const reading = type.read(value, readTools);
    if (reading === null) return '';
    if (reading === invalid) return misfit(value);
    return show(reading, entry);
  };
}

/** Stored values of these types are cells as they are. */
const kept: { readonly [Kind in ValueKind]?: string } = {
  text: 'string',
  color: 'string',
  number: 'number',
  rate: 'number',
};

const readTools = { cleanHtml: (html: string) => html };

type Show = (value: JsonValue, entry: EntryAtHand) => TableCell;

function showerOf(step: FieldStep, style: CellStyle, date: DateCell): Show {
  const { isLabelled, words } = style;
  const { value: type } = step;
  const asItIs: Show = (value) => value as Cell;
  const asText: Show = (value) => type.toText(value);
  const item = itemReader(step, style);
  const showers: Record<ValueKind, Show> = {
    text: asItIs,
    color: asItIs,
    number: asItIs,
    rate: asItIs,
    bool: isLabelled ? (value) => (value === true ? words.yes : words.no) : asItIs,
    date: (value) => date(String(value), type.mode ?? 'd'),
    doc: asText,
    sign: isLabelled ? () => words.signed : asText,
    choice: item,
    'multi-choice': (values, entry) => joinValues((values as JsonValue[]).map((one) => String(item(one, entry)))),
    matrix: matrixShower(step, isLabelled, item),
    file: (files, entry) => showFiles((files as unknown as FileObject[]).map((one) => style.file(one, entry))),
  };
  return showers[type.kind];
}

type ReadItem = (value: JsonValue, entry: EntryAtHand) => Cell;

/** One chosen option: its label, or the code, which may be of any type. */
export function itemReader(step: FieldStep, { isLabelled, words, dateText }: CellStyle): ReadItem {
  const plain = (value: JsonValue): Cell => {
    if (typeof value === 'boolean' && isLabelled) return value ? words.yes : words.no;
    const kind = itemTypeOf(step.element).kind;
    if (kind === 'date') return dateText(String(value), dateModeOf(step.element));
    return kind === 'sign' && isLabelled ? words.signed : (value as Cell);
  };
  if (!isLabelled) return plain;
  const labels: (entry: EntryAtHand) => Labels = labelsOf(step);
  return (value, entry) => {
    const label = labels(entry).get(optionKey(value));
    // An option without words of its own is shown as any value of its type.
    return label === undefined || label === optionKey(value) ? plain(value) : label;
  };
}

function matrixShower(step: FieldStep, isLabelled: boolean, item: ReadItem): Show {
  const questions = readOptionList(step.element.matrixQuestions ?? []).map(({ value, label }) => ({
    key: String(value),
    title: isLabelled ? label : String(value),
  }));
  return (value, entry) => {
    if (!isPlainObject(value)) return '';
    const answered = questions.filter(({ key }) => Object.hasOwn(value, key));
    return joinValues(answered.map(({ key, title }) => `${title}: ${item(value[key]!, entry)}`));
  };
}

function showFiles(files: readonly (LinkCell | string)[]): TableCell {
  const [first] = files;
  return files.length === 1 && typeof first === 'object' ? first : joinValues(files.map(plainText));
}
