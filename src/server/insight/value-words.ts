// How figures name a value: the label of its option, else the value in words. [insight.choices]
import type { DateStyle } from '../../core/locale/print-date.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { answersOf } from '../../fields/answers.ts';
import { toLabels } from '../../fields/choice/labels.ts';
import { itemText } from '../../print/line.ts';
import type { Scalar } from './tally-values.ts';

/** Only a fixed list is the same for every entry. */
export function valueWords(step: FieldStep, style: DateStyle): (value: Scalar) => string {
  const labels = toLabels(step, step.options?.form === 'list' ? step.options.list : []);
  const answers = answersOf(step, { labels });
  return (value) => itemText(answers.item(value, { scope: () => ({}) }), style);
}
