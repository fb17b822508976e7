// Counts the dates that people gave: days and moments by day, month, year or longer; times of day by hour.
// [insight.dates]

import type { DateInsight } from '../../api-types/insight.ts';
import type { DateMode } from '../../core/definition/definition-parts.ts';
import { dayMs, dayText } from './local-days.ts';
import { createDayTally } from './tally-days.ts';

export interface DateTally {
  /** False for what is not a date. */
  add(value: unknown): boolean;
  finish(): DateInsight;
}

export interface DateTallyOptions {
  readonly mode: DateMode;
  /** The local day of a moment. */
  readonly dayOf: (ms: number) => number;
  readonly maxKeys: number;
}

export function createDateTally(options: DateTallyOptions): DateTally {
  return options.mode === 't' ? createHourTally() : createDayOrMomentTally(options);
}

const units = [
  { unit: 'day', upTo: 62 },
  { unit: 'month', upTo: 120 },
  { unit: 'year', upTo: 120 },
  { unit: 'decade', upTo: 120 },
  { unit: 'century', upTo: Number.POSITIVE_INFINITY },
] as const;

/** Before it, time zones are the local time of one town or another. */
const zonesFromMs = Date.UTC(1900, 0, 1);

function createDayOrMomentTally({ mode, dayOf, maxKeys }: DateTallyOptions): DateTally {
  const days = createDayTally({ maxKeys });
  return {
    add(value) {
      const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
      if (Number.isNaN(ms)) return false;
      days.add(mode === 'dt' && ms >= zonesFromMs ? dayOf(ms) : Math.floor(ms / dayMs));
      return true;
    },
    finish() {
      const { range } = days;
      return {
        kind: 'date',
        min: range === undefined ? null : dayText(range.first),
        max: range === undefined ? null : dayText(range.last),
        ...days.finish(units),
      };
    },
  };
}

const timePattern = /T(([01]\d|2[0-3]):[0-5]\d)/;

/** A time of day has no zone: it is counted as it was given. */
function createHourTally(): DateTally {
  const counts = new Array<number>(24).fill(0);
  let min: string | null = null;
  let max: string | null = null;
  return {
    add(value) {
      const [, time, hour] = (typeof value === 'string' && timePattern.exec(value)) || [];
      if (time === undefined) return false;
      counts[Number(hour)]! += 1;
      if (min === null || time < min) min = time;
      if (max === null || time > max) max = time;
      return true;
    },
    finish() {
      const points = counts.map((count, hour) => ({ from: `${String(hour).padStart(2, '0')}:00`, count }));
      return { kind: 'date', min, max, unit: 'hour', points: min === null ? [] : points };
    },
  };
}
