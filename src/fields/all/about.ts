// Made by npm run fields: about.ts of every folder that has it.

import type { KindAbout } from '../kind.ts';
import { about as bool } from '../bool/about.ts';
import { about as choice } from '../choice/about.ts';
import { about as color } from '../color/about.ts';
import { about as date } from '../date/about.ts';
import { about as doc } from '../doc/about.ts';
import { about as file } from '../file/about.ts';
import { about as matrix } from '../matrix/about.ts';
import { about as multiChoice } from '../multi-choice/about.ts';
import { about as number } from '../number/about.ts';
import { about as rate } from '../rate/about.ts';
import { about as sign } from '../sign/about.ts';
import { about as text } from '../text/about.ts';
import type { ValueKind } from './kind.ts';

export const aboutByKind: Readonly<Record<ValueKind, KindAbout>> = {
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
};
