// The options of a field by the text of the value that is stored: an option '2024-05-01' of a date field is stored as a timestamp.
// [export.table.labels]

import { affords, type Budget } from '../../core/expression/budget.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { type Option, optionKey } from '../../core/plan/option-list.ts';
import { listOptions } from '../../core/plan/options.ts';
import { itemTypeOf } from '../../core/plan/value-type-of.ts';
import { invalid } from '../../core/values/value-type.ts';
import type { AnswerField, Labels } from '../answer.ts';

/** Made once for a field. A list is the same everywhere; what an expression makes may differ by entry, and by row. */
export function labelFinder(step: FieldStep, budget?: Budget): AnswerField['labels'] {
  const { options } = step;
  if (options === undefined || options.form === 'set') return () => noLabels;
  if (options.form === 'list') {
    let labels: Labels | undefined;
    return () => {
      if (labels !== undefined) return labels;
      if (!affords(budget, options.list.length * labelWork)) return noLabels;
      labels = toLabels(step, options.list);
      return labels;
    };
  }
  return (value, { scope, kept }) => {
    const known = options.isOfRow ? undefined : kept?.get(step);
    if (known !== undefined) return known;
    const list = listOptions(options, { ...scope(), value });
    const labels = affords(budget, list.length * labelWork) ? toLabels(step, list) : noLabels;
    if (!options.isOfRow) kept?.set(step, labels);
    return labels;
  };
}

const noLabels: Labels = new Map();

/** What reading one option costs. */
const labelWork = 30;

/** Of two options with one value the first counts. */
export function toLabels(step: FieldStep, options: readonly Option[]): Labels {
  const labels = new Map<string, Option>();
  for (const option of options) {
    const key = storedKey(step, option);
    if (!labels.has(key)) labels.set(key, option);
  }
  return labels;
}

export function storedKey({ element }: FieldStep, { value }: Option): string {
  const stored = itemTypeOf(element).read(value, { cleanHtml: (html) => html });
  return optionKey(stored === invalid || stored === null ? value : stored);
}
