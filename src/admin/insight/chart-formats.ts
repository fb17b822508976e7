// Shares, numbers and times as the charts write them.

import { useMemo } from 'preact/hooks';
import { languageTags } from '../../core/locale/locale-facts.ts';
import { useApp } from '../app-context.ts';
import type { Locale } from '../page-data.ts';
import type { TimePoint, TimeUnit } from './insight-types.ts';

export type ChartFormats = ReturnType<typeof createChartFormats>;

export function useChartFormats(): ChartFormats {
  const { locale } = useApp();
  return useMemo(() => createChartFormats(locale), [locale]);
}

type DateParts = Intl.DateTimeFormatOptions;
const fullDay: DateParts = { day: 'numeric', month: 'long', year: 'numeric' };
const year: DateParts = { year: 'numeric' };
const dayAndMonth: DateParts = { day: 'numeric', month: 'short' };

const longParts: Record<Exclude<TimeUnit, 'hour'>, DateParts> = {
  day: { ...fullDay, weekday: 'short' },
  week: fullDay,
  month: { month: 'long', year: 'numeric' },
  year,
  decade: year,
  century: year,
};
const shortParts: Record<Exclude<TimeUnit, 'hour'>, DateParts> = {
  day: dayAndMonth,
  week: dayAndMonth,
  month: { month: 'short', year: '2-digit' },
  year,
  decade: year,
  century: year,
};
const yearsIn: Partial<Record<TimeUnit, number>> = { decade: 10, century: 100 };

export function createChartFormats(locale: Locale) {
  const tag = languageTags[locale];
  const number = new Intl.NumberFormat(tag, { maximumSignificantDigits: 6 });
  const mean = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(tag, { style: 'percent' });
  const list = new Intl.ListFormat(tag, { type: 'conjunction' });
  /** The service has sorted times into days already: a day is only written here, in no zone. */
  const writerOf = (unit: TimeUnit, parts: typeof longParts) => {
    if (unit === 'hour') return ({ from }: TimePoint) => from;
    const writer = new Intl.DateTimeFormat(tag, { ...parts[unit], timeZone: 'UTC' });
    return ({ from }: TimePoint) => writer.format(new Date(`${from}T00:00:00Z`));
  };
  return {
    number: (value: number) => number.format(value),
    /** a, b and c */
    list: (items: readonly string[]) => list.format(items),
    mean: (value: number) => mean.format(value),
    /** Of none: nothing. */
    percent: (count: number, of: number) => percent.format(of === 0 ? 0 : count / of),
    /** Points as columns: `short` is shown under them, `long` in tables and summaries. */
    columnsOf(points: readonly TimePoint[], unit: TimeUnit) {
      const short = writerOf(unit, shortParts);
      const long = writerOf(unit, longParts);
      const years = yearsIn[unit];
      const span = (point: TimePoint) => (years === undefined ? '' : `–${Number(long(point)) + years - 1}`);
      return points.map((point) => ({ short: short(point), long: long(point) + span(point), count: point.count }));
    },
  };
}
