// The columns that a field has in a table: one, and where wanted one more for each option of several that may be chosen, or for
// each question of a matrix. [export.table.choices] [export.table.repeats]
import type { JsonObject } from '../../../core/definition/form-definition.ts';
import type { TableField, TableRepeat } from '../../../core/definition/table-fields.ts';
import type { FieldStep } from '../../../core/plan/form-plan.ts';
import { optionKey, readOptionList } from '../../../core/plan/option-list.ts';
import { isPlainObject, ownValue } from '../../../core/values/value-type.ts';
import { storedKey } from '../../../fields/choice/labels.ts';
import type { DateMode } from '../../../fields/date/value.ts';
import type { TableCell } from '../../../print/cell.ts';
import { joinRows } from '../../../print/join-cells.ts';
import type { EntryAtHand } from './entry-at-hand.ts';
import { type CellStyle, itemReader, valueReader } from './value-cells.ts';

export interface TableColumn {
  readonly title: string;
  /** Told apart by it from another column of the same title. */
  readonly path: string;
  /** Of numbers that are dates: how a workbook shows them. */
  readonly mode: DateMode | undefined;
  /** `part` is the entry's data or, in the sheet of a repeat, the row. */
  readonly read: (part: JsonObject, entry: EntryAtHand) => TableCell;
}

export interface ColumnStyle extends CellStyle {
  readonly splitsChoices: boolean;
  readonly timeZone: string;
  /** Of an address, where cells can be links. */
  readonly link: ((url: string) => TableCell) | undefined;
}

export function columnsOfField(field: TableField, style: ColumnStyle): TableColumn[] {
  const { step, path, find } = field;
  const { read, mode } = valueReader(step, style);
  const title = zonedTitle(field.title, mode, style);
  const whole: TableColumn = { title, path, mode, read: (part, entry) => read(find(part), entry) };
  return style.splitsChoices ? [whole, ...splitColumns(field, style)] : [whole];
}

/** The column of a field in a repeat where the rows share a cell. */
export function joinedColumn(field: TableField, style: ColumnStyle): TableColumn {
  const { step, path, find } = field;
  const reader = valueReader(step, style);
  const title = zonedTitle(repeatTitles(field.repeat).concat(field.title).join(': '), reader.mode, style);
  const walk = rowsWalker(field.repeat!, (row, entry) => reader.text(find(row), entry));
  return {
    title,
    path,
    mode: reader.mode,
    read: (data, entry) => {
      const only = onlyRow(field.repeat, data);
      // One row alone is a number or a date as outside a repeat, unless its text might be taken for that of several.
      const cell = only === undefined ? undefined : reader.read(find(only), entry);
      return typeof cell === 'number' ? cell : walk(data, entry);
    },
  };
}

export function repeatTitles(repeat: TableRepeat | undefined): string[] {
  return repeat === undefined ? [] : [...repeatTitles(repeat.outer), repeat.title];
}

/** Moments say where they are read: a date cell does not know. */
export function zonedTitle(title: string, mode: DateMode | undefined, { timeZone }: ColumnStyle): string {
  return mode === 'dt' ? `${title} (${timeZone})` : title;
}

type ReadText = (row: JsonObject, entry: EntryAtHand) => string;

function rowsWalker(repeat: TableRepeat, read: ReadText): ReadText {
  const inRows: ReadText = (outerRow, entry) =>
    joinRows(
      repeat.rowsIn(outerRow).map((row, index) => {
        entry.enter(row, index);
        return read(row, entry);
      }),
    );
  return repeat.outer === undefined ? inRows : rowsWalker(repeat.outer, inRows);
}

function onlyRow(repeat: TableRepeat | undefined, data: JsonObject): JsonObject | undefined {
  if (repeat === undefined) return data;
  const outer = onlyRow(repeat.outer, data);
  const rows = outer === undefined ? [] : repeat.rowsIn(outer);
  return rows.length === 1 ? rows[0] : undefined;
}

/** A field with more options than people look at side by side keeps its one column. */
const maxSplit = 100;

function splitColumns(field: TableField, style: ColumnStyle): TableColumn[] {
  const { kind } = field.step.value;
  if (kind === 'multi-choice') return optionColumns(field, style);
  return kind === 'matrix' ? questionColumns(field, style) : [];
}

/** 1 where the option was chosen, 0 where only others were, empty where nothing was; of a ranking the option's place. */
function optionColumns(field: TableField, { isLabelled, words }: ColumnStyle): TableColumn[] {
  const { step, path, title, find } = field;
  const { ranked, otherOption } = step.element;
  const options = distinctOptions(step);
  const keysIn = (part: JsonObject) => {
    const values = find(part);
    return Array.isArray(values) ? values.map((one) => (typeof one === 'object' ? undefined : optionKey(one))) : [];
  };
  const columns = options.map(
    ({ key, label }): TableColumn => ({
      title: `${title}: ${isLabelled ? label : key}`,
      path: `${path}=${key}`,
      mode: undefined,
      read: (part) => {
        const place = keysIn(part).indexOf(key);
        if (ranked === true) return place < 0 ? '' : place + 1;
        return place >= 0 ? 1 : keysIn(part).length === 0 ? '' : 0;
      },
    }),
  );
  if (!step.options?.isOpen || options.length === 0) return columns;
  // [values.other-answer] What was typed, in a column of its own.
  const known = new Set(options.map(({ key }) => key));
  const own: TableColumn = {
    title: `${title}: ${typeof otherOption === 'string' ? otherOption : words.other}`,
    path: `${path}=…`,
    mode: undefined,
    read: (part) => keysIn(part).find((key) => key !== undefined && !known.has(key)) ?? '',
  };
  return [...columns, own];
}

function distinctOptions(step: FieldStep): { key: string; label: string }[] {
  if (step.options?.form !== 'list' || step.options.list.length > maxSplit) return [];
  const options = step.options.list.map((option) => ({ key: storedKey(step, option), label: option.label }));
  return [...new Map(options.reverse().map((one) => [one.key, one])).values()].reverse();
}

function questionColumns({ step, path, title, find }: TableField, style: ColumnStyle): TableColumn[] {
  const questions = readOptionList(step.element.matrixQuestions ?? []);
  if (questions.length > maxSplit) return [];
  const item = itemReader(step, style);
  return questions.map((question) => {
    const key = String(question.value);
    return {
      title: `${title}: ${style.isLabelled ? question.label : key}`,
      path: `${path}.${key}`,
      mode: undefined,
      read: (part, entry) => {
        const answers = find(part);
        const answer = isPlainObject(answers) ? ownValue(answers, key) : undefined;
        return answer === undefined || answer === null || typeof answer === 'object' ? '' : item(answer, entry);
      },
    };
  });
}
