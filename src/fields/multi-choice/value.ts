// fCheckbox and fSelect with selectMulti: an array of option values. A single string is rejected; an empty array is not a value.
// [values.choices]

import type { JsonValue } from '../../core/definition/form-definition.ts';
import type { OptionIndex } from '../../core/plan/option-list.ts';
import { invalid, type Reading, type ReadTools, type ValueType } from '../../core/values/value-type.ts';
import { readChoice, scalarValue } from '../choice/read-choice.ts';
import type { KindValue } from '../kind.ts';

export const value: KindValue = (_, { index }) => multiChoiceValue(index);

export function multiChoiceValue(options: OptionIndex | undefined, item: ValueType = scalarValue): ValueType {
  return {
    kind: 'multi-choice',
    read: (sent, tools) => readChoices(sent, tools, options, item),
    isEmpty: (value) => !Array.isArray(value) || value.length === 0,
    toText: (value) => (value as JsonValue[]).map((one) => item.toText(one)).join('\n'),
  };
}

function readChoices(sent: JsonValue, tools: ReadTools, options: OptionIndex | undefined, item: ValueType): Reading {
  if (!Array.isArray(sent)) return invalid;
  let values: JsonValue[] | undefined;
  for (let at = 0; at < sent.length; at++) {
    const one = sent[at] ?? null;
    const value = one === null ? null : readChoice(one, tools, options, item);
    if (value === invalid) return invalid;
    // An array that is already as it should be is kept; most are.
    if (value === null || value !== one) values ??= sent.slice(0, at);
    if (value !== null) values?.push(value);
  }
  values ??= sent;
  return values.length === 0 ? null : values;
}
