// fDate and typeValidator date: an ISO timestamp in UTC with milliseconds. Accepted are YYYY-MM-DD and a full timestamp
// ending in Z; other offsets, other formats and days that do not exist are rejected.
// Mode d keeps the day (UTC midnight), dt the moment, t the time with whatever date was sent.

import type { JsonValue } from '../form-definition.ts';
import { isBlank } from './clean-text.ts';
import { INVALID, isNothing, type Reading, type ValueType } from './value-type.ts';

export type DateMode = 'd' | 'dt' | 't';

export function dateValue(mode: DateMode): ValueType {
  const keepsTime = mode !== 'd';
  return { kind: 'date', read: (sent) => readDate(sent, keepsTime), isEmpty: isNothing, toText: String };
}

function readDate(sent: JsonValue, keepsTime: boolean): Reading {
  if (typeof sent !== 'string') return INVALID;
  const parts = timestamp.exec(sent);
  if (parts === null) return isBlank(sent) ? null : INVALID;
  if (Number(parts[3]) > daysInMonth(Number(parts[1]), Number(parts[2]))) return INVALID;
  const day = sent.slice(0, 10);
  if (!keepsTime || parts[4] === undefined) return `${day}${MIDNIGHT}`;
  return `${day}T${parts[4]}:${parts[5] ?? '00'}.${(parts[6] ?? '').slice(0, 3).padEnd(3, '0')}Z`;
}

const MIDNIGHT = 'T00:00:00.000Z';

const timestamp =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:T((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?Z)?$/;

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
