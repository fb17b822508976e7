// Days of a time zone, as numbers counted from 1970-01-01, and the weeks, months and years they belong to.

import { dayMs, exactOffsets, localOffsets } from '../base/local-offsets.ts';

export { dayMs } from '../base/local-offsets.ts';

/** The local day of a moment. */
export function localDays(timeZone: string): (ms: number) => number {
  const offsetAt = localOffsets(timeZone);
  return (ms) => Math.floor((ms + offsetAt(ms)) / dayMs);
}

/** The moment at which a day begins in a time zone. */
export function startOfDay(day: number, timeZone: string): number {
  const offsetAt = exactOffsets(timeZone);
  const midnight = day * dayMs;
  // Clocks may change around midnight: skip it, or show it twice. The day begins at the earlier of the two moments that the
  // offsets before and after give, unless that still is the day before.
  const [one, other] = [midnight - offsetAt(midnight - dayMs), midnight - offsetAt(midnight + dayMs)];
  const earlier = Math.min(one, other);
  return localDays(timeZone)(earlier) < day ? Math.max(one, other) : earlier;
}

export type Unit = 'day' | 'week' | 'month' | 'year' | 'decade' | 'century';

/** The place of the unit that holds a day, counted without gaps. */
export function placeOf(day: number, unit: Unit): number {
  if (unit === 'day') return day;
  // 1970-01-01 was a Thursday; weeks begin on Monday.
  if (unit === 'week') return Math.floor((day + 3) / 7);
  const date = new Date(day * dayMs);
  const year = date.getUTCFullYear();
  return unit === 'month' ? year * 12 + date.getUTCMonth() : Math.floor(year / yearsIn[unit]);
}

/** The first day of a unit. */
export function firstDayOf(place: number, unit: Unit): number {
  if (unit === 'day') return place;
  if (unit === 'week') return place * 7 - 3;
  const date = new Date(0);
  if (unit === 'month') date.setUTCFullYear(Math.floor(place / 12), place - Math.floor(place / 12) * 12, 1);
  else date.setUTCFullYear(place * yearsIn[unit], 0, 1);
  return date.getTime() / dayMs;
}

const yearsIn = { year: 1, decade: 10, century: 100 };

/** `YYYY-MM-DD` */
export function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
