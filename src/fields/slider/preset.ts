// A number that is chosen by moving.

import type { Preset } from '../preset.ts';

export const preset: Preset = {
  isOne: ({ inputStyle }, { value }) => value.kind === 'number' && inputStyle === 'slider',
};
