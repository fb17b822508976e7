// What the rules of an element say of the text that it asks for. [values.phone]

import type { Element } from '../../core/definition/form-definition.ts';
import { typeNameOf } from '../../core/plan/value-type-of.ts';

/** Rules about texts are for nothing else. */
export function holdsText(element: Element): boolean {
  return typeNameOf(element) !== 'num';
}
