// An element with other values of some properties, for code that changes elements without looking at their type. [forms.elements]

import type { Element, ElementChanges } from './element.ts';

/** `undefined` takes a property away. */
export function withChanges(element: Element, changes: ElementChanges): Element {
  const entries = Object.entries({ ...element, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as Element;
}
