// A broken reference in words: what is missing, and where it is read.
import { useTexts } from '../texts.ts';
import { usePropertyTitle } from './place-titles.ts';
import type { BrokenReference } from './tree/references.ts';

export function useReferenceText(): (reference: BrokenReference) => string {
  const t = useTexts('builder/builder');
  const propertyTitle = usePropertyTitle();
  return ({ kind, name, field = '', property }) =>
    t(kind === 'name' ? 'brokenName' : 'brokenValue', {
      name: `\u2066${name}\u2069`,
      field: `\u2068${field}\u2069`,
      where: propertyTitle(property),
    });
}
