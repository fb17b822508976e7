// Made by npm run fields: cell.ts of every folder that has it.

import type { KindCell } from '../cell.ts';
import { cell as bool } from '../bool/cell.ts';
import { cell as choice } from '../choice/cell.ts';
import { cell as date } from '../date/cell.ts';
import { cell as file } from '../file/cell.ts';
import { cell as matrix } from '../matrix/cell.ts';
import { cell as multiChoice } from '../multi-choice/cell.ts';
import { cell as number } from '../number/cell.ts';
import { cell as rate } from '../rate/cell.ts';
import { cell as sign } from '../sign/cell.ts';
import type { ValueKind } from './kind.ts';

export const cellByKind: Readonly<Partial<Record<ValueKind, KindCell>>> = {
  number,
  choice,
  'multi-choice': multiChoice,
  bool,
  date,
  file,
  sign,
  rate,
  matrix,
};
