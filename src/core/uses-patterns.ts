// Whether compileForm will need the pattern engine for a form, so that a page can load it only then (pattern.ts).

import type { FormDefinition } from './form-definition.ts';

/** May be true for a form that only mentions patterns; never false for one that has them. */
export function usesPatterns(form: FormDefinition): boolean {
  return JSON.stringify(form.formSchema ?? {}).includes('"str/pattern"');
}
