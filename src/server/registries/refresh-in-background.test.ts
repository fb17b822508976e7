import { expect, test } from 'vitest';
import { nextRegular } from './refresh-in-background.ts';

const at = (time: string) => Date.parse(`2026-03-15T${time}:00Z`);
const next = (name: string, time: string, random = 0) =>
  new Date(nextRegular(name, at(time), () => random)).toISOString().slice(8, 16);

test.each([
  ['cities', '00:30', '15T01:00'],
  ['cities', '01:00', '16T01:00'],
  ['taxLocalities', '12:00', '16T01:00'],
  ['banks', '00:30', '15T01:00'],
  ['banks', '01:30', '15T09:30'],
  ['banksEnglish', '09:30', '16T01:00'],
  ['banks', '23:00', '16T01:00'],
])('[options-sets.maintained.refresh] %s after %s: %s', (name, time, expected) => {
  expect(next(name, time)).toBe(expected);
});

test('[options-sets.maintained.refresh] not all installations in the same minute', () => {
  expect(next('banks', '01:30', 0.5)).toBe('15T10:00');
  expect(next('cities', '01:30', 0.99)).toBe('16T01:59');
});
