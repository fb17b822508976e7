// One row as JSON: every column of the table or of $select, null where there is no answer. [odata.columns] [odata.misfits]
import type { JsonObject } from '../../core/definition/form-definition.ts';
import type { EntryAtHand } from '../export/table/entry-at-hand.ts';
import { Misfit } from './edm.ts';
import { namespace } from './metadata.ts';
import type { ODataColumn } from './own-columns.ts';

export type WriteRow = (part: JsonObject, entry: EntryAtHand) => string;

export function rowWriter(columns: readonly ODataColumn[]): WriteRow {
  const named = columns.map((column, place) => ({
    read: column.read,
    start: `${place === 0 ? '{' : ','}${JSON.stringify(column.name)}:`,
    stored: `${place === 0 ? '{' : ','}${JSON.stringify(`${column.name}@${namespace}.stored`)}:`,
    after: `,${JSON.stringify(column.name)}:null`,
  }));
  if (named.length === 0) return () => '{}';
  return (part, entry) => {
    let text = '';
    for (const { read, start, stored, after } of named) {
      const value = read(part, entry);
      if (value instanceof Misfit) text += stored + JSON.stringify(value.stored) + after;
      else text += start + (typeof value === 'string' ? JSON.stringify(value) : String(value));
    }
    return `${text}}`;
  };
}
