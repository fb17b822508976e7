// Which methods may be called on a value? A fixed table per kind of value; a method that is not here does not
// exist. Sizes are paid for before the work is done, so a bomb ends in ExpressionLimitError. [expressions.safe]

import {
  type Budget,
  checkItemCount,
  formatWork,
  itemWork,
  maxDataDepth,
  maxItems,
  spend,
  spendOnItems,
  spendOnText,
} from './budget.ts';
import { getMember, joinItems, toKey, toNumber, toPrimitive } from './data-value.ts';
import { findTime, toIsoText } from './date-value.ts';

type Method<Receiver> = (self: Receiver, args: readonly unknown[], budget: Budget) => unknown;
type Methods<Receiver> = Readonly<Record<string, Method<Receiver>>>;
type Native = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** What one replacement costs beside its characters. */
const callbackWork = 30;
/** What comparing one character by the rules of a language costs. */
const collateWork = 10;

export function callMethod(self: unknown, name: string, args: readonly unknown[], budget: Budget): unknown {
  const methods = findMethods(self, name);
  if (methods === undefined || !Object.hasOwn(methods, name)) return undefined;
  return callBounded(methods[name]!, self, args, budget);
}

/** Pays for what goes in and what comes out. */
export function callBounded(method: Method<never>, self: unknown, args: readonly unknown[], budget: Budget): unknown {
  spend(budget, sizeOf(self));
  for (const arg of args) spend(budget, sizeOf(arg));
  let result: unknown;
  try {
    result = method(self as never, args, budget);
  } catch (error) {
    // An argument out of range, such as toFixed(1000), or a text that is not JSON: the expression goes on without it.
    if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
    return undefined;
  }
  if (typeof result === 'string') spendOnText(budget, result.length);
  else if (Array.isArray(result)) spendOnItems(budget, result.length);
  return result;
}

function findMethods(self: unknown, name: string): Methods<never> | undefined {
  if (typeof self === 'string') return Object.hasOwn(dateMethods, name) ? dateMethods : stringMethods;
  if (Array.isArray(self)) return arrayMethods;
  if (typeof self === 'number') return numberMethods;
  if (typeof self === 'boolean') return booleanMethods;
  return self === null || self === undefined ? undefined : objectMethods;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (!Array.isArray(value)) return 1;
  let size = value.length;
  for (const item of value) if (typeof item === 'string') size += item.length;
  return size;
}

function native<Receiver>(prototype: object, names: string, work = 0): Methods<Receiver> {
  const table: Record<string, Method<Receiver>> = {};
  for (const name of names.split(' ')) {
    table[name] = (self, args, budget) => {
      spend(budget, work);
      const primitives = args.map((arg) => toPrimitive(arg, budget));
      return (prototype as Native)[name]!.apply(self, primitives);
    };
  }
  return table;
}

const booleanMethods: Methods<boolean> = { toString: String };

const numberMethods: Methods<number> = native(Number.prototype, 'toFixed toPrecision toString', formatWork);

const objectMethods: Methods<object> = {
  hasOwnProperty: (self: object, [key]: readonly unknown[], budget: Budget) => Object.hasOwn(self, toKey(key, budget)),
  toString: () => '[object Object]',
};

const stringMethods: Methods<string> = {
  ...native<string>(
    String.prototype,
    'at charAt charCodeAt concat endsWith slice startsWith substr substring toLowerCase toString toUpperCase trim trimEnd trimStart',
  ),
  ...searching('includes indexOf lastIndexOf'),
  // The browser's and the server's own locales differ; this one is the same on both.
  localeCompare: (self, [other], budget) => {
    const text = String(toPrimitive(other, budget));
    spend(budget, collateWork * (20 + Math.min(self.length, text.length)));
    return self.localeCompare(text, 'en');
  },
  padEnd: (self, [length, fill], budget) => self.padEnd(...padding(self, length, fill, budget)),
  padStart: (self, [length, fill], budget) => self.padStart(...padding(self, length, fill, budget)),
  repeat: (self, [count], budget) => {
    const times = toNumber(count, budget);
    if (times > 0) spendOnText(budget, self.length * times);
    return self.repeat(times);
  },
  replace: (self, args, budget) => self.replace(...replacement(self, args, budget)),
  replaceAll: (self, args, budget) => self.replaceAll(...replacement(self, args, budget)),
  split: splitText,
};

export function splitText(self: string, [separator, limit]: readonly unknown[], budget: Budget): string[] {
  if (separator === undefined) return [self];
  const text = String(toPrimitive(separator, budget));
  spendOnSearch(self, text, budget);
  const wanted = limit === undefined ? Number.POSITIVE_INFINITY : toNumber(limit, budget);
  const pieces = self.split(text, Math.min(Math.max(0, wanted || 0), maxItems + 1));
  spendOnItems(budget, pieces.length);
  return pieces;
}

