// fFile: an array of file objects. One that lacks storageKey, storageBucket or url, and a value that
// is not an array, is `Invalid data type.`; an item sent with deleted true leaves the entry; other properties are dropped.
// [values.file] [files.object] [files.object.deleted]

import type { FileObject, JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import { cleanText } from '../../core/values/clean-text.ts';
import { invalid, isPlainObject, ownValue, type Reading, type ValueType } from '../../core/values/value-type.ts';
import type { KindValue } from '../kind.ts';

export const value: KindValue = () => fileValue;

export const fileValue: ValueType = {
  kind: 'file',
  hasFiles: true,
  read: readFiles,
  isEmpty: (value) => !Array.isArray(value) || value.length === 0,
  toText: (value) => (value as unknown as FileObject[]).map((file) => `${file.name} (${file.url})`).join('\n'),
};

function readFiles(sent: JsonValue): Reading {
  if (!Array.isArray(sent)) return invalid;
  const files: JsonValue[] = [];
  for (const item of sent) {
    if (item === null) continue;
    const file = readFile(item);
    if (file === undefined) return invalid;
    if (!isDeleted(item)) files.push(file as unknown as JsonObject);
  }
  return files.length === 0 ? null : files;
}

/** The items of a well-formed file value that were sent with deleted true. */
export function deletedFilesIn(sent: JsonValue | undefined): FileObject[] {
  return Array.isArray(sent) ? sent.filter(isDeleted).flatMap((item) => readFile(item) ?? []) : [];
}

function isDeleted(item: JsonValue): boolean {
  return isPlainObject(item) && ownValue(item, 'deleted') === true;
}

function readFile(item: JsonValue): FileObject | undefined {
  if (!isPlainObject(item)) return undefined;
  const storageKey = readString(item, 'storageKey');
  const storageBucket = readString(item, 'storageBucket');
  const url = readString(item, 'url');
  const size = ownValue(item, 'size');
  if (!storageKey || !storageBucket || !url) return undefined;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return undefined;
  const name = readString(item, 'name');
  const type = readString(item, 'type');
  if (name === undefined || type === undefined) return undefined;
  return { name, size, type, storageKey, storageBucket, url };
}

// choice: a file object without a name or a type is kept with an empty one; only the three pointers and the size must be there.
function readString(item: JsonObject, property: string): string | undefined {
  const value = ownValue(item, property) ?? '';
  return typeof value === 'string' ? cleanText(value) : undefined;
}
