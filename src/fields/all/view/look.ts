// Made by npm run fields: view/look.ts of every folder that has it.

import type { Look } from '../../../form-view/control-choice.ts';
import { look as bool } from '../../bool/view/look.ts';
import { look as choice } from '../../choice/view/look.ts';
import { look as color } from '../../color/view/look.ts';
import { look as date } from '../../date/view/look.ts';
import { look as doc } from '../../doc/view/look.ts';
import { look as file } from '../../file/view/look.ts';
import { look as matrix } from '../../matrix/view/look.ts';
import { look as multiChoice } from '../../multi-choice/view/look.ts';
import { look as number } from '../../number/view/look.ts';
import { look as rate } from '../../rate/view/look.ts';
import { look as sign } from '../../sign/view/look.ts';
import { look as text } from '../../text/view/look.ts';
import type { ValueKind } from '../kind.ts';

export const looks: Readonly<Record<ValueKind, Look>> = {
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
