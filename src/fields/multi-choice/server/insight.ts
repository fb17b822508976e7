// Each chosen option counts; in a ranking its place counts too. [insight.choices]
import type { ChoiceInsight } from '../../../api-types/insight.ts';
import type { KindInsight } from '../../../server/insight/tally-field.ts';
import { createPlaceTally } from '../../../server/insight/tally-places.ts';
import { choicesOf, tallyOptions } from '../../choice/server/insight.ts';

export const insight: KindInsight = {
  tally(field, tools) {
    const tally = tallyOptions(field, tools, true);
    if (field.element.ranked !== true) return tally;
    const places = createPlaceTally(choicesOf(field, tools.style));
    return {
      add(value) {
        places.add(value);
        return tally.add(value);
      },
      finish: () => ({ ...(tally.finish() as ChoiceInsight), places: places.finish() }),
    };
  },
  axis: choicesOf,
  isMulti: true,
};
