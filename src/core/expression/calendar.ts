// Days of the calendar: what fn.today(), fn.age() and their like count with. A day is what a date field stores, midnight in UTC; a moment
// is the day on which it falls in the form's time zone. [expressions.calendar]
import { findTime, toIsoText } from './date-value.ts';
import { findZoneOffset } from './format-date.ts';

const dayMs = 24 * 60 * 60_000;

/** Whether a time is a day as it is. */
export function isDay(time: number): boolean {
  return time % dayMs === 0;
}

/** Midnight in UTC of the day on which a moment falls in a time zone; one that does not exist is UTC. */
export function dayOfMoment(time: number, zone: string): number {
  // All expressions of a request ask about the same moment.
  if (known !== time + zone) {
    offset = findZoneOffset(time, zone);
    known = time + zone;
  }
  return Math.floor((time + offset * 60_000) / dayMs) * dayMs;
}

let known = '';
let offset = 0;

/** Whole years from a day to another one. Who was born on 29 February is a year older on 1 March where there is no such day. */
export function wholeYears(from: number | undefined, to: number): number | undefined {
  if (from === undefined) return undefined;
  const isBefore = toIsoText(to).slice(-20) < toIsoText(from).slice(-20);
  return new Date(to).getUTCFullYear() - new Date(from).getUTCFullYear() - (isBefore ? 1 : 0);
}

export function daysBetween(from: number | undefined, to: number | undefined): number | undefined {
  return from === undefined || to === undefined ? undefined : Math.round((to - from) / dayMs);
}

/** 1 is Sunday, 7 is Saturday, as in spreadsheets. */
export function weekday(day: number | undefined): number | undefined {
  return day === undefined ? undefined : new Date(day).getUTCDay() + 1;
}

/** The same time of another day; of another month the same day, or the last one of a shorter month. */
export function addTo(value: unknown, days: number, months: number): string | undefined {
  const date = new Date(findTime(value) ?? Number.NaN);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  const time = date.setUTCDate(date.getUTCDate() + days);
  const text = Number.isNaN(time) ? '' : toIsoText(time);
  // Years of more than four digits are not those of entries.
  return findTime(text) === undefined ? undefined : text;
}
