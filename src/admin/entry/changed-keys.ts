// Which top-level keys of an entry's data somebody changed, for an edit with updateMode assign: it keeps what others changed.
import type { JsonObject } from '../../core/definition/form-definition.ts';

/** A key that is gone is null, which removes it. */
export function changedKeys(before: JsonObject, after: JsonObject): JsonObject {
  const changed: JsonObject = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [own(before, key), own(after, key)];
    if (JSON.stringify(old) !== JSON.stringify(now)) changed[key] = now ?? null;
  }
  return changed;
}

function own(data: JsonObject, key: string) {
  return Object.hasOwn(data, key) ? data[key] : undefined;
}
