// Made by npm run fields: builder.ts of every folder that has it.

import type { KindBuilder } from '../builder.ts';
import { builder as bool } from '../bool/builder.ts';
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
import type { ValueKind } from './kind.ts';

export const builderByKind: Readonly<Record<ValueKind, KindBuilder>> = {
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
