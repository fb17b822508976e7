// The uploaded files an entry's data points to, in form order, and the messages the server needs once it has looked at the
// stored files. A field's own limits (types, size, number) are rules and already checked by validateEntry.

import type { ItemMessage } from '../definition/definition-parts.ts';
import type { Element, FileObject, JsonObject, JsonValue } from '../definition/form-definition.ts';
import { itemText } from '../locale/item-texts.ts';
import { serverItemText } from '../locale/server-item-texts.ts';
import { invalid } from '../values/value-type.ts';
import type { FormPlan } from './form-plan.ts';
import { modelPath, openRun, type RowState, readEntry } from './row-state.ts';

export interface FileInEntry {
  readonly modelPath: string;
  readonly element: Element;
  readonly file: FileObject;
  /** The field's whole value, which a message about the file carries. */
  readonly value: JsonValue;
}

/** Of data that is stored; a check gives the files it met by itself. */
export function filesIn(plan: FormPlan, data: JsonObject): FileInEntry[] {
  if (!plan.hasFiles) return [];
  const files: FileInEntry[] = [];
  collect(readEntry(openRun(plan, {}, { cleanHtml: (html) => html }, { model: 'read' }), data), files);
  return files;
}

function collect(row: RowState, files: FileInEntry[]): void {
  for (const step of row.shape.steps) {
    if (step.kind === 'repeat') {
      const rows = row.slots[step.slot];
      if (Array.isArray(rows)) for (const inner of rows as RowState[]) collect(inner, files);
    } else if (step.kind === 'field' && step.value.hasFiles === true) {
      const value = row.slots[step.slot] as JsonValue | typeof invalid;
      if (value === null || value === invalid) continue;
      for (const file of value as unknown as FileObject[]) {
        files.push({ modelPath: modelPath(row, step.path), element: step.element, file, value });
      }
    }
  }
}

/** The stored file is not as large as the file object says. */
export function fileSizeMessage(
  plan: FormPlan,
  { modelPath, file, value }: FileInEntry,
  actualSize: number,
): ItemMessage {
  return { modelPath, message: serverItemText(plan.locale, 'fileSize', file.size, actualSize), type: 'error', value };
}

/** The file object points at a file that this form may not use. */
export function foreignFileMessage(plan: FormPlan, { modelPath, value }: FileInEntry): ItemMessage {
  return { modelPath, message: itemText(plan.itemTexts, 'invalidType'), type: 'error', value };
}
