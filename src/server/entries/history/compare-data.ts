// What differs between two states of an entry's data, field by field. Goes by the data alone: the form may have changed between them.
// [entries.history.fields]

import type { JsonObject, JsonValue } from '../../../core/definition/form-definition.ts';
import type { DataKey } from '../../../core/plan/find-step.ts';
import { isPlainObject, ownValue } from '../../../core/values/value-type.ts';

export interface DataChange {
  readonly keys: readonly DataKey[];
  /** Missing where there was nothing, and a row was added. */
  readonly old?: JsonValue;
  /** Missing where nothing is left, and a row was removed. */
  readonly new?: JsonValue;
}

export function compareData(before: JsonObject, after: JsonObject): DataChange[] {
  const changes: DataChange[] = [];
  compareObjects(before, after, [], changes);
  return changes;
}

/** What the page remembers of tabs and sections: not an answer. */
const screenStates = new Set(['__activeTab', '__isCollapsed']);

function compareObjects(before: JsonObject, after: JsonObject, keys: readonly DataKey[], changes: DataChange[]): void {
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  for (const name of names) {
    const [one, other] = [ownValue(before, name), ownValue(after, name)];
    if (one !== other && !screenStates.has(name)) compareValues(one, other, [...keys, name], changes);
  }
}

function compareValues(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  keys: readonly DataKey[],
  changes: DataChange[],
): void {
  // A section whose last answer went, or whose first one came, is still a section.
  if (isSection(before) && isSection(after)) compareObjects(before ?? {}, after ?? {}, keys, changes);
  else if (isRows(before) && isRows(after)) compareRows(before ?? [], after ?? [], keys, changes);
  else if (!isSame(before, after)) {
    changes.push({ keys, ...(hasValue(before) && { old: before }), ...(hasValue(after) && { new: after }) });
  }
}

function hasValue(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null;
}

function isSection(value: JsonValue | undefined): value is JsonObject | undefined {
  return value === undefined || isPlainObject(value);
}

/** Rows of a repeat are objects, or null where they are empty; files are objects too, but one value together. */
function isRows(value: JsonValue | undefined): value is (JsonObject | null)[] | undefined {
  if (value === undefined) return true;
  return Array.isArray(value) && value.every((row) => row === null || (isPlainObject(row) && !isFile(row)));
}

function isFile(row: JsonObject): boolean {
  return Object.hasOwn(row, 'storageKey');
}

/** Rows at the start and the end that are as they were stay out of it, so that a row removed from the middle is one change. */
function compareRows(
  before: readonly (JsonObject | null)[],
  after: readonly (JsonObject | null)[],
  keys: readonly DataKey[],
  changes: DataChange[],
): void {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isSame(before[before.length - 1 - end], after[after.length - 1 - end])) end += 1;
  const [lastBefore, lastAfter] = [before.length - end, after.length - end];
  for (let at = start; at < Math.max(lastBefore, lastAfter); at += 1) {
    const place = [...keys, at];
    if (at >= lastBefore) changes.push({ keys: place, new: after[at] ?? {} });
    else if (at >= lastAfter) changes.push({ keys: place, old: before[at] ?? {} });
    else compareObjects(before[at] ?? {}, after[at] ?? {}, place, changes);
  }
}

/** By content; the order of keys does not matter. */
function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true;
  if (!hasValue(one) || !hasValue(other)) return !hasValue(one) && !hasValue(other);
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((item, at) => isSame(item, other[at]));
  }
  if (!isPlainObject(one) || !isPlainObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}
