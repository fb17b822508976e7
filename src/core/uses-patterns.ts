// Whether compileForm will have patterns to compile, so that a page loads what runs them only then (simple-pattern.ts).

import type { FormDefinition, JsonObject } from './form-definition.ts';

/** May be true for a form that only mentions patterns; never false for one that has them. */
export function usesPatterns(form: FormDefinition): boolean {
  return mentionsPattern(form.formSchema);
}

function mentionsPattern(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === 'str/pattern';
  if (Array.isArray(value)) return value.some(mentionsPattern);
  // A list of options may be long, and has no rules.
  return Object.keys(value).some((key) => key !== 'options' && mentionsPattern((value as JsonObject)[key]));
}
