// fInput and fLngTxt: text, stored as sent, line breaks kept. Other scalars become text; whitespace alone is not a value.
// An email or web address is stored without the blanks around it, which phone keyboards add. [values.text]

import type { Element, JsonValue } from '../../core/definition/form-definition.ts';
import { cleanText, isBlank } from '../../core/values/clean-text.ts';
import { invalid, isNothing, type Reading, type ValueType } from '../../core/values/value-type.ts';
import type { KindValue } from '../kind.ts';

/** A typeValidator counts on a line of text only. */
export const value: KindValue = (element, _, typed) =>
  (element.type === 'fInput' ? typed : undefined) ?? (asksForAddress(element) ? addressValue : textValue);

/** [values.trimmed] Blanks around an email or web address are not stored. */
function asksForAddress(element: Element): boolean {
  return hasRule(element, 'str/email') || hasRule(element, 'str/url');
}

export function hasRule({ validators }: Element, type: string): boolean {
  if (!Array.isArray(validators)) return false;
  return validators.some((rule) => (typeof rule === 'object' ? rule?.type : rule) === type);
}

export const textValue: ValueType = {
  kind: 'text',
  cell: 'string',
  read: readText,
  isEmpty: isNothing,
  toText: String,
};

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
