// Made by npm run fields: view/preset.ts of every folder that has it.

import type { PresetView } from '../../../form-view/preset-view.ts';
import { preset as choice } from '../../choice/view/preset.ts';
import { preset as phone } from '../../phone/view/preset.ts';
import { preset as ranking } from '../../ranking/view/preset.ts';
import { preset as scale } from '../../scale/view/preset.ts';
import { preset as slider } from '../../slider/view/preset.ts';

export const presetViews: Readonly<Record<string, PresetView>> = {
  choice,
  phone,
  ranking,
  scale,
  slider,
};
