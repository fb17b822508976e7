import { createDateTally } from '../../../server/insight/tally-dates.ts';
import type { KindInsight } from '../../../server/insight/tally-field.ts';
import { dateModeOf } from '../value.ts';

export const insight: KindInsight = {
  tally: ({ element }, tools) => createDateTally({ mode: dateModeOf(element), ...tools }),
};
