// Made by npm run fields: server/plain.ts of every folder that has it.

import type { KindPlain } from '../../../server/web/plain-controls.ts';
import { plain as bool } from '../../bool/server/plain.ts';
import { plain as choice } from '../../choice/server/plain.ts';
import { plain as color } from '../../color/server/plain.ts';
import { plain as date } from '../../date/server/plain.ts';
import { plain as multiChoice } from '../../multi-choice/server/plain.ts';
import { plain as number } from '../../number/server/plain.ts';
import { plain as rate } from '../../rate/server/plain.ts';
import { plain as text } from '../../text/server/plain.ts';
import type { ValueKind } from '../kind.ts';

export const plainByKind: Readonly<Partial<Record<ValueKind, KindPlain>>> = {
  text,
  number,
  choice,
  'multi-choice': multiChoice,
  bool,
  date,
  rate,
  color,
};
