// What expressions and templates see of an entry outside validation: `model` with every declared field (null when empty),
// `data.entry` and `data.form`. `fn` belongs to the expression engine. [expressions.names]

import type { JsonObject } from '../definition/form-definition.ts';
import { budgetKey } from '../expression/budget.ts';
import type { Scope } from '../expression/compile.ts';
import type { FormPlan } from './form-plan.ts';
import { openRun, readEntry, type ScopeContext } from './row-state.ts';

/** `data` is entry data as it is stored, so what was hidden is already gone and HTML is already clean. */
export function modelScope(plan: FormPlan, data: JsonObject, context: ScopeContext): Scope {
  const run = openRun(plan, context, { cleanHtml: (html) => html }, { model: 'whole' });
  readEntry(run, data);
  return { [budgetKey]: run.budget, model: run.scope['model'], data: run.scope['data'] };
}
