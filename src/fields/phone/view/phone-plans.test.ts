import { expect, test } from 'vitest';
import { callingCode, callingCountries, readPhone } from '../calling-codes.ts';
import { guessNumber, readPlan } from './phone-plans.ts';

test.each([
  ['+972501234567', true, true, '050-123-4567'],
  ['+97225551234', true, true, '02-555-1234'],
  ['+9721800123456', true, true, '1-800-123-456'],
  ['+97250123', false, false, '50123'],
  ['+9725012345678', true, false, '5012345678'],
  ['+12025550123', true, true, '(202) 555-0123'],
  ['+10501234567', true, false, '0501234567'],
  ['+1202555012', false, false, '202555012'],
  ['+79161234567', true, true, '8 (916) 123-45-67'],
  ['+7916123456', false, false, '916123456'],
  ['+442079460958', true, true, '020 7946 0958'],
  ['+44207', false, false, '207'],
  ['+390612345', true, true, '06 12345'],
  ['+4912345678901234567', false, false, '12345678901234567'],
  ['+99912345678', false, false, '+99912345678'],
])(
  '[fill-links.phone] %s: of a possible length %s, of the plan %s, at home %s',
  (number, isPossible, isUsual, home) => {
    expect(readPlan(number)).toMatchObject({ isPossible, isUsual, national: home });
  },
);

test('[fill-links.phone] the country is guessed where the number is one there', () => {
  expect(guessNumber('050-1234567', ['US', 'IL'])).toBe('+972501234567');
  expect(guessNumber('07911 123456', ['IL', 'GB'])).toBe('+447911123456');
  // The calling code was typed without its sign.
  expect(guessNumber('972 50 1234567', ['US'])).toBe('+972501234567');
  expect(guessNumber('050-123', ['IL', 'US'])).toBeUndefined();
  expect(guessNumber('x'.repeat(80), ['IL'])).toBeUndefined();
});

test('[fill-links.phone] every country in the list has numbers', () => {
  for (const country of callingCountries) {
    const lengths = Array.from({ length: 11 }, (_, at) => `+${callingCode(country)}${'2'.repeat(at + 4)}`);
    expect(`${country} ${lengths.some((number) => readPlan(number).isPossible)}`).toBe(`${country} true`);
    expect(readPhone('22222222', country)).toMatch(/^\+/);
  }
});
