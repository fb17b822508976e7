// Fields with typeValidator num: a finite number. A numeric string is converted; hexadecimal, NaN and Infinity are not numbers.
// [values.number]

import type { JsonValue } from '../../core/definition/form-definition.ts';
import { isBlank } from '../../core/values/clean-text.ts';
import { invalid, isNothing, type Reading, type ValueType } from '../../core/values/value-type.ts';
import type { KindValue } from '../kind.ts';

export const value: KindValue = () => numberValue;

export const numberValue: ValueType = {
  kind: 'number',
  cell: 'number',
  read: readNumber,
  isEmpty: isNothing,
  toText: String,
};

export function readNumber(sent: JsonValue): Reading {
  if (typeof sent === 'number') return finite(sent);
  if (typeof sent !== 'string') return invalid;
  if (isBlank(sent)) return null;
  return decimal.test(sent) ? finite(Number(sent)) : invalid;
}

const decimal = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

// Adding 0 turns -0 into 0, which JSON cannot tell apart anyway.
function finite(number: number): Reading {
  return Number.isFinite(number) ? number + 0 : invalid;
}
