// The value that a cell of a table means for its field: numbers as people type them, dates, words for true and false, options by value or
// by label. What it cannot read it passes on as it is, and the form's own check says what is wrong. [running.commands.import.cells]
import type { JsonValue } from '../../core/definition/form-definition.ts';
import { startsFormula } from '../../core/text/starts-formula.ts';
import { cellByKind } from '../../fields/all/cell.ts';
import { type CellFormat, readJson } from '../../fields/cell.ts';
import type { Target } from './map-columns.ts';

export type ReadCell = (text: string) => JsonValue | undefined;

/** undefined for an empty cell. */
export function cellReader({ step }: Target, format: CellFormat): ReadCell {
  const read = step.kind === 'repeat' ? readJson : (cellByKind[step.value.kind]?.(step, format) ?? asText);
  return (text) => {
    // As exports protect what a spreadsheet would run.
    const plain = text.startsWith("'") && startsFormula(text.slice(1)) ? text.slice(1) : text;
    return plain.trim() === '' ? undefined : read(plain);
  };
}

const asText = (text: string) => text;
