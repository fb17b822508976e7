// What is `fn.*`? The functions an expression can call by name, as docs/expressions.md has them; those of days and time are in
// calendar-functions.ts.
// They take any JSON value: a wrong kind of argument gives an empty result or NaN, never an error.
// [expressions.language]

import {
  type Budget,
  checkItemCount,
  type ExpressionFunction,
  formatWork,
  itemWork,
  type ScopeValues,
  spend,
} from './budget.ts';
import { calendarFunctions } from './calendar-functions.ts';
import { getMember, isObject, joinItems, toKey, toNumber, toPrimitive } from './data-value.ts';
import { findTime, toIsoText } from './date-value.ts';
import { callBounded, splitText } from './methods.ts';
import { toIndent, toJson } from './to-json.ts';
import { toText } from './to-text.ts';

/** For each character: `[[],[],...` makes a list of every three. */
const parseWork = 4;

export function callFunction(name: string, args: readonly unknown[], budget: Budget, scope: ScopeValues): unknown {
  if (!Object.hasOwn(functions, name)) return undefined;
  const run = functions[name]!;
  return callBounded(() => run(args, budget, scope), undefined, args, budget);
}

/** Functions of a list, and of a member of its items. */
export const memberFunctions: readonly string[] = ['pluck', 'sum', 'average', 'count'];
/** Functions whose value changes with the time. */
export const timeFunctions: readonly string[] = ['now', 'today', 'age'];

export const functions: Readonly<Record<string, ExpressionFunction>> = {
  'JSON.stringify': ([value, , indent], budget) => toJson(value, toIndent(indent, budget), budget),
  'JSON.parse': ([text], budget) => {
    if (typeof text !== 'string') return toPrimitive(text, budget);
    spend(budget, text.length * parseWork);
    return JSON.parse(text);
  },

  toNumber: ([value], budget) => (value === undefined ? Number.NaN : toNumber(value, budget)),
  toString: ([value]: readonly unknown[], budget: Budget) => toText(value, budget),

  split: ([text, ...rest], budget) => splitText(toText(text, budget), rest, budget),
  join: ([list, separator], budget) => {
    return joinItems(toList(list), separator === undefined ? ',' : toText(separator, budget), budget);
  },
  first: ([list]) => getMember(list, 0),
  last: ([list]) => getMember(list, Array.isArray(list) || typeof list === 'string' ? list.length - 1 : 0),
  length: ([value], budget) => {
    return typeof value === 'string' || Array.isArray(value) ? value.length : keysOf(value, budget).length;
  },
  keys: ([value], budget) => keysOf(value, budget),
  values: ([value], budget) => {
    return Array.isArray(value) ? value : keysOf(value, budget).map((key) => getMember(value, key));
  },
  pluck: ([list, key], budget) => pluck(list, key, budget),
  unique: ([list], budget) => {
    spend(budget, toList(list).length * 2 * itemWork);
    return [...new Set(toList(list))];
  },

  sum: ([list, key], budget) => sum(numbersOf(list, key, budget)),
  average: ([list, key], budget) => {
    const numbers = numbersOf(list, key, budget);
    return numbers.length === 0 ? undefined : sum(numbers) / numbers.length;
  },
  count: ([list, key], budget) => filledOf(list, key, budget).length,
  min: (args, budget) => pick(args, (a, b) => a < b, budget),
  max: (args, budget) => pick(args, (a, b) => a > b, budget),
  round: ([value, digits], budget) => shiftRound(Math.round, value, digits, budget),
  floor: ([value, digits], budget) => shiftRound(Math.floor, value, digits, budget),
  ceil: ([value, digits], budget) => shiftRound(Math.ceil, value, digits, budget),
  abs: ([value], budget) => Math.abs(toNumber(value, budget)),

  date: ([value], budget) => toDate(value, budget),
  parseDate: ([value], budget) => toDate(value, budget),
  ...calendarFunctions,
};

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function keysOf(value: unknown, budget: Budget): string[] {
  const keys = isObject(value) || Array.isArray(value) ? Object.keys(value) : [];
  spend(budget, keys.length * 3 * itemWork);
  return keys;
}

function pluck(list: unknown, key: unknown, budget: Budget): unknown[] {
  const name = toKey(key, budget);
  checkItemCount(toList(list).length);
  spend(budget, toList(list).length * itemWork);
  return toList(list).map((_, index) => getMember(getMember(list, index), name));
}

/** Of a list, or of that member of its items. Rows left empty count for nothing, as a person adding up a column would have it. */
function filledOf(list: unknown, key: unknown, budget: Budget): unknown[] {
  const values = key === undefined ? toList(list) : pluck(list, key, budget);
  spend(budget, values.length * itemWork);
  return values.filter((value) => value !== null && value !== undefined && value !== '');
}

function numbersOf(list: unknown, key: unknown, budget: Budget): number[] {
  return filledOf(list, key, budget).map((value) => toNumber(value, budget));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

function pick(
  args: readonly unknown[],
  isBetter: (a: number, b: number) => boolean,
  budget: Budget,
): number | undefined {
  const numbers = numbersOf(Array.isArray(args[0]) ? args[0] : args, undefined, budget);
  if (numbers.length === 0) return undefined;
  return numbers.reduce((best, value) => (Number.isNaN(value) || isBetter(value, best) ? value : best));
}

// By way of the decimal text: 1.005 * 100 is 100.49999999999999.
function shiftRound(round: (value: number) => number, value: unknown, digits: unknown, budget: Budget): number {
  const number = toNumber(value, budget);
  const shift = Math.trunc(toNumber(digits ?? 0, budget)) || 0;
  spend(budget, formatWork);
  if (shift === 0 || !Number.isFinite(number)) return round(number);
  return shiftPoint(round(shiftPoint(number, shift)), -shift);
}

function shiftPoint(number: number, shift: number): number {
  const [digits, exponent] = String(number).split('e');
  return Number(`${digits}e${Number(exponent ?? 0) + shift}`);
}

function toDate(value: unknown, budget: Budget): string | undefined {
  spend(budget, formatWork);
  const time = findTime(value);
  return time === undefined ? undefined : toIsoText(time);
}
