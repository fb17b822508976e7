// A number that is chosen by moving.

import type { Preset } from '../preset.ts';

export const preset: Preset = {
  isOne: ({ type, inputStyle }, { value }) => type === 'fInput' && value.kind === 'number' && inputStyle === 'slider',
};
