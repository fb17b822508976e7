import type { JsonValue } from '../../core/definition/form-definition.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { optionKey } from '../../core/plan/option-list.ts';
import type { KindCell } from '../cell.ts';

export const cell: KindCell = optionReader;

/** By value, else by a label that only one option has. Options that are not a list are checked as they are. */
export function optionReader({ options }: FieldStep): (text: string) => JsonValue {
  if (options?.form !== 'list') return (text) => text;
  const byLabel = new Map<string, JsonValue | undefined>();
  for (const { value, label } of options.list) {
    const key = label.trim();
    byLabel.set(key, byLabel.has(key) && byLabel.get(key) !== value ? undefined : value);
  }
  return (text) => {
    const key = text.trim();
    if (options.index.has(optionKey(text)) || options.index.has(optionKey(key)))
      return options.index.get(optionKey(text)) ?? options.index.get(optionKey(key)) ?? key;
    return byLabel.get(key) ?? text;
  };
}
