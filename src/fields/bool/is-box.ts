// A box to tick: not ticked is an answer too. [values.boolean]

import type { Element } from '../../core/definition/form-definition.ts';

export function isBox({ type }: Pick<Element, 'type'>): boolean {
  return type === 'fBool';
}
