// A pasted definition: what is wrong with it, each with its place, or the form.
import { checkForm, type DefinitionProblem } from '../../core/definition/check-form.ts';
import type { FormDefinition } from '../../core/definition/form-definition.ts';
import { type SyntaxPlace, syntaxPlace } from '../../import-forms/syntax-place.ts';
import { writableForm } from './writable-form.ts';

export type ReadForm =
  | { readonly form: FormDefinition }
  | { readonly syntax: SyntaxPlace }
  | { readonly isNoObject: true }
  | { readonly problems: readonly DefinitionProblem[] };

export function readFormJson(text: string): ReadForm {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { syntax: syntaxPlace((error as Error).message, text) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { isNoObject: true };
  const form = writableForm(value);
  const problems = checkForm(form);
  return problems.length > 0 ? { problems } : { form };
}
