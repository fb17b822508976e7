import { expect, test } from 'vitest';
import { addTo, dayOfMoment, wholeYears } from './calendar.ts';
import { findTime } from './date-value.ts';

const day = (text: string) => findTime(text) as number;

test.each([
  ['2024-02-29', [0, 12], '2025-02-28'],
  ['2024-01-31', [0, 1], '2024-02-29'],
  ['2024-03-31', [0, -1], '2024-02-29'],
  ['2024-12-31', [0, 2], '2025-02-28'],
  ['2024-05-31', [0, -12], '2023-05-31'],
  ['2024-12-31', [1, 0], '2025-01-01'],
  ['2024-03-01', [-1, 0], '2024-02-29'],
  ['2024-03-01', [1.9, 0], '2024-03-02'],
  ['9999-12-31', [1, 0], undefined],
  ['2024-03-01', [Number.NaN, 0], undefined],
  ['2024-03-01', [0, Number.POSITIVE_INFINITY], undefined],
  ['never', [1, 0], undefined],
])('[expressions.calendar] %s and %o is %s', (from, step, to) => {
  expect(addTo(from, ...(step as [number, number]))).toBe(to && `${to}T00:00:00.000Z`);
});

test('[expressions.calendar] a moment keeps its time', () => {
  expect(addTo('2026-03-26T22:30:15.5Z', 1, 0)).toBe('2026-03-27T22:30:15.500Z');
});

test.each([
  ['2000-02-29', '2018-02-28', 17],
  ['2000-02-29', '2018-03-01', 18],
  ['2000-02-29', '2020-02-29', 20],
  ['2000-11-19', '2026-11-18', 25],
  ['2000-11-19', '2026-11-19', 26],
  ['2030-01-01', '2026-11-19', -4],
  ['0044-03-15', '2026-11-19', 1982],
])('[expressions.calendar] from %s to %s are %i years', (from, to, years) => {
  expect(wholeYears(day(from), day(to))).toBe(years);
});

test('[expressions.calendar] a time zone that does not exist is UTC, and many of them are no burden', () => {
  const time = Date.parse('2026-11-19T22:30:00Z');
  for (let at = 0; at < 300; at += 1) expect(dayOfMoment(time, `Nowhere/${at}`)).toBe(day('2026-11-19'));
  expect(dayOfMoment(Date.parse('2026-11-19T22:00:45Z'), 'Asia/Jerusalem')).toBe(day('2026-11-20'));
  expect(dayOfMoment(time, 'Asia/Jerusalem')).toBe(day('2026-11-20'));
});
