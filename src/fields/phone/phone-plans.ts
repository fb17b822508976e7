// How numbers of a country look, as far as it is certain: how many digits follow the calling code, and whether they are written with a
// 0 at home. Only the page asks; what the API takes is a number of any country. [fill-links.phone]
import { callingCode } from './calling-codes.ts';

/** By calling code. */
const plans: Readonly<Record<string, RegExp>> = {
  '1': /^[2-9]\d{9}$/,
  '7': /^\d{10}$/,
  '972': /^(?:[2-9]\d{7,8}|1\d{5,9})$/,
};

/** No country has fewer than four digits after its code, and no number more than fifteen in all. */
const anyPlan = /^\d{4,14}$/;

/** `number` as it is stored: `+972501234567`. */
export function mayBePhone(number: string, country: string): boolean {
  const code = callingCode(country) ?? '';
  return !number.startsWith(`+${code}`) || (plans[code] ?? anyPlan).test(number.slice(1 + code.length));
}

/** There a number is written with a 0 before it, which is not dialled from abroad. */
export const writesZero = 'IL PS GB IE FR DE AT CH BE NL SE AU NZ ZA JP';
