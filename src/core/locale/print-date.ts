// Days, moments and times of day as people write them, in the form's language and time zone: in PDFs and emails.
// [forms.time-zone]

import type { Locale } from './locale.ts';
import { languageTags } from './locale-facts.ts';

export interface DateStyle {
  readonly locale: Locale;
  /** Of the form, or `deviceZone`. */
  readonly timeZone: string | undefined;
}

/** On a page a moment is shown in the zone of whoever reads it, which needs no name. */
export const deviceZone = 'device';

/**
 * choice: moments are shown in the form's time zone, else in UTC, and say so, because an entry does not know where its filler
 * was. Days and times of day have no zone.
 */
export function printDate(iso: string, mode: 'd' | 'dt' | 't', { locale, timeZone = 'UTC' }: DateStyle): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  if (mode === 't') return date.toISOString().slice(11, 16);
  if (mode === 'd') return dayFormat(locale, 'UTC').format(date);
  const day = dayFormat(locale, timeZone).format(date);
  return `${day}, ${timeZone === 'UTC' ? `${date.toISOString().slice(11, 16)} UTC` : clockText(date, timeZone)}`;
}

const day = { day: 'numeric', month: 'long', year: 'numeric', calendar: 'gregory' } as const;
const dayFormat = keptFormats(
  (locale: Locale, timeZone) => new Intl.DateTimeFormat(languageTags[locale], { ...day, ...inZone(timeZone) }),
);

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'shortOffset' } as const;
const clockFormat = keptFormats(
  (_: Locale, timeZone) => new Intl.DateTimeFormat('en-GB', { ...clock, ...inZone(timeZone) }),
);

function inZone(timeZone: string) {
  return timeZone === deviceZone ? {} : { timeZone };
}

/** `01:30 GMT+3` */
function clockText(date: Date, timeZone: string): string {
  const parts = Object.fromEntries(
    clockFormat('en', timeZone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  );
  const time = `${parts['hour']}:${parts['minute']}`;
  return timeZone === deviceZone ? time : `${time} ${parts['timeZoneName']}`;
}

const maxKept = 50;

/** Making a format takes longer than using it many times. */
function keptFormats(make: (locale: Locale, timeZone: string) => Intl.DateTimeFormat): typeof make {
  const kept = new Map<string, Intl.DateTimeFormat>();
  return (locale, timeZone) => {
    const key = `${locale} ${timeZone}`;
    let format = kept.get(key);
    if (format === undefined) {
      if (kept.size >= maxKept) kept.clear();
      format = make(locale, timeZone);
      kept.set(key, format);
    }
    return format;
  };
}
