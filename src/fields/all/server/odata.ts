// Made by npm run fields: server/odata.ts of every folder that has it.

import type { KindOData } from '../../../server/odata/edm.ts';
import { odata as bool } from '../../bool/server/odata.ts';
import { odata as choice } from '../../choice/server/odata.ts';
import { odata as color } from '../../color/server/odata.ts';
import { odata as date } from '../../date/server/odata.ts';
import { odata as multiChoice } from '../../multi-choice/server/odata.ts';
import { odata as number } from '../../number/server/odata.ts';
import { odata as rate } from '../../rate/server/odata.ts';
import { odata as text } from '../../text/server/odata.ts';
import type { ValueKind } from '../kind.ts';

export const odataByKind: Readonly<Partial<Record<ValueKind, KindOData>>> = {
  text,
  number,
  choice,
  'multi-choice': multiChoice,
  bool,
  date,
  rate,
  color,
};
