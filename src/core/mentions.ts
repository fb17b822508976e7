// Whether a form will need what only some forms do, so that a page loads it only then: what compiles patterns (simple-pattern.ts) and remote
// validators, fields with more to them than their type (question-kinds.ts), and answers in words (answers/answers-in-texts.ts).

import type { FormDefinition, JsonObject } from './form-definition.ts';

type Schema = Pick<FormDefinition, 'formSchema'>;

/** Each may be true for a form that only mentions the words; never false for one that has them. */
export const usesPatterns = (form: Schema) => mentions(form.formSchema, /^str\/pattern$/);
export const usesRemotes = (form: Schema) => mentions(form.formSchema, /^remote$/);
/** Or texts that may show answers in words, `{{ answers.country }}`: both are rare, and come together. */
export const usesQuestionKinds = (form: Schema) =>
  mentions(
    form.formSchema,
    /^(str\/phone|otherOption|ranked|inputStyle|optionPictures|rate(Style|Min|Low|High))$|answers/,
  );

export function mentions(value: unknown, words: RegExp): boolean {
  if (typeof value !== 'object' || value === null) return words.test(value as string);
  if (Array.isArray(value)) return value.some((one) => mentions(one, words));
  // A list of options may be long, and has no rules.
  return Object.keys(value).some(
    (key) => words.test(key) || (key !== 'options' && mentions((value as JsonObject)[key], words)),
  );
}
