// What the names of expressions mean, for the list under an expression: facts of the entry, functions, filters.
import { hasText, type TextKey } from '../../texts.ts';

export type DescribedName = TextKey<'builder/name'>;

export function isDescribed(key: string): key is DescribedName {
  return hasText('builder/name', key);
}
