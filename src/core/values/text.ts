// fInput and fLngTxt: text, stored as sent, line breaks kept. Other scalars become text; whitespace alone is not a value.
// An email or web address is stored without the blanks around it, which phone keyboards add. [values.text]

import type { JsonValue } from '../definition/form-definition.ts';
import { cleanText, isBlank } from './clean-text.ts';
import { invalid, isNothing, type Reading, type ValueType } from './value-type.ts';

export const textValue: ValueType = { kind: 'text', read: readText, isEmpty: isNothing, toText: String };

export const addressValue: ValueType = {
  ...textValue,
  read(sent) {
    const text = readText(sent);
    return typeof text === 'string' ? text.trim() : text;
  },
};

export function readText(sent: JsonValue): Reading {
  if (typeof sent === 'object') return invalid;
  const text = typeof sent === 'string' ? cleanText(sent) : String(sent);
  return isBlank(text) ? null : text;
}
