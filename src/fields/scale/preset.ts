// A rating by numbers, with words at its ends.

import type { Preset } from '../preset.ts';

export const preset: Preset = {
  isOne: ({ type, rateStyle, rateMin, rateLow, rateHigh }) =>
    type === 'fRate' && (rateStyle === 'numbers' || rateMin === 0 || Boolean(rateLow || rateHigh)),
};
