// How the cells of a field are read, entry by entry. [export.table.labels]

import type { DateMode } from '../../../core/definition/definition-parts.ts';
import type { FileObject, JsonValue } from '../../../core/definition/form-definition.ts';
import type { Cell } from '../../../core/plan/columns.ts';
import type { FieldStep } from '../../../core/plan/form-plan.ts';
import { answersOf } from '../../../fields/answers.ts';
import {
  answerCell,
  itemCell,
  type LinkCell,
  type CellStyle as PrintStyle,
  plainCell,
  type TableCell,
} from '../../../print/cell.ts';
import type { EntryAtHand } from './entry-at-hand.ts';
import type { TableWords } from './table-words.ts';

export interface CellStyle extends PrintStyle {
  readonly words: TableWords;
  readonly file: (file: FileObject, entry: EntryAtHand) => LinkCell | string;
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
  const read = readerOf(step, style);
  const readText = style.date === style.dateText ? read : readerOf(step, { ...style, date: style.dateText });
  const mode = step.value.mode;
  return { read, text: (value, entry) => plainCell(readText(value, entry)), mode };
}

function readerOf(step: FieldStep, { date, ...rest }: CellStyle): Read {
  // A workbook shows numbers as dates by column, and other options of a choice may have words.
  const style = { ...rest, date: step.value.mode === undefined ? rest.dateText : date };
  const answers = answersOf(step, { isCoded: !style.isLabelled });
  const cellType = step.value.cell;
  return (value, entry) => {
    if (typeof value === cellType) return value as Cell;
    const answer = answers.stored(value, entry.place);
    return answer === undefined ? '' : answerCell(answer, style, (file) => style.file(file, entry));
  };
}

/** The answer to one question of a matrix. */
export function itemReader(step: FieldStep, style: CellStyle): (value: JsonValue, entry: EntryAtHand) => Cell {
  const answers = answersOf(step, { isCoded: !style.isLabelled });
  return (value, entry) => itemCell(answers.item(value, entry.place), style);
}
