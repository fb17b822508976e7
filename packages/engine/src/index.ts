// What a form means, for programs that have no service at hand: the pure core that the server and the fill page share. [conventions.packages]
import { checkForm } from '../../../src/core/definition/check-form.ts';
import type { ItemMessage } from '../../../src/core/definition/definition-parts.ts';
import type { DefinitionProblem, RemoteCheck } from '../../../src/core/definition/definition-problems.ts';
import type { FormDefinition, JsonObject, JsonValue } from '../../../src/core/definition/form-definition.ts';
import { openBudget } from '../../../src/core/expression/budget.ts';
import { compileExpression as compile } from '../../../src/core/expression/compile.ts';
import { compileForm } from '../../../src/core/plan/compile-form.ts';
import { compileTools } from '../../../src/core/plan/compile-tools.ts';
import { createPatternCache } from '../../../src/core/text/pattern.ts';
import { validateEntry } from '../../../src/core/validation/validate-entry.ts';

export type { DefinitionProblem, FormDefinition, ItemMessage, JsonObject, JsonValue, RemoteCheck };

export interface CheckOptions {
  /** What expressions see as `entry`: `id`, `status` and so on. */
  readonly entry?: JsonObject;
  /** Cleans rich text; undefined refuses it. As it is where nothing is given: the service cleans it again. */
  readonly cleanHtml?: (html: string) => string | undefined;
  /** `types` asks only whether values have the shape of their field, as a saved draft is checked. */
  readonly rules?: 'all' | 'types';
}

export interface CheckedAnswers {
  /** What the service would store: cleaned, hidden answers left out, keys in the form's order. */
  readonly data: JsonObject;
  /** Why it would refuse them, in the form's language; empty when it would not. */
  readonly messages: readonly ItemMessage[];
  /** Shown to whoever fills in the form; they refuse nothing. */
  readonly notices: readonly ItemMessage[];
  /** What only another server can say (remote validators): ask each and give `accept` the body of the response. */
  readonly remoteChecks: readonly RemoteCheck[];
}

export interface Form {
  check(answers: unknown, options?: CheckOptions): CheckedAnswers;
}

/** Compiled patterns that a form keeps, by their size. */
const maxPatternSize = 100_000;

/** What is wrong with a definition, each with its place; what the service would refuse it for. */
export function checkDefinition(definition: FormDefinition): DefinitionProblem[] {
  return checkForm(definition);
}

/** Compiles a form once, to check any number of answers. Parts of the definition that are broken are left out. */
export function openForm(definition: FormDefinition, facts: { readonly id?: string } = {}): Form {
  const compilePattern = createPatternCache({ maxSize: maxPatternSize });
  const plan = compileForm(definition, { ...compileTools, compilePattern });
  const { name = null, publicName = null } = definition;
  const form = { id: facts.id ?? null, name, publicName, displayName: name || facts.id || '' };
  return {
    check(answers, { entry = {}, cleanHtml = (html: string) => html, rules = 'all' } = {}) {
      const context = { entry, form, cleanHtml, budget: openBudget() };
      const { data, messages, notices, remoteChecks } = validateEntry(plan, answers, { rules, context });
      return { data, messages, notices, remoteChecks };
    },
  };
}

/** An expression of a form, to be evaluated any number of times. Throws where the text is not an expression. */
export function compileExpression(source: string): (scope: Readonly<Record<string, unknown>>) => unknown {
  const expression = compile(source);
  return (scope) => expression.evaluate(scope);
}
