// Made by npm run fields: view/settings.ts of every folder that has it.

import type { KindSettings } from '../../../admin/builder/properties/kind-settings.ts';
import { settings as choice } from '../../choice/view/settings.tsx';
import { settings as color } from '../../color/view/settings.tsx';
import { settings as file } from '../../file/view/settings.tsx';
import { settings as matrix } from '../../matrix/view/settings.tsx';
import { settings as phone } from '../../phone/view/settings.tsx';
import { settings as rate } from '../../rate/view/settings.tsx';
import { settings as slider } from '../../slider/view/settings.tsx';

export const settingsByFolder: Readonly<Record<string, KindSettings>> = {
  choice,
  file,
  rate,
  color,
  matrix,
  phone,
  slider,
};
