// Made by npm run fields: server/schema.ts of every folder that has it.

import type { KindSchema } from '../../../server/forms/schema/schema-parts.ts';
import { schema as bool } from '../../bool/server/schema.ts';
import { schema as choice } from '../../choice/server/schema.ts';
import { schema as color } from '../../color/server/schema.ts';
import { schema as date } from '../../date/server/schema.ts';
import { schema as doc } from '../../doc/server/schema.ts';
import { schema as file } from '../../file/server/schema.ts';
import { schema as matrix } from '../../matrix/server/schema.ts';
import { schema as multiChoice } from '../../multi-choice/server/schema.ts';
import { schema as number } from '../../number/server/schema.ts';
import { schema as rate } from '../../rate/server/schema.ts';
import { schema as sign } from '../../sign/server/schema.ts';
import { schema as text } from '../../text/server/schema.ts';
import type { ValueKind } from '../kind.ts';

export const schemaByKind: Readonly<Record<ValueKind, KindSchema>> = {
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
