// What comes after `|`: AngularJS's filters of the same names. A filter that gets a kind of value it is not for
// returns the value unchanged, as AngularJS does. [expressions.language] [expressions.templates.json]

import { cleanText } from '../values/clean-text.ts';
import { type Budget, formatWork, spend } from './budget.ts';
import { toNumber } from './data-value.ts';
import { findOffset, findTime } from './date-value.ts';
import { formatDate } from './format-date.ts';
import { orderBy } from './order-by.ts';
import { toIndent, toJson } from './to-json.ts';
import { toText } from './to-text.ts';

type Filter = (input: unknown, args: readonly unknown[], budget: Budget) => unknown;

/** What setting up the formatter of a time zone costs. */
const zoneWork = 15_000;

export const filters: Readonly<Record<string, Filter>> = {
  json: (input, [indent = true], budget) => {
    return toJson(input, typeof indent === 'number' ? toIndent(indent, budget) : indent ? 2 : 0, budget);
  },

  date: (input, [format, zone], budget) => {
    const time = findTime(typeof input === 'string' && /^-?\d{1,16}$/.test(input) ? Number(input) : input);
    if (time === undefined) return input;
    const pattern = toText(format ?? 'mediumDate', budget);
    const place = toText(zone ?? 'UTC', budget);
    spend(budget, formatWork * 2 + pattern.length * 10 + (findOffset(place) === undefined ? zoneWork : 0));
    return formatDate(time, pattern, place);
  },

  number: (input, [fractionSize], budget) => {
    if (input === null || input === undefined) return input;
    const number = typeof input === 'number' || typeof input === 'string' ? toNumber(input, budget) : Number.NaN;
    if (Number.isNaN(number)) return '';
    spend(budget, formatWork);
    return formatNumber(number, toNumber(fractionSize, budget));
  },

  encode: (input, _, budget) => {
    if (input === null || input === undefined) return input;
    const text = toText(input, budget);
    spend(budget, text.length * 10);
    // A lone surrogate has no encoding.
    return encodeURIComponent(cleanText(text));
  },

  uppercase: (input) => (typeof input === 'string' ? input.toUpperCase() : input),

  lowercase: (input) => (typeof input === 'string' ? input.toLowerCase() : input),

  limitTo: (input, [limit, begin], budget) => {
    const list = typeof input === 'number' ? String(input) : input;
    const count = Math.trunc(toNumber(limit, budget));
    if (Number.isNaN(count) || !(typeof list === 'string' || Array.isArray(list))) return input;
    const start = Math.trunc(toNumber(begin ?? 0, budget)) || 0;
    return limitTo(list, count, start < 0 ? Math.max(0, list.length + start) : start);
  },

  orderBy: (input, [by, isReverse], budget) => {
    return Array.isArray(input) ? orderBy(input, { by, isReverse: Boolean(isReverse) }, budget) : input;
  },
};

function formatNumber(number: number, fractionSize: number): string {
  const digits = Math.min(20, Math.max(0, Math.trunc(fractionSize)));
  const text = (Number.isNaN(digits) ? formatters(0, 3) : formatters(digits, digits)).format(number);
  return /[1-9∞]/.test(text) ? text : text.replace('-', '');
}

const formatters = memoFormatters();

/** Making a formatter takes a hundred times as long as using it, and a page uses it at every key press. */
function memoFormatters(): (least: number, most: number) => Intl.NumberFormat {
  const made: Intl.NumberFormat[] = [];
  return (least, most) => {
    const place = least * 21 + most;
    made[place] ??= new Intl.NumberFormat('en-US', { minimumFractionDigits: least, maximumFractionDigits: most });
    return made[place];
  };
}

// A negative limit counts back from `start`, or from the end when there is none.
function limitTo(list: string | readonly unknown[], count: number, start: number): string | readonly unknown[] {
  if (count >= 0) return list.slice(start, start + count);
  return start === 0 ? list.slice(count) : list.slice(Math.max(0, start + count), start);
}
