// Elements on the clipboard, as text: they can be pasted into another form, in another window, and be read by people.
import type { Element } from '../../../core/definition/form-definition.ts';
import { isElement } from '../tree/element-tree.ts';

const maxLength = 2_000_000;

export function writeCopied(elements: readonly Element[]): string {
  return JSON.stringify({ formstead: 'elements', elements });
}

/** undefined for any other text. */
export function readCopied(text: string): readonly Element[] | undefined {
  if (text.length > maxLength || !/^\s*\{/.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Somebody's own text that begins with a brace.
    return undefined;
  }
  const { formstead, elements } = value as { formstead?: unknown; elements?: unknown };
  if (formstead !== 'elements' || !Array.isArray(elements)) return undefined;
  const found = elements.filter(isElement);
  return found.length === 0 ? undefined : found;
}
