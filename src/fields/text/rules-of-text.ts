// What the rules of an element say of the text that it asks for. [values.phone]

import type { Element } from '../../core/definition/form-definition.ts';
import { typeNameOf } from '../../core/plan/value-type-of.ts';

export function hasRule({ validators }: Element, type: string): boolean {
  if (!Array.isArray(validators)) return false;
  return validators.some((rule) => (typeof rule === 'object' ? rule?.type : rule) === type);
}

/** Rules about texts are for nothing else. */
export function holdsText(element: Element): boolean {
  return typeNameOf(element) !== 'num';
}
