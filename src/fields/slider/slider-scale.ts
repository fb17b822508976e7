// From where to where a slider goes, and in which steps. Pages and samples ask; the API takes any number that the validators take.
// [fill-links.slider]

import type { Element, Validator } from '../../core/definition/form-definition.ts';
import { readNumber } from '../number/value.ts';

/** Its validators bound it, as far as they are written out: 0 to 100 otherwise. */
export function scaleOf(element: Element): { min: number; max: number; step: number } {
  const least = limitOf(element, 'num/min');
  const most = limitOf(element, 'num/max');
  const min = least ?? Math.min(0, most ?? 0);
  const max = most !== undefined && most > min ? most : min + 100;
  const { step } = element;
  return { min, max, step: typeof step === 'number' && step > 0 && step <= max - min ? step : 1 };
}

function limitOf({ validators }: Element, type: string): number | undefined {
  const rules: readonly (string | Partial<Validator>)[] = Array.isArray(validators) ? validators : [];
  const rule = rules.find((one) => typeof one === 'object' && one.type === type) as Partial<Validator> | undefined;
  const limit = rule?.value === undefined || rule.value === null ? undefined : readNumber(rule.value);
  return typeof limit === 'number' ? limit : undefined;
}
