// The types of columns in OData's own words (Edm), and how the cells of a table become their values. [odata.types]
import type { DateMode } from '../../core/definition/definition-parts.ts';
import { plainCell, type TableCell } from '../../print/cell.ts';

export type EdmType =
  | 'Edm.String'
  | 'Edm.Double'
  | 'Edm.Int32'
  | 'Edm.Boolean'
  | 'Edm.Date'
  | 'Edm.DateTimeOffset'
  | 'Edm.TimeOfDay';

/** What a kind of field is to OData; of a kind that says nothing a column is text. */
export interface KindOData {
  readonly typeOf?: (mode: DateMode | undefined) => EdmType;
  /** The type is that of one option. */
  readonly isOfOption?: true;
  readonly hasNoWords?: true;
  /** A text that is found in the column is found in the answer as searches know it: in all of it, in an option, in one of several. */
  readonly finds?: 'text' | 'option' | 'options';
  /** How what is compared with the column bounds the answer. */
  readonly bounds?: 'number' | 'date';
}

/** Days, moments and times are texts as OData writes them. */
export type EdmValue = string | number | boolean | null;

/** A stored answer that its column cannot hold: the form changed after the entry was made. */
export class Misfit {
  readonly stored: string;

  constructor(stored: string) {
    this.stored = stored;
  }
}

export const dateTypes: Readonly<Record<DateMode, EdmType>> = {
  d: 'Edm.Date',
  dt: 'Edm.DateTimeOffset',
  t: 'Edm.TimeOfDay',
};

/** From a timestamp in UTC with milliseconds. */
export function edmDate(iso: string, mode: DateMode): string {
  if (mode === 'dt') return iso;
  return mode === 'd' ? iso.slice(0, dayLength) : iso.slice(dayLength + 1, -1);
}

const dayLength = 'YYYY-MM-DD'.length;

export function toEdmValue(cell: TableCell, type: EdmType): EdmValue | Misfit {
  if (cell === '') return null;
  if (typeof cell === 'object') return new Misfit(plainCell(cell));
  if (type === 'Edm.String') return String(cell);
  return fits(cell, type) ? cell : new Misfit(String(cell));
}

function fits(cell: string | number | boolean, type: EdmType): boolean {
  if (type === 'Edm.Double' || type === 'Edm.Int32') return typeof cell === 'number';
  if (type === 'Edm.Boolean') return typeof cell === 'boolean';
  return typeof cell === 'string' && datePatterns[type as keyof typeof datePatterns].test(cell);
}

/** There is no year 0: programs that read dates fail on it. */
const datePatterns = {
  'Edm.Date': /^(?!0000)\d{4}-\d\d-\d\d$/,
  'Edm.DateTimeOffset': /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  'Edm.TimeOfDay': /^\d\d:\d\d:\d\d\.\d{3}$/,
};
