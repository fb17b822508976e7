import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs, dayText, localDays } from './local-days.ts';
import { createDateTally } from './tally-dates.ts';

function tell(values: readonly unknown[], { mode = 'd' as const, timeZone = 'UTC', maxKeys = 10_000 } = {}) {
  const tally = createDateTally({ mode: mode as 'd' | 'dt' | 't', dayOf: localDays(timeZone), maxKeys });
  const answered = values.filter((value) => tally.add(value)).length;
  return { answered, ...tally.finish() };
}
const stored = (day: string) => `${day}T00:00:00.000Z`;

test('[insight.dates] few days by day, more by month, many by year, mistyped ones by century; without gaps', () => {
  expect(tell(['2024-02-28', '2024-03-01', '2024-03-01'].map(stored))).toEqual({
    answered: 3,
    kind: 'date',
    min: '2024-02-28',
    max: '2024-03-01',
    unit: 'day',
    points: [
      { from: '2024-02-28', count: 1 },
      { from: '2024-02-29', count: 0 },
      { from: '2024-03-01', count: 2 },
    ],
  });
  const months = tell(['2023-12-31', '2024-03-15'].map(stored));
  expect([months.unit, months.points.map(({ from, count }) => `${from} ${count}`)]).toEqual([
    'month',
    ['2023-12-01 1', '2024-01-01 0', '2024-02-01 0', '2024-03-01 1'],
  ]);
  const years = tell(['1990-05-01', '2003-05-01'].map(stored));
  expect([years.unit, years.points.length, years.points[13]]).toEqual(['year', 14, { from: '2003-01-01', count: 1 }]);
  const centuries = tell(['0198-05-01', '1998-05-01', '9998-01-01'].map(stored));
  expect([centuries.unit, centuries.points.length]).toEqual(['century', 99]);
  expect(centuries.points[0]).toEqual({ from: '0100-01-01', count: 1 });
});

test('[insight.dates] moments count on the day of the asked zone, times by the hour they say', () => {
  const moments = ['2024-05-01T22:30:00.000Z', '2024-05-01T12:00:00.000Z', '1700-05-01T23:30:00.000Z'];
  expect(tell(moments.slice(0, 2), { mode: 'dt' as 'd', timeZone: 'Asia/Jerusalem' }).points).toEqual([
    { from: '2024-05-01', count: 1 },
    { from: '2024-05-02', count: 1 },
  ]);
  expect(tell(moments.slice(2), { mode: 'dt' as 'd', timeZone: 'Asia/Jerusalem' }).min).toBe('1700-05-01');
  const times = ['1970-01-01T09:05:00.000Z', '2024-05-01T09:55:00.000Z', '1970-01-01T23:00:00.000Z', 'noon'];
  const hours = tell(times, { mode: 't' as 'd', timeZone: 'Asia/Jerusalem' });
  expect([hours.answered, hours.unit, hours.min, hours.max, hours.points.length]).toEqual([
    3,
    'hour',
    '09:05',
    '23:00',
    24,
  ]);
  expect(hours.points.filter(({ count }) => count > 0)).toEqual([
    { from: '09:00', count: 2 },
    { from: '23:00', count: 1 },
  ]);
});

test('[insight.dates] no dates, no points', () => {
  for (const mode of ['d', 'dt', 't']) {
    const told = tell([null, undefined, 5, {}, 'soon', ''], { mode: mode as 'd' });
    expect([told.answered, told.min, told.max, told.points]).toEqual([0, null, null, []]);
  }
});

test('[insight.dates] whatever the dates and however little memory: all are counted, in at most 120 points, in their place', () => {
  const day = fc.oneof(
    fc.integer({ min: 19_000, max: 19_100 }),
    fc.integer({ min: 0, max: 20_000 }),
    fc.integer({ min: Date.parse('0000-01-01') / dayMs, max: Date.parse('9999-12-31') / dayMs }),
  );
  const days = fc.oneof(
    fc.array(fc.integer({ min: 19_000, max: 19_100 }), { minLength: 1 }),
    fc.array(day, { minLength: 1, maxLength: 300 }),
  );
  fc.assert(
    fc.property(days, fc.constantFrom(16, 10_000), (numbers, maxKeys) => {
      const texts = numbers.map((one) => stored(dayText(one)));
      const { points, answered, min, max } = tell(texts, { maxKeys });
      expect(answered).toBe(texts.length);
      expect([min, max]).toEqual([dayText(Math.min(...numbers)), dayText(Math.max(...numbers))]);
      expect(points.length).toBeLessThanOrEqual(120);
      points.forEach(({ from, count }, place) => {
        const next = points[place + 1]?.from ?? '~';
        expect(count).toBe(texts.filter((text) => text.slice(0, 10) >= from && text.slice(0, 10) < next).length);
      });
      expect(points.reduce((sum, { count }) => sum + count, 0)).toBe(texts.length);
    }),
    { numRuns: 400 },
  );
});
