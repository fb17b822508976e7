// One message about one value of an entry, and the text that names the value: model['items'][0]['product'].
// [validation.messages] [values.paths.odd-names]

import type { JsonValue, MessageLevel } from '../definition/form-definition.ts';
import type { RowState } from '../plan/row-state.ts';

export interface ItemMessage {
  readonly modelPath: string;
  readonly message: string;
  readonly type: MessageLevel;
  /** What was sent, or null. */
  readonly value: JsonValue;
}

/** Paths are made only for messages: an entry without any costs no text. */
export function modelPath(row: RowState, path: string): string {
  return rowPath(row) + path;
}

export function rowPath(row: RowState): string {
  if (row.parent === undefined) return 'model';
  return `${rowPath(row.parent)}${row.shape.repeat!.path}[${row.index}]`;
}

export function quoteName(name: string): string {
  return `['${name.replace(/[\\']/g, '\\$&')}']`;
}
