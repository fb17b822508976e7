// An answer as a cell of a spreadsheet: words for codes, dates that are dates, numbers that are numbers, files as links. Several values
// are joined so that they can be taken apart again. [export.table.labels] [export.table.dates] [export.table.files]

import type { DateMode } from '../core/definition/definition-parts.ts';
import type { FileObject, JsonValue } from '../core/definition/form-definition.ts';
import type { Cell } from '../core/plan/columns.ts';
import type { Answer, Item } from '../fields/answer.ts';
import { docToText } from '../fields/doc/doc-text.ts';
import { signValue } from '../fields/sign/value.ts';
import { joinValues } from './join-cells.ts';
import { placeText, storedText } from './line.ts';

/** Only a workbook has them; elsewhere, and beside others in a cell, it is its plain text. */
export interface LinkCell {
  readonly text: string;
  readonly href: string;
  readonly plain: string;
}

export type TableCell = Cell | LinkCell;

/** A value that is not a date stays as it is. */
export type DateCell = (iso: string, mode: DateMode) => string | number;

export interface CellStyle {
  /** Without labels values are codes, as stored. */
  readonly isLabelled: boolean;
  /** In the language of the form. */
  readonly words: { readonly yes: string; readonly no: string; readonly signed: string };
  readonly date: DateCell;
  /** Beside others in a cell. */
  readonly dateText: DateCell;
  /** Of a value whose shape is not that of today's field; without it, its text. */
  readonly misfit?: (value: JsonValue) => TableCell;
}

export function answerCell(
  answer: Answer,
  style: CellStyle,
  fileCell: (file: FileObject) => LinkCell | string,
): TableCell {
  const { isLabelled, date, misfit = storedText } = style;
  switch (answer.kind) {
    case 'list':
      return joinValues(
        answer.items.map((item, at) => placeText(isLabelled && answer.isRanked, at) + itemCell(item, style)),
      );
    case 'pairs':
      return joinValues(
        answer.pairs.flatMap(({ key, question, answer: one }) =>
          one === undefined ? [] : [`${isLabelled ? question : key}: ${itemCell(one, style)}`],
        ),
      );
    case 'files':
      return filesCell(answer.files.map(fileCell));
    case 'html':
      return docToText(answer.html);
    case 'rating':
      return answer.value;
    case 'stored':
      return misfit(answer.value);
    case 'moment':
      return date(String(answer.value), answer.mode);
    case 'drawing':
      return isLabelled ? itemCell(answer, style) : signValue.toText(answer.value);
    default:
      return itemCell(answer, style);
  }
}

/** One chosen option: its label, or the code, which may be of any type. */
export function itemCell(item: Item, { isLabelled, words, dateText }: CellStyle): Cell {
  if (item.kind === 'moment') return dateText(String(item.value), item.mode);
  if (!isLabelled) return item.value as Cell;
  switch (item.kind) {
    case 'label':
      return item.label;
    case 'bool':
      return item.value === true ? words.yes : words.no;
    case 'drawing':
      return words.signed;
    default:
      return item.value as Cell;
  }
}

function filesCell(files: readonly (LinkCell | string)[]): TableCell {
  const [first] = files;
  return files.length === 1 && typeof first === 'object' ? first : joinValues(files.map(plainCell));
}

export function plainCell(cell: TableCell): string {
  return typeof cell === 'object' ? cell.plain : String(cell);
}
