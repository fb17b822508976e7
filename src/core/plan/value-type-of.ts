// Which value type a field holds: the one table from element type and typeValidator to core/values.
// Everything else asks the value type. [values.other-types]

import type { Element, ElementOf, ElementWith, TypeValidator } from '../definition/form-definition.ts';
import { boolValue } from '../values/bool.ts';
import { choiceValue, scalarValue } from '../values/choice.ts';
import { colorValue } from '../values/color.ts';
import { type DateMode, dateValue } from '../values/date.ts';
import { docValue } from '../values/doc.ts';
import { fileValue } from '../values/file.ts';
import { matrixValue } from '../values/matrix.ts';
import { multiChoiceValue } from '../values/multi-choice.ts';
import { numberValue } from '../values/number.ts';
import { rateValue } from '../values/rate.ts';
import { signValue } from '../values/sign.ts';
import { addressValue, textValue } from '../values/text.ts';
import type { ValueType } from '../values/value-type.ts';
import type { OptionIndex } from './option-list.ts';

/** What a field's options and questions come to, where it has any. */
export interface FieldParts {
  readonly index?: OptionIndex;
  readonly questions?: readonly string[];
}

/** The value type of a field element, or undefined for a type that is not a field. */
export function valueTypeOf(element: Element, parts: FieldParts = {}): ValueType | undefined {
  switch (element.type) {
    case 'fInput':
      return typeSetBy(element) ?? textTypeOf(element);
    case 'fLngTxt':
      return textTypeOf(element);
    case 'fDoc':
      return docValue;
    case 'fSelect':
      return element.selectMulti === true
        ? multiChoiceValue(parts.index, itemTypeOf(element))
        : choiceValue(parts.index, itemTypeOf(element));
    case 'fRadio':
      return choiceValue(parts.index, itemTypeOf(element));
    case 'fCheckbox':
      return multiChoiceValue(parts.index);
    case 'fBool':
      return boolValue;
    case 'fDate':
      return dateValue(dateModeOf(element));
    case 'fFile':
      return fileValue;
    case 'fSign':
      return signValue;
    case 'fRate':
      return rateValue;
    case 'fColor':
      return colorValue;
    case 'fMatrix':
      return matrixValue(parts.questions ?? [], parts.index);
    default:
      return undefined;
  }
}

/** [values.trimmed] Blanks around an email or web address are not stored. */
function textTypeOf({ validators }: Element): ValueType {
  return validators && /"str\/(email|url)"/.test(JSON.stringify(validators)) ? addressValue : textValue;
}

/** The type of one option value: what typeValidator sets on fSelect and fRadio, else any scalar. */
export function itemTypeOf(element: Element): ValueType {
  const isTyped = element.type === 'fSelect' || element.type === 'fRadio';
  return (isTyped ? typeSetBy(element) : undefined) ?? scalarValue;
}

export function hasOptions(element: Element): element is ElementWith<'options'> {
  const { type } = element;
  return type === 'fSelect' || type === 'fRadio' || type === 'fCheckbox' || type === 'fMatrix';
}

export function hasQuestions(element: Element): element is ElementOf<'fMatrix'> {
  return element.type === 'fMatrix';
}

function typeSetBy(element: Element): ValueType | undefined {
  switch (typeNameOf(element)) {
    case 'num':
      return numberValue;
    case 'date':
      return dateValue(dateModeOf(element));
    case 'bool':
      return boolValue;
    case 'color':
      return colorValue;
    case 'sign':
      return signValue;
    default:
      return undefined;
  }
}

export function typeNameOf({ typeValidator }: Element): string | undefined {
  return typeof typeValidator === 'string' ? typeValidator : typeValidator?.type;
}

export function dateModeOf({ typeValidator }: Element): DateMode {
  return (typeValidator as TypeValidator | undefined)?.mode ?? 'd';
}
