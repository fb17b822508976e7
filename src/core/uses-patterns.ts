// Whether compileForm will have patterns to compile, so that a page loads what runs them only then (simple-pattern.ts).

import type { FormDefinition } from './form-definition.ts';

/** May be true for a form that only mentions patterns; never false for one that has them. */
export function usesPatterns(form: FormDefinition): boolean {
  return JSON.stringify(form.formSchema ?? {}).includes('"str/pattern"');
}
