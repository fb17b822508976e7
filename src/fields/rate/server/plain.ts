import type { Element } from '../../../core/definition/form-definition.ts';
import { ratingsOf } from '../../../core/definition/rating-scale.ts';
import type { Option } from '../../../core/plan/option-list.ts';
import type { KindPlain } from '../../../server/web/plain-controls.ts';

export const plain: KindPlain = {
  control: (_, options) => options && 'radios',
  options(element, most) {
    const ratings = ratingsOf(element, most);
    return ratings?.map((rating) => scaleOption(element, rating, ratings));
  },
};

/** The ends of a scale may have words. */
function scaleOption({ rateLow, rateHigh }: Element, rating: number, ratings: readonly number[]): Option {
  const words = rating === ratings[0] ? rateLow : rating === ratings.at(-1) ? rateHigh : undefined;
  return { value: rating, label: words ? `${rating} – ${words}` : String(rating) };
}
