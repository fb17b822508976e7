// The time that insight is asked for: whole days of a time zone, both included, or moments. [insight.time]
import Joi from 'joi';
import { isTimeZone } from '../../core/locale/time-zone.ts';
import { readFilterDate } from '../entry-facts/filter-date.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { dayMs, startOfDay } from './local-days.ts';

export interface RangeQuery {
  readonly from?: string;
  readonly to?: string;
  /** The form's where none is named. */
  readonly timeZone?: string;
}

const date = Joi.string()
  .custom((value: string, { error }) => (readFilterDate(value) === undefined ? error('date.base') : value))
  .messages({ 'date.base': '{{#label}} must be a valid date' });

export const rangeChecks = {
  from: date,
  to: date,
  timeZone: Joi.string()
    .custom((value: string, { error }) => (isTimeZone(value) ? value : error('zone.unknown')))
    .messages({ 'zone.unknown': '{{#label}} must be the name of a time zone' }),
};

export interface InsightRange {
  readonly timeZone: string;
  /** ISO texts: from the one on, before the other. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export function readRange(
  { definition }: Pick<LoadedForm, 'definition'>,
  { from, to, timeZone = definition.timeZone ?? 'UTC' }: RangeQuery,
): InsightRange {
  return {
    timeZone,
    from: readMoment(from, { timeZone, isEnd: false }),
    to: readMoment(to, { timeZone, isEnd: true }),
  };
}

const firstMoment = Date.parse('0001-01-01');
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z');

/** A bare date is a whole day of the time zone, as the last one too. */
function readMoment(
  text: string | undefined,
  { timeZone, isEnd }: { timeZone: string; isEnd: boolean },
): string | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(readFilterDate(text) as string);
  const isDay = !text.includes('T');
  const moment = isDay ? startOfDay(ms / dayMs + (isEnd ? 1 : 0), timeZone) : ms;
  return new Date(Math.max(firstMoment, Math.min(moment, lastMoment))).toISOString();
}
