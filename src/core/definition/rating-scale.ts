// The numbers that a rating offers: from 1, or where it is a scale of numbers from its own beginning, to its end. [fill-links.scale]

import type { Element } from './form-definition.ts';

/** undefined where there are more than `most`. */
export function ratingsOf({ rateMax = 5, rateMin = 1, rateStyle }: Element, most: number): number[] | undefined {
  const first = rateStyle === 'numbers' ? rateMin : 1;
  const count = rateMax - first + 1;
  return count > most ? undefined : Array.from({ length: count }, (_, place) => place + first);
}
