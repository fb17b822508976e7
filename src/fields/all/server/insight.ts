// Made by npm run fields: server/insight.ts of every folder that has it.

import type { KindInsight } from '../../../server/insight/tally-field.ts';
import { insight as bool } from '../../bool/server/insight.ts';
import { insight as choice } from '../../choice/server/insight.ts';
import { insight as date } from '../../date/server/insight.ts';
import { insight as matrix } from '../../matrix/server/insight.ts';
import { insight as multiChoice } from '../../multi-choice/server/insight.ts';
import { insight as number } from '../../number/server/insight.ts';
import { insight as rate } from '../../rate/server/insight.ts';
import type { ValueKind } from '../kind.ts';

export const insightByKind: Readonly<Partial<Record<ValueKind, KindInsight>>> = {
  number,
  choice,
  'multi-choice': multiChoice,
  bool,
  date,
  rate,
  matrix,
};
