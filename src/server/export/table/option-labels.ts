// The labels of a field's options by the text of the value that is stored. [export.table.labels]
import type { FieldStep } from '../../../core/plan/form-plan.ts';
import { type Option, optionKey } from '../../../core/plan/option-list.ts';
import { listOptions } from '../../../core/plan/options.ts';
import { itemTypeOf } from '../../../core/plan/value-type-of.ts';
import { invalid } from '../../../core/values/value-type.ts';
import type { EntryAtHand } from './entry-at-hand.ts';

export type Labels = ReadonlyMap<string, string>;

/** Options that an expression makes may differ from entry to entry, and from row to row. */
export function labelsOf(step: FieldStep): (entry: EntryAtHand) => Labels {
  const { options } = step;
  if (options === undefined || options.form === 'set') return () => none;
  if (options.form === 'list') {
    let labels: Labels | undefined;
    return () => {
      labels ??= mapLabels(step, options.list);
      return labels;
    };
  }
  const find = (entry: EntryAtHand) => mapLabels(step, listOptions(options, entry.scope));
  if (options.isOfRow) return find;
  return (entry) => {
    const labels = entry.labels.get(step) ?? find(entry);
    entry.labels.set(step, labels);
    return labels;
  };
}

const none: Labels = new Map();

/** By the text of the value that is stored: an option '2024-05-01' of a date field is stored as a timestamp. */
function mapLabels(step: FieldStep, options: readonly Option[]): Labels {
  const labels = new Map<string, string>();
  for (const option of options) {
    const key = storedKey(step, option);
    if (!labels.has(key)) labels.set(key, option.label);
  }
  return labels;
}

export function storedKey({ element }: FieldStep, { value }: Option): string {
  const stored = itemTypeOf(element).read(value, { cleanHtml: (html) => html });
  return optionKey(stored === invalid || stored === null ? value : stored);
}
