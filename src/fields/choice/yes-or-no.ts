// A radio whose values are yes and no: it has its options from the page. [values.other-types]

import type { Element } from '../../core/definition/form-definition.ts';
import { itemTypeOf } from '../../core/plan/value-type-of.ts';

export function isYesOrNo(element: Element): boolean {
  return element.type === 'fRadio' && itemTypeOf(element).kind === 'bool';
}
