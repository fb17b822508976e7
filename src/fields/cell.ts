// cell.ts of a kind: the value that the text of a cell means, of a table that people or programs made. What it cannot read it passes on
// as it is, and the form's own check says what is wrong. [running.commands.import.cells]
import type { JsonValue } from '../core/definition/form-definition.ts';
import type { FieldStep } from '../core/plan/form-plan.ts';

export interface CellFormat {
  /** Of dates such as 5/4/2026. */
  readonly dateOrder: 'dmy' | 'mdy' | undefined;
  /** Of a workbook: dates are numbers of days since then. */
  readonly dayZero: number | undefined;
}

/** Of a kind that says nothing a cell is a text. */
export type KindCell = (step: FieldStep, format: CellFormat) => (text: string) => JsonValue;

/** What is not JSON fails the field's own check. */
export function readJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
