// Made by npm run fields: palette.ts of every folder that has it.

import type { PaletteItem } from '../palette.ts';
import { palette as bool } from '../bool/palette.ts';
import { palette as choice } from '../choice/palette.ts';
import { palette as color } from '../color/palette.ts';
import { palette as date } from '../date/palette.ts';
import { palette as doc } from '../doc/palette.ts';
import { palette as file } from '../file/palette.ts';
import { palette as matrix } from '../matrix/palette.ts';
import { palette as multiChoice } from '../multi-choice/palette.ts';
import { palette as number } from '../number/palette.ts';
import { palette as phone } from '../phone/palette.ts';
import { palette as ranking } from '../ranking/palette.ts';
import { palette as rate } from '../rate/palette.ts';
import { palette as scale } from '../scale/palette.ts';
import { palette as sign } from '../sign/palette.ts';
import { palette as slider } from '../slider/palette.ts';
import { palette as text } from '../text/palette.ts';

export const palettes: Readonly<Record<string, readonly PaletteItem[]>> = {
  text,
  number,
  doc,
  choice,
  'multi-choice': multiChoice,
  bool,
  date,
  file,
  sign,
  rate,
  color,
  matrix,
  phone,
  ranking,
  scale,
  slider,
};
