// How the numbers of each country look: their lengths and plans, from the data of libphonenumber. Only the page asks; the
// API takes a number of any country. [fill-links.phone]
import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/min/metadata';
import { readPhone } from '../calling-codes.ts';

/** `number` as it is stored: `+972501234567`. */
export function readPlan(number: string) {
  const plan = parsePhoneNumberFromString(number, metadata);
  return {
    /** Numbers of its country have this length. */
    isPossible: plan?.isPossible() ?? false,
    /** Numbers of its country begin like this, as far as the data knows. */
    isUsual: plan?.isValid() ?? false,
    /** As people write it at home. */
    national: plan?.formatNational() ?? number,
    international: plan?.formatInternational() ?? number,
  };
}

/** What `typed` means in the first of the countries that have such numbers, or with a + before it. */
export function guessNumber(typed: string, countries: readonly string[]): string | undefined {
  const readings = [...countries.map((country) => readPhone(typed, country)), readPhone(`+${typed}`)];
  return readings.find((number) => number !== undefined && readPlan(number).isUsual);
}
