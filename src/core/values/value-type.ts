// What every value type can do. Shared code asks a value type and never switches on an element's type.
// [values.wrong-type] [values.as-text]

import type { ValueKind } from '../../fields/all/kind.ts';
import type { DateMode, JsonValue } from '../definition/definition-parts.ts';

/** What `read` answers for a value of the wrong shape: `Invalid data type.`. */
export const invalid = Symbol('invalid');

export type Reading = JsonValue | typeof invalid;

export interface ReadTools {
  /** undefined for HTML that is beyond every bound. */
  cleanHtml(html: string): string | undefined;
  /** The message for such HTML. */
  readonly htmlRefusal?: string;
}

export interface ValueType {
  readonly kind: ValueKind;
  /** Of a date: whether it is a day, a moment or a time. */
  readonly mode?: DateMode;
  /** Stored values are cells of a table as they are: `typeof` says enough. */
  readonly cell?: 'string' | 'number';
  /** It is HTML, which may be refused in words of its own. */
  readonly isHtml?: true;
  /** A list of files: what is stored beside it is theirs. */
  readonly hasFiles?: true;
  /** The value to store for what was sent (never null itself); null where that is not a value. Reading twice changes nothing. */
  read(sent: JsonValue, tools: ReadTools): Reading;
  /** Whether a required rule fails for a value that was read. */
  isEmpty(value: JsonValue | undefined): boolean;
  /** The value as people read it in an export; items are on lines of their own. */
  toText(value: JsonValue): string;
}

export function isNothing(value: JsonValue | undefined): boolean {
  return value === null || value === undefined;
}

export function isPlainObject(value: unknown): value is Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object's own property: a name such as `constructor` must never reach the prototype. */
export function ownValue(object: Record<string, JsonValue>, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
