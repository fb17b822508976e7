// Whether a field must be filled, as one switch: the finer rules are in properties/required-editor.tsx.
import type { Element } from '../../../core/definition/form-definition.ts';
import { withChanges } from '../../../fields/with-changes.ts';

/** Always; not only when a condition holds. */
export function isRequired({ reqValidator }: Element): boolean {
  if (typeof reqValidator !== 'object' || reqValidator === null) return reqValidator === true;
  return reqValidator.req === undefined || reqValidator.req === true;
}

/** A message and level that were written for it stay. */
export function withRequired(element: Element, isWanted: boolean): Element {
  if (isRequired(element) === isWanted) return element;
  const { reqValidator } = element;
  if (!isWanted) return withChanges(element, { reqValidator: undefined });
  const { req: _, ...said } = typeof reqValidator === 'object' && reqValidator !== null ? reqValidator : {};
  return withChanges(element, { reqValidator: Object.keys(said).length === 0 ? true : said });
}
