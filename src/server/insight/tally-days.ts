// Counts by day, and the points of a chart over them: by day, week, month or longer, whichever gives a chart that can be read.
import type { Point } from '../../api-types/insight.ts';
import { dayText, firstDayOf, placeOf, type Unit } from './local-days.ts';

/** The most points that a unit is used for; the last one is used for any number. */
type Units<Name extends Unit> = readonly { readonly unit: Name; readonly upTo: number }[];

export interface DayTally {
  add(day: number): void;
  /** The first and last day counted. */
  readonly range: { readonly first: number; readonly last: number } | undefined;
  /** Without gaps, from the first to the last day that are given or counted. */
  finish<Name extends Unit>(units: Units<Name>, span?: Span): Points<Name>;
}

/** Days that the points reach to at least. */
export interface Span {
  readonly first: number | undefined;
  readonly last: number | undefined;
}

interface Points<Name> {
  readonly unit: Name;
  readonly points: Point[];
}

const maxDays = 4_000;
/** What days are gathered into when they grow too many. */
const coarser: readonly Unit[] = ['day', 'month', 'year', 'decade', 'century'];

export function createDayTally({ maxKeys }: { maxKeys: number }): DayTally {
  let level = 0;
  let counts = new Map<number, number>();
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;

  function put(place: number, count: number): void {
    counts.set(place, (counts.get(place) ?? 0) + count);
  }

  function gather(): void {
    const fine = counts;
    const unit = coarser[level]!;
    level += 1;
    counts = new Map();
    for (const [place, count] of fine) put(placeOf(firstDayOf(place, unit), coarser[level]!), count);
  }

  return {
    add(day) {
      if (day < first) first = day;
      if (day > last) last = day;
      put(placeOf(day, coarser[level]!), 1);
      while (counts.size > Math.min(maxDays, Math.max(maxKeys, 1)) && level < coarser.length - 1) gather();
    },
    get range() {
      return counts.size === 0 ? undefined : { first, last };
    },
    finish(units, span) {
      const from = Math.min(span?.first ?? first, first);
      const to = Math.max(span?.last ?? last, last);
      const known = units.filter(({ unit }) => level === 0 || coarser.indexOf(unit) >= level);
      const fits = ({ unit, upTo }: { unit: Unit; upTo: number }) => placeOf(to, unit) - placeOf(from, unit) < upTo;
      const unit = (from <= to ? known.find(fits) : known[0])?.unit ?? units.at(-1)!.unit;
      if (from > to || !Number.isFinite(from)) return { unit, points: [] };
      const byPlace = new Map<number, number>();
      for (const [place, count] of counts) {
        const target = placeOf(firstDayOf(place, coarser[level]!), unit);
        byPlace.set(target, (byPlace.get(target) ?? 0) + count);
      }
      const points: Point[] = [];
      for (let place = placeOf(from, unit); place <= placeOf(to, unit); place += 1) {
        points.push({ from: dayText(firstDayOf(place, unit)), count: byPlace.get(place) ?? 0 });
      }
      return { unit, points };
    },
  };
}
