// What an expression may hold: JSON values and undefined, nothing else. Everything read from a scope passes
// `toDataValue`, and every conversion is written out here, because the ones built into JavaScript call `toString` and
// `valueOf` of the data. [expressions.safe]

import { type Budget, checkDataDepth, checkTextLength, itemWork, spend } from './budget.ts';

/** Strings shorter than this are compared without counting. */
const freeLength = 1000;

/** A date becomes its ISO text; a function or any other host object does not exist. */
export function toDataValue(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    case 'object':
      if (value === null || isPlain(value) || Array.isArray(value)) return value;
      return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : undefined;
    default:
      return undefined;
  }
}

/** `holder[key]` by own properties only; of null, undefined and what has no such property it is undefined. */
export function getMember(holder: unknown, key: string | number): unknown {
  if (typeof holder === 'object') {
    if (holder === null || !Object.hasOwn(holder, key)) return undefined;
    const value = (holder as Record<string | number, unknown>)[key];
    return typeof value === 'string' || typeof value === 'number' ? value : toDataValue(value);
  }
  if (typeof holder !== 'string') return undefined;
  if (key === 'length') return holder.length;
  return typeof key === 'number' || /^\d+$/.test(key) ? holder[Number(key)] : undefined;
}

export function toKey(value: unknown, budget: Budget): string | number {
  if (typeof value === 'number') return value;
  const key = String(toPrimitive(value, budget));
  if (key.length > freeLength) spend(budget, key.length);
  return key;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type Primitive = string | number | boolean | null | undefined;

/** As JavaScript converts an array or a plain object for `+`, `==` and `<`. */
export function toPrimitive(value: unknown, budget: Budget): Primitive {
  if (typeof value !== 'object' || value === null) return value as Primitive;
  return Array.isArray(value) ? joinItems(value, ',', budget) : '[object Object]';
}

export function joinItems(items: readonly unknown[], separator: string, budget: Budget, depth = 1): string {
  checkDataDepth(depth);
  let text = '';
  for (let index = 0; index < items.length; index++) {
    const item = getMember(items, index);
    const part = Array.isArray(item)
      ? joinItems(item, ',', budget, depth + 1)
      : String(toPrimitive(item, budget) ?? '');
    const added = index === 0 ? part : separator + part;
    spend(budget, added.length + itemWork);
    checkTextLength(text.length + added.length);
    text += added;
  }
  return text;
}

export function toNumber(value: unknown, budget: Budget): number {
  if (typeof value === 'number') return value;
  const primitive = toPrimitive(value, budget);
  if (typeof primitive === 'string') spend(budget, primitive.length);
  return Number(primitive);
}

export function isEqual(left: unknown, right: unknown, budget: Budget): boolean {
  if (left === right) return true;
  const isLeftData = typeof left === 'object' && left !== null;
  const isRightData = typeof right === 'object' && right !== null;
  if (isLeftData && isRightData) return false;
  spendOnComparison(left, right, budget);
  // biome-ignore lint/suspicious/noDoubleEquals: the language's == is JavaScript's
  return (isLeftData ? toPrimitive(left, budget) : left) == (isRightData ? toPrimitive(right, budget) : right);
}

export function isIdentical(left: unknown, right: unknown, budget: Budget): boolean {
  spendOnComparison(left, right, budget);
  return left === right;
}

export function spendOnComparison(left: unknown, right: unknown, budget: Budget): void {
  if (typeof left === 'string' && typeof right === 'string' && left.length > freeLength) {
    spend(budget, Math.min(left.length, right.length));
  }
}

// Of another realm too: its Object.prototype is not ours, but it is the end of a chain all the same.
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}
