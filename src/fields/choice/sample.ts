import type { Element, JsonValue } from '../../core/definition/form-definition.ts';
import { indexOptions, readOptionList } from '../../core/plan/option-list.ts';
import { itemTypeOf } from '../../core/plan/value-type-of.ts';
import { type KindSample, type SampleContext, sampleDates, sampleNumbers } from '../sample.ts';

export const sample: KindSample = (context) => sampleOptions(context, context.row);

/** Of long lists the first are enough to choose from. */
export const maxSampled = 200;

/** All, the one at `first` first. */
export function sampleOptions({ element, options, words }: SampleContext, first: number): JsonValue[] {
  const listed = options === undefined ? writtenOptions(element) : [...options.values()];
  const values = listed.slice(0, maxSampled);
  if (values.length > 0) return [...values.slice(first % values.length), ...values.slice(0, first % values.length)];
  if (options !== undefined) return [];
  // Any value does, as far as typeValidator allows: the type then keeps those it can read.
  return [
    words.choice,
    ...sampleNumbers(element, 1),
    ...sampleDates(element, first),
    true,
    ...Array.from({ length: 50 }, numbered),
  ];
}

function numbered(_: unknown, at: number): string {
  return String(at + 2);
}

function writtenOptions(element: Element): JsonValue[] {
  if (!Array.isArray(element.options)) return [];
  return [...indexOptions(readOptionList(element.options), itemTypeOf(element)).values()];
}
