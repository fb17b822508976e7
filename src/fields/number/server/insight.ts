import type { FieldTally, KindInsight, TallyTools } from '../../../server/insight/tally-field.ts';
import { createNumberTally } from '../../../server/insight/tally-numbers.ts';

export const insight: KindInsight = { tally: (_, tools) => tallyNumber(tools) };

export function tallyNumber(tools: TallyTools): FieldTally {
  const tally = createNumberTally(tools);
  return {
    add(value) {
      if (typeof value !== 'number' || !Number.isFinite(value)) return false;
      tally.add(value);
      return true;
    },
    finish: () => tally.finish(),
  };
}
