// Shares, numbers and times as the charts write them.
import { useMemo } from 'preact/hooks';
import { useApp } from '../app-context.ts';
import type { Locale } from '../page-data.ts';
import type { TimeUnit } from './insight-types.ts';

export type ChartFormats = ReturnType<typeof createChartFormats>;

export function useChartFormats(): ChartFormats {
  const { locale } = useApp();
  return useMemo(() => createChartFormats(locale), [locale]);
}

const longParts: Record<TimeUnit, Intl.DateTimeFormatOptions> = {
  hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  day: { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' },
  week: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
};
const shortParts: Record<TimeUnit, Intl.DateTimeFormatOptions> = {
  hour: { hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: '2-digit' },
  year: { year: 'numeric' },
};

/** Dates of answers are days without a place: they are read in UTC. Times of entries are in the person's own zone. */
export function createChartFormats(locale: Locale) {
  const tag = locale === 'he' ? 'he-IL' : 'en-GB';
  const number = new Intl.NumberFormat(tag, { maximumSignificantDigits: 6 });
  const mean = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(tag, { style: 'percent' });
  const makers = new Map<string, Intl.DateTimeFormat>();
  const format = (time: string, parts: Intl.DateTimeFormatOptions, timeZone?: 'UTC') => {
    const key = JSON.stringify([parts, timeZone]);
    const maker = makers.get(key) ?? new Intl.DateTimeFormat(tag, { ...parts, ...(timeZone && { timeZone }) });
    makers.set(key, maker);
    return maker.format(new Date(time));
  };
  return {
    number: (value: number) => number.format(value),
    mean: (value: number) => mean.format(value),
    /** Of none: nothing. */
    percent: (count: number, of: number) => percent.format(of === 0 ? 0 : count / of),
    long: (time: string, unit: TimeUnit, timeZone?: 'UTC') => format(time, longParts[unit], timeZone),
    short: (time: string, unit: TimeUnit, timeZone?: 'UTC') => format(time, shortParts[unit], timeZone),
  };
}
