// Made by npm run fields: answer.ts of every folder that has it.

import type { KindAnswer } from '../answer.ts';
import { answer as bool } from '../bool/answer.ts';
import { answer as choice } from '../choice/answer.ts';
import { answer as color } from '../color/answer.ts';
import { answer as date } from '../date/answer.ts';
import { answer as doc } from '../doc/answer.ts';
import { answer as file } from '../file/answer.ts';
import { answer as matrix } from '../matrix/answer.ts';
import { answer as multiChoice } from '../multi-choice/answer.ts';
import { answer as number } from '../number/answer.ts';
import { answer as rate } from '../rate/answer.ts';
import { answer as sign } from '../sign/answer.ts';
import { answer as text } from '../text/answer.ts';
import type { ValueKind } from './kind.ts';

export const answerByKind: Readonly<Record<ValueKind, KindAnswer>> = {
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
