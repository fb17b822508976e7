// Made by npm run fields: value.ts of every folder that has it.

import type { KindValue } from '../kind.ts';
import { value as bool } from '../bool/value.ts';
import { value as choice } from '../choice/value.ts';
import { value as color } from '../color/value.ts';
import { value as date } from '../date/value.ts';
import { value as doc } from '../doc/value.ts';
import { value as file } from '../file/value.ts';
import { value as matrix } from '../matrix/value.ts';
import { value as multiChoice } from '../multi-choice/value.ts';
import { value as number } from '../number/value.ts';
import { value as rate } from '../rate/value.ts';
import { value as sign } from '../sign/value.ts';
import { value as text } from '../text/value.ts';
import type { ValueKind } from './kind.ts';

export const valueByKind: Readonly<Record<ValueKind, KindValue>> = {
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
