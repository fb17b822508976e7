// Which choices are searched by typing, and the control for them.

import { lazyControl } from '../../../form-view/control-choice.ts';
import type { FieldNode } from '../../../form-view/view-node.ts';

export const searchedControl = lazyControl(() => import('./search-select.tsx'), 'for', 'search-select', 'rich');

/** choice: past this many a fixed list is searched by typing rather than scrolled through. */
const searchedFrom = 50;

export function isSearched({ element, step: { options } }: FieldNode): boolean {
  if (options?.form === 'set') return true;
  return element.type === 'fSelect' && options?.form === 'list' && options.list.length > searchedFrom;
}
