// Options in a search: equal by the value that is stored, found by their labels too, and in the order of these unless they are
// numbers or dates. [entry-search.values] [entry-search.order]
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import type { Locale } from '../../../core/locale/locale.ts';
import type { FieldStep } from '../../../core/plan/form-plan.ts';
import { type Option, optionKey } from '../../../core/plan/option-list.ts';
import { itemTypeOf } from '../../../core/plan/value-type-of.ts';
import { invalid, type ValueType } from '../../../core/values/value-type.ts';
import { foldAnswer } from '../../../server/search/fold-answer.ts';
import { allOperators, type ItemType, type KindSearch } from '../../../server/search/item-types.ts';
import { dateItems } from '../../date/server/search.ts';
import { numberItems } from '../../number/server/search.ts';
import { readChoice } from '../read-choice.ts';

export const search: KindSearch = { itemType: choiceItems };

const readTools = { cleanHtml: (html: string) => html };

export function choiceItems(step: FieldStep, locale: Locale, timeZone: string): ItemType {
  const item = itemTypeOf(step.element);
  const list = step.options?.form === 'list' ? step.options : undefined;
  const labels = labelsOf(list?.list ?? [], item);
  const read = (value: JsonValue) => {
    const reading = value === null ? invalid : readChoice(value, readTools, list?.index, item);
    return reading === invalid || reading === null ? undefined : reading;
  };
  const typed =
    item.kind === 'number'
      ? numberItems
      : item.kind === 'date'
        ? dateItems(item.mode ?? 'd', locale, timeZone)
        : undefined;
  return itemsOf(labels, read, typed);
}

/** Of a list that is no field's: the statuses of entries. */
export function listItems(options: readonly Option[]): ItemType {
  const labels = labelsOf(options, undefined);
  const read = (value: JsonValue) =>
    options.find((option) => option.value === value || option.label === value || String(option.value) === value)?.value;
  return itemsOf(labels, read, numberItems);
}

interface Label {
  readonly folded: string;
}

/** `typed`: options that are numbers or dates are in the order of these. */
function itemsOf(
  labels: ReadonlyMap<string, Label>,
  read: (value: JsonValue) => JsonValue | undefined,
  typed: ItemType | undefined,
): ItemType {
  const labelOf = (item: JsonValue) => labels.get(optionKey(item))?.folded;
  return {
    kind: 'choice',
    meaning: `choice ${typed?.meaning} ${JSON.stringify([...labels].map(([key, { folded }]) => [key, folded]))}`,
    operators: allOperators,
    read,
    key: (item) => `s${optionKey(item)}`,
    texts: (item) => {
      const own = typed === undefined ? [foldAnswer(String(item))] : typed.texts(item);
      const label = labelOf(item);
      return label === undefined ? own : [...own, label];
    },
    order: (item) => (typed === undefined ? (labelOf(item) ?? foldAnswer(String(item))) : typed.order(item)),
  };
}

/** By the text of the value that is stored: an option '2024-05-01' of a date field is stored as a timestamp. */
function labelsOf(options: readonly Option[], item: ValueType | undefined): ReadonlyMap<string, Label> {
  const labels = new Map<string, Label>();
  for (const { value, label } of options) {
    const stored = item === undefined ? value : item.read(value, readTools);
    if (stored === invalid || stored === null || labels.has(optionKey(stored))) continue;
    labels.set(optionKey(stored), { folded: foldAnswer(label) });
  }
  return labels;
}
