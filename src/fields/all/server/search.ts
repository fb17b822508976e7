// Made by npm run fields: server/search.ts of every folder that has it.

import type { KindSearch } from '../../../server/search/item-types.ts';
import { search as bool } from '../../bool/server/search.ts';
import { search as choice } from '../../choice/server/search.ts';
import { search as color } from '../../color/server/search.ts';
import { search as date } from '../../date/server/search.ts';
import { search as doc } from '../../doc/server/search.ts';
import { search as file } from '../../file/server/search.ts';
import { search as matrix } from '../../matrix/server/search.ts';
import { search as multiChoice } from '../../multi-choice/server/search.ts';
import { search as number } from '../../number/server/search.ts';
import { search as rate } from '../../rate/server/search.ts';
import { search as sign } from '../../sign/server/search.ts';
import { search as text } from '../../text/server/search.ts';
import type { ValueKind } from '../kind.ts';

export const searchByKind: Readonly<Record<ValueKind, KindSearch>> = {
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
