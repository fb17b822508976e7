// fSelect and fRadio: the value of one option, not its label. Whether it is one of the options is a rule (options.ts);
// here a scalar that spells an option of a fixed list takes that option's own value ('1' becomes 1 where the option is 1).
// [values.choice]

import type { JsonValue } from '../definition/form-definition.ts';
import { type OptionIndex, optionKey } from '../plan/option-list.ts';
import { cleanText, isBlank } from './clean-text.ts';
import { invalid, isNothing, type Reading, type ReadTools, type ValueType } from './value-type.ts';

/** `item` is the type that typeValidator sets; without one any scalar is kept as it is. */
export function choiceValue(options: OptionIndex | undefined, item: ValueType = scalarValue): ValueType {
  return {
    kind: 'choice',
    read: (sent, tools) => readChoice(sent, tools, options, item),
    isEmpty: isNothing,
    toText: item.toText,
  };
}

export function readChoice(
  sent: JsonValue,
  tools: ReadTools,
  options: OptionIndex | undefined,
  item: ValueType,
): Reading {
  // Nearly every answer is the text of an option, and then there is nothing to convert.
  if (typeof sent === 'string' && options?.get(sent) === sent) return sent;
  const value = item.read(sent, tools);
  if (value === invalid || value === null || options === undefined) return value;
  return options.get(optionKey(value)) ?? value;
}

export const scalarValue: ValueType = {
  kind: 'choice',
  read: (sent) => {
    if (typeof sent === 'object') return invalid;
    if (typeof sent !== 'string') return sent;
    const text = cleanText(sent);
    return isBlank(text) ? null : text;
  },
  isEmpty: isNothing,
  toText: String,
};
