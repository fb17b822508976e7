import type { Element, JsonValue } from '../../core/definition/form-definition.ts';
import { itemTypeOf } from '../../core/plan/value-type-of.ts';
import { invalid } from '../../core/values/value-type.ts';
import { maxSampled, sampleOptions } from '../choice/sample.ts';
import { readNumber } from '../number/value.ts';
import { type KindSample, limitsIn } from '../sample.ts';

export const sample: KindSample = (context) => {
  const { element } = context;
  const items = sampleOptions(context, 0).filter(isItemOf(element));
  // An order of some would not do where all are asked for.
  const counts = element.ranked === true ? [maxSampled, ...countsIn(element)] : countsIn(element);
  return [...counts.map((count) => items.slice(0, count)), ...items.map((item) => [item])];
};

function countsIn(element: Element): number[] {
  const limits = limitsIn(element, 'arr/').flatMap((limit) => {
    const count = readNumber(limit);
    return typeof count === 'number' && count > 0 ? [Math.floor(count), Math.ceil(count)] : [];
  });
  return [2, 1, ...limits, 3];
}

/** One item of a wrong type would spoil a list. */
function isItemOf(element: Element): (item: JsonValue) => boolean {
  const type = itemTypeOf(element);
  return (item) => {
    const value = type.read(item, { cleanHtml: (html) => html });
    return value !== invalid && value !== null;
  };
}
