// Whether a field takes several values of one name, as an address can hold. [fill-links.from-link]

import type { ValueType } from '../../core/values/value-type.ts';

export function takesSeveral({ kind }: ValueType): boolean {
  return kind === 'multi-choice';
}
