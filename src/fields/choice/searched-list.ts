// Which choices are searched by typing rather than scrolled through: those of an options set, and lists with many options.

import type { Element } from '../../core/definition/form-definition.ts';

/** choice: past this many a fixed list is searched. */
export const searchedFrom = 50;

/** By the definition alone; groups are taken for long. */
export function mayBeSearched({ type, options }: Partial<Element>): boolean {
  if (!Array.isArray(options)) return typeof options === 'object';
  return type === 'fSelect' && (options.length > searchedFrom || options.some(isGroup));
}

function isGroup(option: unknown): boolean {
  return typeof option === 'object' && !Array.isArray(option);
}
