// Fields whose properties change what they hold or accept beyond their type: a choice with an answer of one's own, a ranking, a phone
// number. The types of elements stay as they are, so columns, search, exports and PDFs follow by themselves. Given to compileForm
// rather than imported by it: the page loads it for forms that have such a field.
// [values.other-answer] [values.ranking] [values.phone]

import { itemText } from '../locale/item-texts.ts';
import type { AdaptedParts, AdaptField } from '../plan/form-plan.ts';
import { type OptionIndex, optionKey } from '../plan/option-list.ts';
import { acceptedValues, type Options } from '../plan/options.ts';
import { itemTypeOf } from '../plan/value-type-of.ts';
import type { Rule } from '../validation/rules.ts';
import { invalid, type Reading, type ValueType } from '../values/value-type.ts';
import type { Element, JsonValue } from './form-definition.ts';

/** How the page asks; `choices` and `select` take an answer of one's own, or show pictures. */
export type QuestionKind = 'phone' | 'slider' | 'scale' | 'ranking' | 'choices' | 'select';

type PhoneValue = (country: string | undefined) => ValueType;

/** `phoneValue` is for forms that ask for phone numbers. */
export function fieldAdapter(phoneValue?: PhoneValue): AdaptField {
  return (element, field) => {
    if (phoneValue && field.value.kind === 'text' && asksForPhone(element)) {
      return { ...field, value: phoneValue(element.phoneCountry) };
    }
    if (isRanking(element, field)) return ranking(field);
    return takesOther(element, field) ? withOther(field) : field;
  };
}

export function questionKindOf(element: Element, field: AdaptedParts): QuestionKind | undefined {
  const { type } = element;
  const { kind } = field.value;
  if (type === 'fInput') {
    if (kind === 'text' && asksForPhone(element)) return 'phone';
    return kind === 'number' && element.inputStyle === 'slider' ? 'slider' : undefined;
  }
  if (type === 'fRate') return isScale(element) ? 'scale' : undefined;
  if (isRanking(element, field)) return 'ranking';
  const isOther = takesOther(element, field);
  if (type === 'fSelect' && kind === 'choice') return isOther ? 'select' : undefined;
  const hasPictures = (type === 'fRadio' || type === 'fCheckbox') && element.optionPictures !== undefined;
  return isOther || (hasPictures && hasOwnOptions(field)) ? 'choices' : undefined;
}

function isScale({ rateStyle, rateMin, rateLow, rateHigh }: Element): boolean {
  return rateStyle === 'numbers' || rateMin === 0 || Boolean(rateLow || rateHigh);
}

export function asksForPhone({ validators }: Element): boolean {
  const list = validators as readonly (string | { readonly type?: unknown })[] | undefined;
  return (
    Array.isArray(list) && list.some((one) => one === 'str/phone' || (one as { type?: unknown })?.type === 'str/phone')
  );
}

/** Of an options set any value is accepted as it is. */
function hasOwnOptions({ options }: AdaptedParts): boolean {
  return options !== undefined && options.form !== 'set';
}

function isRanking({ type, ranked }: Element, field: AdaptedParts): boolean {
  return type === 'fCheckbox' && ranked === true && hasOwnOptions(field);
}

/** Options that are numbers or dates leave no room for words. */
export function takesOther(element: Element, field: AdaptedParts): boolean {
  const { type, otherOption } = element;
  const isChoice = type === 'fRadio' || type === 'fSelect' || type === 'fCheckbox';
  return isChoice && Boolean(otherOption) && hasOwnOptions(field) && itemTypeOf(element).kind === 'choice';
}

/** Of an answer of one's own, in characters. */
export const maxOtherLength = 1000;

function withOther<Parts extends AdaptedParts>(field: Parts): Parts {
  const options = field.options as Options;
  const index = options.form === 'list' ? options.index : undefined;
  const isMulti = field.value.kind === 'multi-choice';
  const { value } = field;
  return {
    ...field,
    options: { ...options, isOpen: true },
    value:
      index === undefined ? value : { ...value, read: (sent, tools) => readOthers(value.read(sent, tools), index) },
    rules: [otherRule(options, isMulti ? 1 : undefined), ...field.rules],
  };
}

/** What is not an option is text without blanks around it. */
function readOthers(reading: Reading, index: OptionIndex): Reading {
  if (reading === invalid || reading === null) return reading;
  if (!Array.isArray(reading)) return readOther(reading, index);
  return reading.every((one) => readOther(one, index) === one) ? reading : reading.map((one) => readOther(one, index));
}

function readOther(value: JsonValue, index: OptionIndex): JsonValue {
  if (index.has(optionKey(value))) return value;
  const text = optionKey(value).trim();
  return index.get(text) ?? text;
}

/** One answer of one's own at most, and not longer than a person writes. */
function otherRule(options: Options, most: number | undefined): Rule {
  return {
    level: 'error',
    message: undefined,
    check(value, scope, texts) {
      const accepted = acceptedValues(options, scope);
      const values = Array.isArray(value) ? value : [value];
      const others = values.filter((one) => !accepted?.has(optionKey(one)));
      if (most !== undefined && others.length > most) return itemText(texts, 'notInOptions');
      const isLong = others.some((one) => optionKey(one).length > maxOtherLength);
      return isLong ? itemText(texts, 'maxLength', maxOtherLength) : undefined;
    },
  };
}

/** The order is the answer: each option once, and where an answer is required all of them. */
function ranking<Parts extends AdaptedParts>(field: Parts): Parts {
  const options = field.options as Options;
  const count = options.form === 'list' ? options.index.size : 1;
  return {
    ...field,
    value: { ...field.value, isEmpty: (value) => !Array.isArray(value) || value.length < count },
    rules: [onceRule, ...field.rules],
  };
}

const onceRule: Rule = {
  level: 'error',
  message: undefined,
  check: (value, _, texts) => {
    const keys = (value as JsonValue[]).map(optionKey);
    return new Set(keys).size < keys.length ? itemText(texts, 'invalidValue') : undefined;
  },
};
