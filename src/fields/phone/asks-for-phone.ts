// A text that is a phone number, by its rules. [values.phone]

import type { Element } from '../../core/definition/form-definition.ts';
import type { AdaptedParts } from '../../core/plan/form-plan.ts';

export function asksForPhone({ validators }: Element): boolean {
  const list = validators as readonly (string | { readonly type?: unknown })[] | undefined;
  return (
    Array.isArray(list) && list.some((one) => one === 'str/phone' || (one as { type?: unknown })?.type === 'str/phone')
  );
}

export function isPhoneField(element: Element, { value }: AdaptedParts): boolean {
  return value.kind === 'text' && asksForPhone(element);
}
