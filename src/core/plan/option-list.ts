// A list of options as a definition or an expression gives it: pairs [value, label], single values that are both, and
// groups that only affect display. [validation.options.list]

import type { JsonValue } from '../definition/form-definition.ts';
import { cleanText } from '../values/clean-text.ts';
import { invalid, isPlainObject, type ValueType } from '../values/value-type.ts';

export interface Option {
  readonly value: JsonValue;
  readonly label: string;
  readonly group?: string;
}

/** Option values by the text that identifies them. */
export type OptionIndex = ReadonlyMap<string, JsonValue>;

/** The options of a list in order; items that are not options are left out and named to `onBadItem` by their place. */
export function readOptionList(list: readonly unknown[], onBadItem?: (place: (string | number)[]) => void): Option[] {
  const options: Option[] = [];
  list.forEach((item, index) => {
    if (isPlainObject(item)) readGroup(item, index, options, onBadItem);
    else addOption(item, undefined, options, () => onBadItem?.([index]));
  });
  return options;
}

function readGroup(
  group: Record<string, unknown>,
  index: number,
  options: Option[],
  onBadItem?: (place: (string | number)[]) => void,
): void {
  const items = group['options'];
  if (!Array.isArray(items)) {
    onBadItem?.([index, 'options']);
    return;
  }
  const label = typeof group['label'] === 'string' ? group['label'] : '';
  items.forEach((item, inner) => {
    addOption(item, label, options, () => onBadItem?.([index, 'options', inner]));
  });
}

function addOption(item: unknown, group: string | undefined, options: Option[], onBad: () => void): void {
  const value: unknown = Array.isArray(item) ? item[0] : item;
  const label: unknown = Array.isArray(item) && item.length > 1 ? item[1] : value;
  if (!isScalar(value) || !isScalar(label)) {
    onBad();
    return;
  }
  const option = { value: typeof value === 'string' ? cleanText(value) : value, label: String(label) };
  options.push(group === undefined ? option : { ...option, group });
}

function isScalar(value: unknown): value is string | number | boolean {
  return (
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  );
}

/** `item` is the type of the field's values: the option '2024-05-01' of a date field is stored as a timestamp. */
export function indexOptions(options: readonly Option[], item: ValueType): OptionIndex {
  const index = new Map<string, JsonValue>();
  for (const { value } of storedOptions(options, item)) {
    if (!index.has(optionKey(value))) index.set(optionKey(value), value);
  }
  return index;
}

/** Options with their values as entries hold them. One that the type cannot hold, or that is not a value, cannot be chosen. */
export function storedOptions(options: readonly Option[], item: ValueType): Option[] {
  return options.flatMap((option) => {
    const value = item.read(option.value, { cleanHtml: (html) => html });
    return value === invalid || value === null ? [] : [{ ...option, value }];
  });
}

export function optionKey(value: JsonValue): string {
  return typeof value === 'string' ? value : String(value);
}
