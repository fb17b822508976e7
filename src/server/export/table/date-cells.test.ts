import { expect, test } from 'vitest';
import { sheetDates, textDates } from './date-cells.ts';

test('[export.table.dates] moments in the time zone, days and times of day without one', () => {
  const text = textDates('Asia/Jerusalem');
  expect(text('2024-05-17T22:30:15.000Z', 'dt')).toBe('2024-05-18 01:30:15');
  expect(text('2024-01-17T22:30:00.000Z', 'dt')).toBe('2024-01-18 00:30:00');
  expect(text('2024-05-17T00:00:00.000Z', 'd')).toBe('2024-05-17');
  expect(text('2024-05-17T22:30:00.000Z', 't')).toBe('22:30');
  expect(text('2024-05-17T22:30:15.000Z', 't')).toBe('22:30:15');
  expect(text('never', 'dt')).toBe('never');
  expect(textDates('UTC')('2024-05-17T22:30:15.000Z', 'dt')).toBe('2024-05-17 22:30:15');
});

test('[export.table.dates] as spreadsheets count days; what they have no date for stays text', () => {
  const cell = sheetDates('Asia/Jerusalem');
  expect(cell('2024-05-17T00:00:00.000Z', 'd')).toBe(45_429);
  expect(cell('2024-05-17T22:30:00.000Z', 'dt')).toBeCloseTo(45_430 + 1.5 / 24, 9);
  expect(cell('2024-05-17T06:00:00.000Z', 't')).toBe(0.25);
  expect(cell('1960-05-17T06:00:00.000Z', 't')).toBe(0.25);
  expect(cell('1900-03-01T00:00:00.000Z', 'd')).toBe(61);
  expect(cell('1900-02-28T00:00:00.000Z', 'd')).toBe('1900-02-28');
  expect(cell('9999-12-31T00:00:00.000Z', 'd')).toBe(2_958_465);
  expect(cell('9999-12-31T23:00:00.000Z', 'dt')).toBe('9999-12-31T23:00:00.000Z');
  expect(cell('never', 'd')).toBe('never');
});
