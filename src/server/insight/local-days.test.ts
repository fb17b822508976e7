import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTimeZone } from '../../core/locale/time-zone.ts';
import { dayMs, dayText, firstDayOf, localDays, placeOf, startOfDay, type Unit } from './local-days.ts';

const zones = [
  'UTC',
  'Asia/Jerusalem',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Beirut',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
];
const zone = fc.constantFrom(...zones);

test('[insight.time] the local day is the one that the platform shows', () => {
  const formats = new Map(zones.map((name) => [name, new Intl.DateTimeFormat('en-CA', { timeZone: name })]));
  const days = new Map(zones.map((name) => [name, localDays(name)]));
  const moment = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2040, 0, 1) });
  fc.assert(
    fc.property(zone, moment, (name, ms) => {
      expect(dayText(days.get(name)!(ms))).toBe(formats.get(name)!.format(ms));
    }),
    { numRuns: 5_000 },
  );
});

test('[insight.time] a day begins where the day before ends, also where midnight is skipped or comes twice', () => {
  const day = fc.integer({ min: Date.UTC(1996, 0, 1) / dayMs, max: Date.UTC(2035, 0, 1) / dayMs });
  const check = (name: string, one: number) => {
    const dayOf = localDays(name);
    const start = startOfDay(one, name);
    expect([name, dayText(dayOf(start)), dayText(dayOf(start - 1))]).toEqual([name, dayText(one), dayText(one - 1)]);
  };
  fc.assert(fc.property(zone, day, check), { numRuns: 1_000 });
  for (const [name, text] of [
    ['America/Sao_Paulo', '2018-11-04'],
    ['America/Sao_Paulo', '2018-02-18'],
    ['Asia/Beirut', '2022-03-27'],
    ['Africa/Cairo', '2023-04-28'],
    ['Asia/Jerusalem', '2024-03-29'],
    // At one o'clock it was midnight again.
    ['Asia/Jerusalem', '2003-10-03'],
  ] as const) {
    check(name, Date.parse(text) / dayMs);
  }
  // Samoa had no 30 December 2011.
  expect(new Date(startOfDay(Date.parse('2011-12-30') / dayMs, 'Pacific/Apia')).toISOString()).toBe(
    '2011-12-30T10:00:00.000Z',
  );
});

test('[insight.time] only names of time zones are time zones', () => {
  for (const name of [...zones, 'Israel', 'utc']) expect(isTimeZone(name), name).toBe(true);
  for (const name of ['', 'Mars/Base', '+02:00', 'UTC; drop', "UTC'", 'x'.repeat(100), 'Asia', 'UTC\n', '../etc']) {
    expect(isTimeZone(name), name).toBe(false);
  }
});

test('[insight.time] units follow each other without gaps, and a day lies in its unit', () => {
  const anyDay = fc.integer({ min: Date.parse('0000-01-01') / dayMs, max: Date.parse('9999-12-31') / dayMs });
  const units: Unit[] = ['day', 'week', 'month', 'year', 'decade', 'century'];
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...units), (day, unit) => {
      const place = placeOf(day, unit);
      expect(firstDayOf(place, unit)).toBeLessThanOrEqual(day);
      expect(firstDayOf(place + 1, unit)).toBeGreaterThan(day);
      expect(placeOf(firstDayOf(place, unit), unit)).toBe(place);
    }),
    { numRuns: 2_000 },
  );
  const starts = (text: string) =>
    units.map((unit) => dayText(firstDayOf(placeOf(Date.parse(text) / dayMs, unit), unit)));
  expect(starts('2024-02-29')).toEqual([
    '2024-02-29',
    '2024-02-26',
    '2024-02-01',
    '2024-01-01',
    '2020-01-01',
    '2000-01-01',
  ]);
  expect(starts('1969-12-31')).toEqual([
    '1969-12-31',
    '1969-12-29',
    '1969-12-01',
    '1969-01-01',
    '1960-01-01',
    '1900-01-01',
  ]);
});
