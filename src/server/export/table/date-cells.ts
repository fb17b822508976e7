// Days, moments and times of day as cells: dates that a spreadsheet counts with, or texts in the order of ISO 8601. A moment is
// shown in the form's time zone, as in PDFs; days and times of day have none. [export.table.dates] [forms.time-zone]
import type { DateMode } from '../../../core/definition/definition-parts.ts';
import type { DateCell } from '../../../print/cell.ts';
import { dayMs, localOffsets } from '../../base/local-offsets.ts';

export function textDates(timeZone: string): DateCell {
  const offsetAt = localOffsets(timeZone);
  // An entry is often made, submitted and last changed at one moment, and many people name one day.
  const last: Partial<Record<DateMode, { readonly iso: string; readonly text: string }>> = {};
  return (iso, mode) => {
    if (last[mode]?.iso === iso) return last[mode].text;
    const text = toText(iso, mode);
    last[mode] = { iso, text };
    return text;
  };

  function toText(iso: string, mode: DateMode): string {
    const ms = Date.parse(iso);
    if (Number.isNaN(ms)) return iso;
    if (mode === 'd') return iso.slice(0, dayLength);
    const offset = mode === 'dt' ? offsetAt(ms) : 0;
    const local = offset === 0 ? iso : new Date(ms + offset).toISOString();
    // The last hours of the year 9999 belong to a year of five digits.
    if (local.length !== iso.length) return iso;
    const time = local.slice(timeStart, timeStart + 'HH:MM:SS'.length);
    if (mode === 'dt') return `${local.slice(0, timeStart - 1)} ${time}`;
    return time.endsWith(':00') ? time.slice(0, 'HH:MM'.length) : time;
  }
}

const dayLength = 'YYYY-MM-DD'.length;
const timeStart = dayLength + 1;

/** Days since the last of 1899, by which spreadsheets count. */
const firstDay = 25_569;
/** They take 1900 for a leap year, so days before March 1900 mean different ones in different programs: those stay texts. */
const firstSure = 61;
const lastKnown = 2_958_466;

export function sheetDates(timeZone: string): DateCell {
  const offsetAt = localOffsets(timeZone);
  const asText = textDates(timeZone);
  return (iso, mode) => {
    const ms = Date.parse(iso);
    if (Number.isNaN(ms)) return iso;
    if (mode === 't') return (((ms % dayMs) + dayMs) % dayMs) / dayMs;
    const days = (mode === 'd' ? Math.floor(ms / dayMs) : (ms + offsetAt(ms)) / dayMs) + firstDay;
    return days >= firstSure && days < lastKnown ? days : asText(iso, mode);
  };
}
