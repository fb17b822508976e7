// What the properties panel shows, of each folder that says so.

import type { KindSettings } from '../../../admin/builder/properties/kind-settings.ts';
import { settings as choice } from '../../choice/settings.tsx';
import { settings as color } from '../../color/settings.tsx';
import { settings as file } from '../../file/settings.tsx';
import { settings as matrix } from '../../matrix/settings.tsx';
import { settings as phone } from '../../phone/settings.tsx';
import { settings as rate } from '../../rate/settings.tsx';
import { settings as slider } from '../../slider/settings.tsx';

export const settingsByFolder: Readonly<Record<string, KindSettings>> = {
  choice,
  color,
  file,
  matrix,
  phone,
  rate,
  slider,
};
