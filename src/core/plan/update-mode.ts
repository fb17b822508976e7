// How the data an edit sends joins the data an entry has.
// `null` means no value, so assign and merge remove its key. Nothing given is changed. [entries.edit.modes]

import type { JsonObject, JsonValue } from '../definition/form-definition.ts';

export type UpdateMode = 'replace' | 'assign' | 'merge';

export function applyUpdate(mode: UpdateMode, current: JsonObject, sent: JsonObject): JsonObject {
  if (mode === 'replace') return sent;
  return joinObjects(current, sent, mode === 'merge' ? 1 : maxDepth);
}

// A request's JSON is at most 100 levels deep; below that the sent value wins whole, so no input exhausts the stack.
const maxDepth = 100;

function joinObjects(current: JsonObject, sent: JsonObject, depth: number): JsonObject {
  const joined: JsonObject = {};
  for (const key of Object.keys(current)) {
    if (isSafeKey(key) && !Object.hasOwn(sent, key)) joined[key] = current[key]!;
    else if (isSafeKey(key) && sent[key] !== null) joined[key] = joinValues(current[key]!, sent[key]!, depth);
  }
  for (const key of Object.keys(sent)) {
    if (isSafeKey(key) && sent[key] !== null && !Object.hasOwn(current, key)) {
      joined[key] = joinValues(undefined, sent[key]!, depth);
    }
  }
  return joined;
}

// Assigning `__proto__` would change the object's prototype instead of adding a key. No form can declare that name.
function isSafeKey(key: string): boolean {
  return key !== '__proto__';
}

function joinValues(current: JsonValue | undefined, sent: JsonValue, depth: number): JsonValue {
  if (depth >= maxDepth) return sent;
  if (Array.isArray(sent)) {
    const old = Array.isArray(current) ? current : [];
    const rows = sent.map((value, index) => joinValues(old[index], value, depth + 1));
    return old.length > sent.length ? rows.concat(old.slice(sent.length)) : rows;
  }
  if (isObject(sent)) return joinObjects(isObject(current) ? current : {}, sent, depth + 1);
  return sent;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
