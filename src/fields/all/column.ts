// The column of each kind in the table of entries.

import type { ValueKind } from '../../core/values/value-type.ts';
import { column as bool } from '../bool/column.ts';
import { column as choice } from '../choice/column.ts';
import { column as color } from '../color/column.ts';
import type { KindColumn } from '../column.ts';
import { column as date } from '../date/column.ts';
import { column as doc } from '../doc/column.ts';
import { column as file } from '../file/column.ts';
import { column as matrix } from '../matrix/column.ts';
import { column as multiChoice } from '../multi-choice/column.ts';
import { column as number } from '../number/column.ts';
import { column as rate } from '../rate/column.ts';
import { column as sign } from '../sign/column.ts';
import { column as text } from '../text/column.ts';

export const columnByKind: Readonly<Record<ValueKind, KindColumn>> = {
  bool,
  choice,
  color,
  date,
  doc,
  file,
  matrix,
  'multi-choice': multiChoice,
  number,
  rate,
  sign,
  text,
};
