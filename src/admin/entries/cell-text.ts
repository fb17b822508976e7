// What the cell of a table shows of an entry: answers in the app's language, in one line.

import type { FileObject, JsonObject } from '../../core/definition/form-definition.ts';
import type { Locale } from '../../core/locale/locale.ts';
import { type DateStyle, deviceZone } from '../../core/locale/print-date.ts';
import type { FieldReader } from '../../core/plan/columns.ts';
import type { FormPlan } from '../../core/plan/form-plan.ts';
import { modelScope } from '../../core/plan/model-scope.ts';
import type { Answer } from '../../fields/answer.ts';
import { answersOf } from '../../fields/answers.ts';
import { answerLine } from '../../print/line.ts';

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
  const answers = answersOf(column.step);
  const style = readerStyle(locale);
  return (data) => {
    const place = { scope: () => modelScope(plan, data, {}), kept: new Map() };
    const cells = column.values(data).map((value) => toCell(answers.stored(value, place), style));
    return column.isRepeated ? joinCells(cells) : (cells[0] ?? empty);
  };
}

/** The management app shows moments in the zone of whoever reads them. */
export function readerStyle(locale: Locale): DateStyle {
  return { locale, timeZone: deviceZone };
}

const empty: CellContent = { text: '' };

function toCell(answer: Answer | undefined, style: DateStyle): CellContent {
  if (answer === undefined) return empty;
  const text = answerLine(answer, style);
  switch (answer.kind) {
    case 'files':
      return { text, files: answer.files };
    case 'html':
      return { text: text.replace(/\s*\n\s*/g, ' · ') };
    case 'color':
      return isPlainColor(text) ? { text, color: text } : { text };
    default:
      return { text };
  }
}

/** Nothing else may become part of a style. */
export function isPlainColor(text: string): boolean {
  return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);
}

/** The rows of a repeat beside each other; a table has one line for an entry. */
function joinCells(cells: readonly CellContent[]): CellContent {
  const filled = cells.filter(({ text }) => text !== '');
  const files = filled.flatMap((cell) => cell.files ?? []);
  return { text: filled.map(({ text }) => text).join(' · '), ...(files.length > 0 && { files }) };
}
