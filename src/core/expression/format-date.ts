// The date filter: AngularJS's format letters and named formats, in UTC unless a time zone is given
// (an offset such as +0200, or a name such as Asia/Jerusalem). Names of months and days are English.

import { findOffset } from './date-value.ts';

const named: Readonly<Record<string, string>> = {
  medium: 'MMM d, y h:mm:ss a',
  short: 'M/d/yy h:mm a',
  fullDate: 'EEEE, MMMM d, y',
  longDate: 'MMMM d, y',
  mediumDate: 'MMM d, y',
  shortDate: 'M/d/yy',
  mediumTime: 'h:mm:ss a',
  shortTime: 'h:mm a',
};
const months = 'January February March April May June July August September October November December'.split(' ');
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const part = /'((?:[^']|'')*)'|y{1,4}|M{1,4}|LLLL|d{1,2}|E{3,4}|H{1,2}|h{1,2}|m{1,2}|sss|s{1,2}|a|Z|w{1,2}|G{1,4}/g;
const day = 86_400_000;

export function formatDate(time: number, format: string, zone: string): string {
  const offset = findOffset(zone) ?? findZoneOffset(time, zone);
  const local = new Date(time + offset * 60_000);
  const pattern = Object.hasOwn(named, format) ? named[format]! : format;
  return pattern.replace(part, (part: string, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted === '' ? "'" : quoted.replaceAll("''", "'");
    return formatPart(part, local, offset);
  });
}

function formatPart(part: string, date: Date, offset: number): string {
  const pad = (value: number) => String(value).padStart(part.length, '0');
  const year = date.getUTCFullYear();
  const month = months[date.getUTCMonth()]!;
  const day = days[date.getUTCDay()]!;
  const hour = date.getUTCHours();
  switch (part[0]) {
    case 'y':
      return part === 'yy' ? pad(Math.abs(year) % 100) : pad(year);
    case 'M':
      return part === 'MMMM' ? month : part === 'MMM' ? month.slice(0, 3) : pad(date.getUTCMonth() + 1);
    case 'L':
      return month;
    case 'd':
      return pad(date.getUTCDate());
    case 'E':
      return part === 'EEEE' ? day : day.slice(0, 3);
    case 'H':
      return pad(hour);
    case 'h':
      return pad(hour % 12 || 12);
    case 'm':
      return pad(date.getUTCMinutes());
    case 's':
      return pad(part === 'sss' ? date.getUTCMilliseconds() : date.getUTCSeconds());
    case 'a':
      return hour < 12 ? 'AM' : 'PM';
    case 'Z':
      return formatOffset(offset);
    case 'w':
      return pad(isoWeek(date));
    default:
      return part === 'GGGG' ? (year <= 0 ? 'Before Christ' : 'Anno Domini') : year <= 0 ? 'BC' : 'AD';
  }
}

function formatOffset(offset: number): string {
  const minutes = Math.abs(offset);
  const digits = Math.floor(minutes / 60) * 100 + (minutes % 60);
  return (offset < 0 ? '-' : '+') + String(digits).padStart(4, '0');
}

// The week holding the year's first Thursday is week 1.
function isoWeek(date: Date): number {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * day);
  const yearStart = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return 1 + Math.floor((thursday.getTime() - yearStart) / day / 7);
}

/** Minutes east of UTC at that moment. */
export function findZoneOffset(time: number, zone: string): number {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    const parts: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(time)) parts[type] = Number(value);
    const local = Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!);
    return Math.round(local / 60_000) - Math.floor(time / 60_000);
  } catch {
    // AngularJS ignores a time zone that does not exist.
    return 0;
  }
}
