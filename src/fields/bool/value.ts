// fBool and typeValidator bool: true or false, and the words and numbers that mean them.
// [values.boolean]

import type { JsonValue } from '../../core/definition/form-definition.ts';
import { isBlank } from '../../core/values/clean-text.ts';
import { invalid, isNothing, type Reading, type ValueType } from '../../core/values/value-type.ts';
import type { KindValue } from '../kind.ts';

export const value: KindValue = () => boolValue;

export const boolValue: ValueType = { kind: 'bool', read: readBool, isEmpty: isNothing, toText: String };

function readBool(sent: JsonValue): Reading {
  if (typeof sent === 'boolean') return sent;
  if (sent === 1) return true;
  if (sent === 0) return false;
  if (typeof sent !== 'string') return invalid;
  if (trueWords.includes(sent)) return true;
  if (falseWords.includes(sent)) return false;
  return isBlank(sent) ? null : invalid;
}

const trueWords = ['yes', 'true', 'on', '1'];
const falseWords = ['no', 'false', 'off', '0'];
