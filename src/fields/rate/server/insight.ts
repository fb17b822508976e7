import type { Element } from '../../../core/definition/form-definition.ts';
import { ratingsOf as scaleOf } from '../../../core/definition/rating-scale.ts';
import type { FieldStep } from '../../../core/plan/form-plan.ts';
import type { FieldTally, KindInsight, TallyTools } from '../../../server/insight/tally-field.ts';
import { tallyNumber } from '../../number/server/insight.ts';

export const insight: KindInsight = {
  tally: tallyRating,
  axis: ({ element }) => ratingsOf(element)?.map((value) => ({ value, label: String(value), count: 0 })),
};

/** A longer scale is a number like any other. */
const longestScale = 100;

/** From the beginning of the scale to its top; undefined where the scale is too long to be one. */
function ratingsOf(element: Element): number[] | undefined {
  const { rateMax = 0 } = element;
  return rateMax > longestScale ? undefined : scaleOf(element, longestScale + 1);
}

function tallyRating({ element }: FieldStep, tools: TallyTools): FieldTally {
  const ratings = ratingsOf(element);
  if (ratings === undefined) return tallyNumber(tools);
  const counts = new Map(ratings.map((rating) => [rating, 0]));
  let [answered, sum, otherCount] = [0, 0, 0];
  return {
    add(value) {
      if (typeof value !== 'number' || !Number.isFinite(value)) return false;
      answered += 1;
      sum += value;
      const count = counts.get(value);
      if (count === undefined) otherCount += 1;
      else counts.set(value, count + 1);
      return true;
    },
    finish: () => ({
      kind: 'rating',
      mean: answered === 0 || !Number.isFinite(sum) ? null : sum / answered,
      values: [...counts].map(([value, count]) => ({ value, count })),
      otherCount,
    }),
  };
}
