// Numbers, times and sizes as people of the app's language write them.

import { useMemo } from 'preact/hooks';
import { languageTags } from '../core/locale/locale-facts.ts';
import { sizeText } from '../core/text/size-text.ts';
import { useApp } from './app-context.ts';
import type { Locale } from './page-data.ts';

export type Formats = ReturnType<typeof createFormats>;

export function useFormats(): Formats {
  const { locale } = useApp();
  return useMemo(() => createFormats(locale), [locale]);
}

export function createFormats(locale: Locale) {
  const tag = languageTags[locale];
  const number = new Intl.NumberFormat(tag);
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'medium' });
  const dateTime = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  return {
    number: (value: number) => number.format(value),
    date: (time: string) => date.format(new Date(time)),
    dateTime: (time: string) => dateTime.format(new Date(time)),
    /** `5 minutes ago`. */
    ago: (time: string) => relativeText(relative, (Date.parse(time) - Date.now()) / 1000),
    bytes: (size: number) => sizeText(size, locale),
  };
}

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

function relativeText(format: Intl.RelativeTimeFormat, seconds: number): string {
  for (const [unit, length] of units) {
    if (Math.abs(seconds) < length) continue;
    // In Hebrew the browser says "an hour ago (1)": the word says it already.
    return format.format(Math.trunc(seconds / length), unit).replace(/ \(\d+\)$/, '');
  }
  return format.format(0, 'minute');
}
