// Which value type a field holds: its kind says so (src/fields/<kind>/value.ts), by the properties of the element.
// Everything else asks the value type. [values.other-types]

import { kindByName, optionsByKind, type ValueKind } from '../../fields/all/kind.ts';
import { valueByKind } from '../../fields/all/value.ts';
import { scalarValue } from '../../fields/choice/read-choice.ts';
import { kindOfType } from '../../fields/element-types.ts';
import type { FieldParts, KindFacts } from '../../fields/kind.ts';
import type { Element, ElementOf, ElementWith } from '../definition/form-definition.ts';
import { ownValue, type ValueType } from '../values/value-type.ts';

/** The value type of a field element, or undefined for a type that is not a field. */
export function valueTypeOf(element: Element, parts: FieldParts = {}): ValueType | undefined {
  const kind = kindOfType(element.type);
  return kind && valueByKind[kind](element, parts, typeSetBy(element));
}

/** The type of one option value: what typeValidator sets on fSelect and fRadio, else any scalar. */
export function itemTypeOf(element: Element): ValueType {
  return (optionsOf(element) === 'typed' ? typeSetBy(element) : undefined) ?? scalarValue;
}

export function hasOptions(element: Element): element is ElementWith<'options'> {
  return optionsOf(element) !== undefined;
}

export function hasQuestions(element: Element): element is ElementOf<'fMatrix'> {
  return optionsOf(element) === 'questions';
}

function optionsOf({ type }: Element): KindFacts['options'] {
  return (optionsByKind as { readonly [kind: string]: KindFacts['options'] })[kindOfType(type)!];
}

function typeSetBy(element: Element): ValueType | undefined {
  const kind = ownValue(kindByName, String(typeNameOf(element))) as ValueKind | undefined;
  return kind && valueByKind[kind](element, {}, undefined);
}

export function typeNameOf({ typeValidator }: Element): string | undefined {
  return typeof typeValidator === 'string' ? typeValidator : typeValidator?.type;
}
