// A text that is a phone number, by its rules. [values.phone]

import type { Element } from '../../core/definition/form-definition.ts';
import type { AdaptedParts } from '../../core/plan/form-plan.ts';
import { hasRule } from '../text/value.ts';

export function isPhoneField(element: Element, { value }: AdaptedParts): boolean {
  return value.kind === 'text' && hasRule(element, 'str/phone');
}
