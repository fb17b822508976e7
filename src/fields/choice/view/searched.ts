// Which choices are searched by typing, and the control for them.

import { lazyControl } from '../../../form-view/control-choice.ts';
import type { FieldNode } from '../../../form-view/view-node.ts';
import { searchedFrom } from '../searched-list.ts';

export const searchedControl = lazyControl(() => import('./search-select.tsx'), 'for', 'search-select', 'rich');

export function isSearched({ element, step: { options } }: FieldNode): boolean {
  if (options?.form === 'set') return true;
  return element.type === 'fSelect' && options?.form === 'list' && options.list.length > searchedFrom;
}
