// What the builder asks about values, of each kind.

import type { ValueKind } from '../../core/values/value-type.ts';
import { builder as bool } from '../bool/builder.ts';
import type { KindBuilder } from '../builder.ts';
import { builder as choice } from '../choice/builder.ts';
import { builder as color } from '../color/builder.ts';
import { builder as date } from '../date/builder.ts';
import { builder as doc } from '../doc/builder.ts';
import { builder as file } from '../file/builder.ts';
import { builder as matrix } from '../matrix/builder.ts';
import { builder as multiChoice } from '../multi-choice/builder.ts';
import { builder as number } from '../number/builder.ts';
import { builder as rate } from '../rate/builder.ts';
import { builder as sign } from '../sign/builder.ts';
import { builder as text } from '../text/builder.ts';

export const builderByKind: Readonly<Record<ValueKind, KindBuilder>> = {
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
