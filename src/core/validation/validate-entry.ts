// Cleans and checks what was sent for an entry. The order: read every value by its type, work out what is hidden and what is computed, write the
// data to store, then report in form order: wrong types, and where asked for required, options, validators, rows.
// [validation.when] [values.paths.undeclared] [values.stable]

import type { Truth } from '../definition/definition-problems.ts';
import type { JsonObject } from '../definition/form-definition.ts';
import { itemText } from '../locale/item-texts.ts';
import { isTrue } from '../plan/evaluate.ts';
import type { FormPlan } from '../plan/form-plan.ts';
import { modelScope } from '../plan/model-scope.ts';
import { openRun, type RowState, type Run, readEntry, type ScopeContext } from '../plan/row-state.ts';
import { settleDecisions } from '../plan/settle-decisions.ts';
import { writeData } from '../plan/write-data.ts';
import { checkRow, type EntryCheck } from './check-row.ts';

export type { ItemMessage } from '../definition/definition-parts.ts';
export type { RemoteCheck } from '../definition/definition-problems.ts';

export interface EntryContext extends ScopeContext {
  /** The sanitizer of the place this runs in, for fDoc. */
  readonly cleanHtml: (html: string) => string | undefined;
  readonly htmlRefusal?: string;
}

export interface EntryCheckOptions {
  /** `types` checks only that values have the shape of their type. */
  readonly rules: 'all' | 'types';
  readonly context: EntryContext;
}

export function validateEntry(plan: FormPlan, input: unknown, { rules, context }: EntryCheckOptions): EntryCheck {
  const run = openRun(plan, context, context, { model: 'read', isComputing: true });
  const root = readEntry(run, input);
  settleDecisions(run);
  return checkRead(run, root, rules);
}

/** The check of an entry that was read and whose hidden parts are known. */
export function checkRead(run: Run, root: RowState, rules: EntryCheckOptions['rules']): EntryCheck {
  const check: EntryCheck = {
    data: writeData(root),
    messages: [],
    notices: [],
    remoteChecks: [],
    files: [],
    deletedFiles: [],
  };
  const hasRules = rules === 'all';
  if (hasRules || run.invalidCount > 0 || run.plan.hasFiles) {
    if (run.ranOutAt === undefined) checkRow({ run, check, hasRules, acceptedByOptions: undefined }, root);
  }
  const { ranOutAt: modelPath } = run;
  if (modelPath === undefined) return check;
  // The form asks for more work than a request may cost: nothing else that was found out is certain.
  const message = itemText(run.plan.itemTexts, 'tooMuchWork');
  return { ...check, messages: [{ modelPath, message, type: 'error', value: null }], notices: [], remoteChecks: [] };
}

/** Whether a draft with this data is checked against the rules: validateSaved is true or its expression is. */
export function mustCheckSaved(plan: FormPlan, data: JsonObject, context: ScopeContext): boolean {
  return mustCheck(plan, plan.validateSaved, data, context);
}

export function mustCheckTemplate(plan: FormPlan, data: JsonObject, context: ScopeContext): boolean {
  return mustCheck(plan, plan.validateTemplate, data, context);
}

function mustCheck(plan: FormPlan, truth: Truth, data: JsonObject, context: ScopeContext): boolean {
  return typeof truth === 'boolean' ? truth : isTrue(truth, modelScope(plan, data, context), false);
}
