// One chosen option by its label. A value without one (of an options set, of the person's own words, or of an option that is gone) is
// shown as any value of its type, and so is an option without words beside its value: `true` is Yes. [values.choice]

import type { Element, JsonValue } from '../../core/definition/form-definition.ts';
import { optionKey } from '../../core/plan/option-list.ts';
import type { AnswerField, AnswerMaker, Item, ItemMaker, KindAnswer, Labels } from '../answer.ts';
import { setValueLabel } from './set-value-label.ts';

const choiceAnswer: AnswerMaker = (field) => (value, place) => chosenItem(field, value, field.labels(value, place));

export function chosenItem({ plainItem }: AnswerField, value: JsonValue, labels: Labels): Item {
  const option = labels.get(optionKey(value));
  if (option === undefined) return plainItem(value);
  const hasWords = option.label !== optionKey(option.value);
  const item: Item = hasWords ? { kind: 'label', label: option.label, value } : plainItem(value);
  return option.group ? { ...item, group: option.group } : item;
}

/** Of a field whose options have no type of their own. */
export const scalarItem: ItemMaker = (element: Element) => (value) => {
  if (typeof value === 'boolean') return { kind: 'bool', value };
  if (typeof value === 'number') return { kind: 'number', value };
  const label = setValueLabel(element, String(value));
  return label === value ? { kind: 'text', value } : { kind: 'label', label, value };
};

export const answer: KindAnswer = { answer: choiceAnswer };
