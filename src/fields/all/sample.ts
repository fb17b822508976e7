// Made by npm run fields: sample.ts of every folder that has it.

import type { KindSample } from '../sample.ts';
import { sample as bool } from '../bool/sample.ts';
import { sample as choice } from '../choice/sample.ts';
import { sample as color } from '../color/sample.ts';
import { sample as date } from '../date/sample.ts';
import { sample as doc } from '../doc/sample.ts';
import { sample as file } from '../file/sample.ts';
import { sample as matrix } from '../matrix/sample.ts';
import { sample as multiChoice } from '../multi-choice/sample.ts';
import { sample as number } from '../number/sample.ts';
import { sample as rate } from '../rate/sample.ts';
import { sample as sign } from '../sign/sample.ts';
import { sample as text } from '../text/sample.ts';
import type { ValueKind } from './kind.ts';

export const sampleByKind: Readonly<Record<ValueKind, KindSample>> = {
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
