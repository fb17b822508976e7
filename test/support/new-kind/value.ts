// fTest: a code of two letters and a number, stored as `AB-12` and read by people as `AB 12`.

import type { JsonValue } from '../../core/definition/form-definition.ts';
import { invalid, isNothing, type Reading, type ValueType } from '../../core/values/value-type.ts';
import type { KindValue } from '../kind.ts';

export const value: KindValue = () => codeValue;

const codeValue: ValueType = { kind: 'test', read: readCode, isEmpty: isNothing, toText: String };

export const codeWords = (value: JsonValue) => String(value).replace('-', ' ');

function readCode(sent: JsonValue): Reading {
  if (typeof sent !== 'string') return invalid;
  const code = sent.trim().toUpperCase().replace(' ', '-');
  if (code === '') return null;
  return /^[A-Z]{2}-\d+$/.test(code) ? code : invalid;
}
