// Old values put back into the data of an entry, to be looked at in the form and saved as any edit. What has no place any more, as a
// field of a row that is gone, is left out and counted.
import type { ChangedField } from '../../api-types/entries.ts';
import type { JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import { isPlainObject } from '../../core/values/value-type.ts';

export interface RestoredData {
  readonly data: JsonObject;
  /** Fields that could not be put back. */
  readonly missed: number;
}

export function restoreValues(data: JsonObject, fields: readonly ChangedField[]): RestoredData {
  const copy = structuredClone(data);
  // Rows that were added go from the last one on, those that were removed come back from the first one on.
  const isAdded = ({ keys, old }: ChangedField) => typeof keys.at(-1) === 'number' && old === null;
  const ordered = [...fields.filter(isAdded).reverse(), ...fields.filter((field) => !isAdded(field))];
  const missed = ordered.filter(({ keys, old }) => !putBack(copy, keys, old)).length;
  return { data: copy, missed };
}

/** The value at a place; undefined where the place is not there. */
export function valueAt(data: JsonObject, keys: readonly (string | number)[]): JsonValue | undefined {
  let value: JsonValue | undefined = data;
  for (const key of keys) {
    if (Array.isArray(value)) value = typeof key === 'number' ? value[key] : undefined;
    else value = isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

function putBack(data: JsonObject, keys: readonly (string | number)[], old: JsonValue): boolean {
  const last = keys.at(-1);
  const holder = last === undefined ? undefined : openHolder(data, keys);
  if (last === undefined || holder === undefined) return false;
  if (!Array.isArray(holder)) {
    if (old === null) delete holder[last];
    else Object.defineProperty(holder, last, { value: old, configurable: true, enumerable: true, writable: true });
    return true;
  }
  const at = Number(last);
  if (old === null ? at >= holder.length : at > holder.length) return false;
  holder.splice(at, old === null ? 1 : 0, ...(old === null ? [] : [old]));
  return true;
}

/** The object or rows that hold the place. Sections and repeats that are empty now are made again, rows are not. */
function openHolder(data: JsonObject, keys: readonly (string | number)[]): JsonObject | JsonValue[] | undefined {
  let holder: JsonObject | JsonValue[] = data;
  for (const [place, key] of keys.slice(0, -1).entries()) {
    let inside: JsonValue | undefined;
    if (Array.isArray(holder)) {
      const at = Number(key);
      if (at >= holder.length) return undefined;
      holder[at] ??= {};
      inside = holder[at];
    } else {
      if (!Object.hasOwn(holder, key) || holder[key] === null)
        holder[key] = typeof keys[place + 1] === 'number' ? [] : {};
      inside = holder[key];
    }
    if (!Array.isArray(inside) && !isPlainObject(inside)) return undefined;
    holder = inside;
  }
  return Array.isArray(holder) === (typeof keys.at(-1) === 'number') ? holder : undefined;
}
