import { expect, test } from 'vitest';
import { printDate } from './print-date.ts';

const en = (timeZone?: string) => ({ locale: 'en', timeZone }) as const;
const moment = '2024-05-17T22:30:00.000Z';

test('[forms.time-zone] moments are shown in UTC, or in the zone of the form with its offset', () => {
  expect(printDate(moment, 'dt', en())).toBe('17 May 2024, 22:30 UTC');
  expect(printDate(moment, 'dt', en('UTC'))).toBe('17 May 2024, 22:30 UTC');
  expect(printDate(moment, 'dt', en('Asia/Jerusalem'))).toBe('18 May 2024, 01:30 GMT+3');
  expect(printDate('2024-01-17T22:30:00.000Z', 'dt', en('Asia/Jerusalem'))).toBe('18 January 2024, 00:30 GMT+2');
  expect(printDate('2024-01-01T03:00:00.000Z', 'dt', en('America/New_York'))).toBe('31 December 2023, 22:00 GMT-5');
  expect(printDate(moment, 'dt', en('Asia/Kolkata'))).toBe('18 May 2024, 04:00 GMT+5:30');
  expect(printDate(moment, 'dt', { locale: 'he', timeZone: 'Asia/Jerusalem' })).toBe('18 במאי 2024, 01:30 GMT+3');
});

test('[forms.time-zone] days and times of day have none', () => {
  for (const timeZone of [undefined, 'America/New_York', 'Pacific/Kiritimati']) {
    expect(printDate('2024-05-17T00:00:00.000Z', 'd', en(timeZone))).toBe('17 May 2024');
    expect(printDate('1970-01-01T07:45:00.000Z', 't', en(timeZone))).toBe('07:45');
  }
});
