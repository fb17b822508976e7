import { expect, test } from 'vitest';
import { createChartFormats } from './chart-formats.ts';
import type { TimeUnit } from './insight-types.ts';

const english = createChartFormats('en');

test.each<[TimeUnit, string, string, string]>([
  ['hour', '14:00', '14:00', '14:00'],
  ['day', '2024-03-31', '31 Mar', 'Sun, 31 March 2024'],
  ['week', '2024-03-25', '25 Mar', '25 March 2024'],
  ['month', '2024-03-01', 'Mar 24', 'March 2024'],
  ['year', '2024-01-01', '2024', '2024'],
  ['decade', '1990-01-01', '1990', '1990–1999'],
  ['century', '1900-01-01', '1900', '1900–1999'],
])('[management] charts: a %s is written whatever the zone of the page', (unit, from, short, long) => {
  expect(english.columnsOf([{ from, count: 3 }], unit)).toEqual([{ short, long, count: 3 }]);
});

test('[management] charts: shares and numbers', () => {
  expect([english.percent(1, 3), english.percent(0, 0), english.mean(4.066), english.number(1234567.8)]).toEqual([
    '33%',
    '0%',
    '4.07',
    '1,234,570',
  ]);
  expect(createChartFormats('he').columnsOf([{ from: '2024-03-01', count: 1 }], 'month')[0]?.long).toBe('מרץ 2024');
});
