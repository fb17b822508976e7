// Reading and writing one place in entry data, which is never changed in place: whoever holds an old value keeps it.
import type { JsonObject, JsonValue } from '../core/definition/form-definition.ts';

export type DataKeys = readonly (string | number)[];

export function getAt(data: JsonValue | undefined, keys: DataKeys): JsonValue | undefined {
  let value = data;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as JsonObject)[key];
  }
  return value;
}

/** undefined removes the key; objects and rows on the way are made where they are missing. */
export function setAt(
  data: JsonValue | undefined,
  keys: DataKeys,
  value: JsonValue | undefined,
): JsonValue | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  const inner = setAt(getAt(data, [key]), rest, value);
  if (typeof key === 'number') {
    const rows = Array.isArray(data) ? [...data] : [];
    rows[key] = inner ?? null;
    return rows;
  }
  const object = typeof data === 'object' && data !== null && !Array.isArray(data) ? { ...data } : {};
  if (inner === undefined) delete object[key];
  else Object.defineProperty(object, key, { value: inner, enumerable: true, configurable: true, writable: true });
  return object;
}

/** The keys of a message's modelPath: model['items'][0]['product']. */
export function keysOfModelPath(path: string): DataKeys {
  return [...path.matchAll(/\['((?:\\.|[^'\\])*)'\]|\[(\d+)\]/g)].map(([, name, index]) =>
    name === undefined ? Number(index) : name.replace(/\\(.)/g, '$1'),
  );
}
