// Made by npm run fields: column.ts of every folder that has it.

import type { KindColumn } from '../column.ts';
import { column as bool } from '../bool/column.ts';
import { column as choice } from '../choice/column.ts';
import { column as color } from '../color/column.ts';
import { column as date } from '../date/column.ts';
import { column as doc } from '../doc/column.ts';
import { column as file } from '../file/column.ts';
import { column as matrix } from '../matrix/column.ts';
import { column as multiChoice } from '../multi-choice/column.ts';
import { column as number } from '../number/column.ts';
import { column as rate } from '../rate/column.ts';
import { column as sign } from '../sign/column.ts';
import { column as text } from '../text/column.ts';
import type { ValueKind } from './kind.ts';

export const columnByKind: Readonly<Record<ValueKind, KindColumn>> = {
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
