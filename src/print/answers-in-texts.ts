// `answers` in texts that a form shows: each answer given so far as people read it, under the name of its field. Loaded by pages of
// forms that use it; made once per state of the form, when a text first asks for it. [expressions.names]

import type { ExpressionEngine } from '../core/definition/definition-problems.ts';
import type { FormDefinition, JsonObject } from '../core/definition/form-definition.ts';
import { budgetKey } from '../core/expression/budget.ts';
import type { Scope } from '../core/expression/compile.ts';
import type { FormPlan } from '../core/plan/form-plan.ts';
import { outlineAnswers } from './answer-outline.ts';
import { withAnswers } from './answer-scope.ts';

export type AddAnswers = (scope: Scope) => Scope;

/** Reads texts that may show answers. */
export function withAnswersInTexts(
  engine: ExpressionEngine,
  definition: FormDefinition,
  plan: FormPlan,
): ExpressionEngine {
  const addAnswers = answersInTexts(definition, plan);
  return {
    ...engine,
    compileTemplate(source, options) {
      const template = engine.compileTemplate(source, options);
      return { ...template, render: (scope) => template.render(addAnswers(scope)) };
    },
  };
}

export function answersInTexts(definition: FormDefinition, plan: FormPlan): AddAnswers {
  const known = new WeakMap<object, () => unknown>();
  const { timeZone } = definition;
  const outline = () => outlineAnswers(definition, plan);
  const open = (scope: Scope, data: JsonObject) => {
    const { entry, form } = scope['data'] as { entry: JsonObject | null; form: JsonObject | null };
    const budget = scope[budgetKey];
    const context = { ...(entry && { entry }), ...(form && { form }), ...(budget && { budget }) };
    const made = withAnswers(scope, { plan, timeZone, outline, data, context, cleanHtml: () => undefined });
    return () => (made as Scope)['answers'];
  };
  return (scope) => {
    const model = scope['model'] as JsonObject;
    const read = known.get(model) ?? open(scope, model);
    known.set(model, read);
    return Object.defineProperty({ ...scope }, 'answers', { enumerable: true, get: read });
  };
}
