import { expect, test } from 'vitest';
import { callingCountries } from './calling-codes.ts';
import { mayBePhone, writesZero } from './phone-plans.ts';

test.each([
  ['+972501234567', 'IL', true],
  ['+97225551234', 'IL', true],
  ['+9721800123456', 'IL', true],
  ['+97250123', 'IL', false],
  ['+9725012345678', 'IL', false],
  ['+12025550123', 'US', true],
  ['+10501234567', 'US', false],
  ['+1202555012', 'CA', false],
  ['+79161234567', 'RU', true],
  ['+7916123456', 'RU', false],
  ['+442079460958', 'GB', true],
  ['+44207', 'GB', false],
  ['+4912345678901234567', 'DE', false],
  ['+442079460958', 'IL', true],
])('[fill-links.phone] whether %s may be a number of %s: %s', (number, country, isPossible) => {
  expect(mayBePhone(number, country)).toBe(isPossible);
});

test('[fill-links.phone] a leading zero is shown for countries that are in the list', () => {
  expect(writesZero.split(' ').filter((country) => !callingCountries.includes(country))).toEqual([]);
});
