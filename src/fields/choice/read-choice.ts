// One value of an option. A scalar that spells an option of a fixed list takes that option's own value ('1' becomes 1 where the option
// is 1); whether it is one of the options is a rule (core/plan/options.ts). [values.choice]

import type { JsonValue } from '../../core/definition/form-definition.ts';
import { type OptionIndex, optionKey } from '../../core/plan/option-list.ts';
import { cleanText, isBlank } from '../../core/values/clean-text.ts';
import { invalid, isNothing, type Reading, type ReadTools, type ValueType } from '../../core/values/value-type.ts';

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
