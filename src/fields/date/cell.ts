import type { JsonValue } from '../../core/definition/form-definition.ts';
import type { CellFormat, KindCell } from '../cell.ts';

export const cell: KindCell = (step, format) => (text) => readDate(text.trim(), format, step.value.mode ?? 'd');

const dayMs = 86_400_000;
/** The last day of the year 9999. */
const maxDays = 2_958_465;
const ownDate = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d?:\d\d(?::\d\d(?:\.\d+)?)?)Z?)?$/;
const otherDate = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:,? +(\d\d?:\d\d(?::\d\d)?))?$/;
const ownTime = /^(\d\d?):(\d\d)(?::(\d\d))?$/;

/** Times without a zone are UTC, as everywhere. */
function readDate(text: string, { dateOrder, dayZero }: CellFormat, mode: 'd' | 'dt' | 't'): JsonValue {
  const days = dayZero === undefined || !/^\d+(?:\.\d+)?$/.test(text) ? undefined : Number(text);
  if (days !== undefined && dayZero !== undefined && days <= maxDays) {
    // To the second: a third of a day has no end as a number.
    return new Date(dayZero + Math.round((days * dayMs) / 1000) * 1000).toISOString();
  }
  const [, day, time] = ownDate.exec(text) ?? [];
  if (day !== undefined) return withTime(day, time);
  const [, first = '', second = '', year = '', clock] = otherDate.exec(text) ?? [];
  if (year !== '' && dateOrder !== undefined) {
    const [d, m] = dateOrder === 'dmy' ? [first, second] : [second, first];
    return withTime(`${year}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`, clock);
  }
  const [, hours, minutes, seconds = '00'] = ownTime.exec(text) ?? [];
  if (mode === 't' && hours !== undefined) return `1970-01-01T${hours.padStart(2, '0')}:${minutes}:${seconds}Z`;
  return text;
}

function withTime(day: string, time: string | undefined): string {
  if (time === undefined) return day;
  return `${day}T${time[1] === ':' ? '0' : ''}${time}Z`;
}
