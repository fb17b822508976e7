// fCheckbox and fSelect with selectMulti: an array of option values. A single string is rejected; an empty array is no value.

import type { JsonValue } from '../form-definition.ts';
import type { OptionIndex } from '../option-list.ts';
import { readChoice, scalarValue } from './choice.ts';
import { INVALID, type Reading, type ReadTools, type ValueType } from './value-type.ts';

export function multiChoiceValue(options: OptionIndex | undefined, item: ValueType = scalarValue): ValueType {
  return {
    kind: 'multi-choice',
    read: (sent, tools) => readChoices(sent, tools, options, item),
    isEmpty: (value) => !Array.isArray(value) || value.length === 0,
    toText: (value) => (value as JsonValue[]).map((one) => item.toText(one)).join('\n'),
  };
}

function readChoices(sent: JsonValue, tools: ReadTools, options: OptionIndex | undefined, item: ValueType): Reading {
  if (!Array.isArray(sent)) return INVALID;
  const values: JsonValue[] = [];
  for (const one of sent) {
    if (one === null) continue;
    const value = readChoice(one, tools, options, item);
    if (value === INVALID) return INVALID;
    if (value !== null) values.push(value);
  }
  return values.length === 0 ? null : values;
}