function searching(names: string): Methods<string> {
  const table: Record<string, Method<string>> = {};
  for (const [name, search] of Object.entries(native<string>(String.prototype, names))) {
    table[name] = (self, args, budget) => {
      spendOnSearch(self, String(toPrimitive(args[0], budget)), budget);
      return search(self, args, budget);
    };
  }
  return table;
}

// Engines compare up to every character of the sought text at every place.
function spendOnSearch(self: string, sought: string, budget: Budget): void {
  spend(budget, self.length + Math.max(0, self.length - sought.length + 1) * (sought.length >> 3));
}

function padding(self: string, length: unknown, fill: unknown, budget: Budget): [number, string] {
  const wanted = toNumber(length, budget);
  if (wanted > self.length) spendOnText(budget, wanted);
  return [wanted, fill === undefined ? ' ' : String(toPrimitive(fill, budget))];
}

// The new text goes in as it is: `$&` and its like would let a short text grow to its square.
function replacement(self: string, args: readonly unknown[], budget: Budget): [string, () => string] {
  const sought = String(toPrimitive(args[0], budget));
  const text = String(toPrimitive(args[1], budget));
  spendOnSearch(self, sought, budget);
  return [
    sought,
    () => {
      spend(budget, text.length + callbackWork);
      return text;
    },
  ];
}

const arrayMethods: Methods<readonly unknown[]> = {
  at: (self, [index], budget) => {
    const position = Math.trunc(toNumber(index, budget)) || 0;
    return getMember(self, position < 0 ? position + self.length : position);
  },
  concat: (self, args, budget) => {
    spendOnItems(
      budget,
      args.reduce((count: number, arg) => count + (Array.isArray(arg) ? arg.length : 1), self.length),
    );
    return self.concat(...args);
  },
  flat: (self, [depth], budget) => flatten(self, depth === undefined ? 1 : toNumber(depth, budget), [], budget),
  includes: (self, [item]) => self.includes(item),
  indexOf: (self, [item]) => self.indexOf(item),
  join: (self, [separator], budget) => {
    return joinItems(self, separator === undefined ? ',' : String(toPrimitive(separator, budget)), budget);
  },
  lastIndexOf: (self, [item]) => self.lastIndexOf(item),
  reverse: (self) => self.slice().reverse(),
  slice: (self, [start, end], budget) => {
    return self.slice(toNumber(start ?? 0, budget), end === undefined ? undefined : toNumber(end, budget));
  },
  sort: sortByText,
  toString: (self: readonly unknown[], _: readonly unknown[], budget: Budget) => joinItems(self, ',', budget),
};

function flatten(items: readonly unknown[], depth: number, result: unknown[], budget: Budget): unknown[] {
  for (const item of items) {
    if (Array.isArray(item) && depth >= 1) flatten(item, Math.min(depth, maxDataDepth) - 1, result, budget);
    else result.push(item);
    checkItemCount(result.length);
    spend(budget, 2);
  }
  return result;
}

function sortByText(self: readonly unknown[], _: readonly unknown[], budget: Budget): unknown[] {
  spend(budget, (sizeOf(self) + self.length * itemWork) * Math.ceil(Math.log2(self.length + 1)));
  const isMissing = (item: unknown) => Number(item === undefined);
  return self
    .map((item) => ({ item, text: String(toPrimitive(item, budget)) }))
    .sort((a, b) => isMissing(a.item) - isMissing(b.item) || (a.text < b.text ? -1 : Number(a.text > b.text)))
    .map(({ item }) => item);
}

const dateMethods: Methods<string> = (() => {
  const table: Record<string, Method<string>> = {};
  const add = (name: string, read: (time: number) => unknown) => {
    table[name] = (self, _, budget) => {
      spend(budget, formatWork);
      const time = findTime(self);
      return time === undefined ? undefined : read(time);
    };
  };
  for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'] as const) {
    const read = (time: number) => new Date(time)[`getUTC${part}`]();
    add(`get${part}`, read);
    add(`getUTC${part}`, read);
  }
  add('getTime', (time) => time);
  add('getTimezoneOffset', () => 0);
  add('toISOString', toIsoText);
  return table;
})();

/** For the documents: every name that callMethod knows. */
export function methodNames(): string[] {
  const tables = [stringMethods, arrayMethods, numberMethods, booleanMethods, objectMethods, dateMethods];
  return [...new Set(tables.flatMap((table) => Object.keys(table)))];
}
