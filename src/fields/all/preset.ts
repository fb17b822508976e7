// Made by npm run fields: preset.ts of every folder that has it.

import type { Preset } from '../preset.ts';
import { preset as choice } from '../choice/preset.ts';
import { preset as phone } from '../phone/preset.ts';
import { preset as ranking } from '../ranking/preset.ts';
import { preset as scale } from '../scale/preset.ts';
import { preset as slider } from '../slider/preset.ts';

export const presets: Readonly<Record<string, Preset>> = {
  choice,
  phone,
  ranking,
  scale,
  slider,
};
