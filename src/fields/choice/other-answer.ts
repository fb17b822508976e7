// A choice that takes an answer of one's own beside its options. [values.other-answer]

import type { Element, JsonValue } from '../../core/definition/form-definition.ts';
import { itemText } from '../../core/locale/item-texts.ts';
import type { AdaptedParts } from '../../core/plan/form-plan.ts';
import { type OptionIndex, optionKey } from '../../core/plan/option-list.ts';
import { acceptedValues, type Options } from '../../core/plan/options.ts';
import { itemTypeOf } from '../../core/plan/value-type-of.ts';
import type { Rule } from '../../core/validation/rules.ts';
import { invalid, type Reading } from '../../core/values/value-type.ts';

/** Of an options set any value is accepted as it is. */
export function hasOwnOptions({ options }: AdaptedParts): boolean {
  return options !== undefined && options.form !== 'set';
}

/** Options that are numbers or dates leave no room for words. */
export function takesOther(element: Element): boolean {
  const { type, otherOption } = element;
  const isChoice = type === 'fRadio' || type === 'fSelect' || type === 'fCheckbox';
  return isChoice && Boolean(otherOption) && itemTypeOf(element).kind === 'choice';
}

/** Of an answer of one's own, in characters. */
export const maxOtherLength = 1000;

export function withOther<Parts extends AdaptedParts>(field: Parts): Parts {
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
