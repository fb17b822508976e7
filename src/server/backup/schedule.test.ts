import { expect, test } from 'vitest';
import { lastDue } from './schedule.ts';

test.each([
  ['UTC', '2026-03-10T03:00:00Z', '2026-03-10T02:30:00Z'],
  ['UTC', '2026-03-10T02:30:00Z', '2026-03-10T02:30:00Z'],
  ['UTC', '2026-03-10T02:29:59Z', '2026-03-09T02:30:00Z'],
  ['Asia/Jerusalem', '2026-01-10T00:31:00Z', '2026-01-10T00:30:00Z'],
  ['America/New_York', '2026-01-10T07:29:00Z', '2026-01-09T07:30:00Z'],
  // The clocks went from 02:00 to 03:00 that night, and in autumn from 03:00 back to 02:00.
  ['Europe/Berlin', '2026-03-29T10:00:00Z', '2026-03-29T01:30:00Z'],
  ['Europe/Berlin', '2026-10-25T10:00:00Z', '2026-10-25T01:30:00Z'],
])('[running.backup.schedule] %s at %s: due since %s', (timeZone, now, due) => {
  const found = lastDue({ hour: 2, minute: 30, timeZone }, Date.parse(now));
  expect(new Date(found).toISOString().replace('.000', '')).toBe(due);
});
