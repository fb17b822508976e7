// A pasted definition: what is wrong with it, each with its place, or the form.
import { checkForm, type DefinitionProblem } from '../../core/check-form.ts';
import type { FormDefinition } from '../../core/form-definition.ts';
import { writableForm } from './writable-form.ts';

export type ReadForm =
  | { readonly form: FormDefinition }
  | { readonly syntax: SyntaxPlace }
  | { readonly isNoObject: true }
  | { readonly problems: readonly DefinitionProblem[] };

export type SyntaxPlace = { readonly line: number; readonly column: number } | { readonly why: string };

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

/** Browsers name the place in different words; where one does not, its own words must do. */
export function syntaxPlace(message: string, text: string): SyntaxPlace {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line !== undefined && column !== undefined) return { line: Number(line), column: Number(column) };
  const [, at] = /position (\d+)/.exec(message) ?? [];
  const position = at === undefined ? endOf(message, text) : Number(at);
  if (position === undefined) return { why: message };
  const before = text.slice(0, position).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function endOf(message: string, text: string): number | undefined {
  return /unexpected end|unexpected eof/i.test(message) ? text.length : undefined;
}
