// fDate and typeValidator date: an ISO timestamp in UTC with milliseconds. Accepted are YYYY-MM-DD and a full timestamp
// ending in Z; other offsets, other formats and days that do not exist are rejected.
// Mode d keeps the day (UTC midnight), dt the moment, t the time with whatever date was sent.
// [values.date] [values.date.modes]

import type { DateMode } from '../../core/definition/definition-parts.ts';
import type { Element, JsonValue, TypeValidator } from '../../core/definition/form-definition.ts';
import { isBlank } from '../../core/values/clean-text.ts';
import { invalid, isNothing, type Reading, type ValueType } from '../../core/values/value-type.ts';
import type { KindValue } from '../kind.ts';

export const value: KindValue = (element) => dateValue(dateModeOf(element));

export function dateModeOf({ typeValidator }: Element): DateMode {
  return (typeValidator as TypeValidator | undefined)?.mode ?? 'd';
}

export function dateValue(mode: DateMode): ValueType {
  const keepsTime = mode !== 'd';
  return { kind: 'date', mode, read: (sent) => readDate(sent, keepsTime), isEmpty: isNothing, toText: String };
}

function readDate(sent: JsonValue, keepsTime: boolean): Reading {
  if (typeof sent !== 'string') return invalid;
  if (!isDay(sent)) return isBlank(sent) ? null : invalid;
  if (sent.length === dayLength) return sent + midnight;
  if (sent.endsWith(midnight) && sent.length === dayLength + midnight.length) return sent;
  const time = timeOfDay.exec(sent.slice(dayLength));
  if (time === null) return invalid;
  const day = sent.slice(0, dayLength);
  if (!keepsTime) return day + midnight;
  return `${day}T${time[1]}:${time[2] ?? '00'}.${(time[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`;
}

const dayLength = 'YYYY-MM-DD'.length;
const midnight = 'T00:00:00.000Z';
const timeOfDay = /^T((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?Z$/;

/** Whether the text begins with a day that exists. */
function isDay(text: string): boolean {
  if (text[4] !== '-' || text[7] !== '-') return false;
  const year = digitsAt(text, 0, 4);
  const month = digitsAt(text, 5, 2);
  const day = digitsAt(text, 8, 2);
  return year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** The number that `count` digits write, or -1 where there are other characters. */
function digitsAt(text: string, start: number, count: number): number {
  let number = 0;
  for (let at = start; at < start + count; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    number = number * 10 + digit;
  }
  return number;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
