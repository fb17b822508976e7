// Files that were removed from a field, put back into the data for the way to the server, which then deletes them. The check
// of an entry drops them from what it gives. [files.object.deleted]
import type { JsonObject, JsonValue } from '../core/definition/form-definition.ts';
import type { EntryCheck } from '../core/validation/check-row.ts';
import { getAt, keysOfModelPath, setAt } from './data-at.ts';

export function includeDeletedFiles({ data, deletedFiles }: Pick<EntryCheck, 'data' | 'deletedFiles'>): JsonObject {
  let sent: JsonValue = data;
  for (const { modelPath, file } of deletedFiles) {
    const keys = keysOfModelPath(modelPath);
    const files = getAt(sent, keys);
    sent = setAt(sent, keys, [...(Array.isArray(files) ? files : []), { ...file, deleted: true }]) ?? {};
  }
  return sent as JsonObject;
}
