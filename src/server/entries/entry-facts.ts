// What expressions and templates see of an entry as `data.entry`, besides its data in `model`.

import { statusFromNumber } from '../../core/entry-status.ts';
import { type Budget, hasRunOut } from '../../core/expression/budget.ts';
import type { Scope } from '../../core/expression/compile.ts';
import type { JsonObject } from '../../core/form-definition.ts';
import { modelScope } from '../../core/model-scope.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { Services } from '../services.ts';
import type { EntryRow } from '../store/entries.ts';
import { formFacts } from './check-entry.ts';
import { cloneUrl, type PresentContext } from './present-entry.ts';

export function entryFacts(row: EntryRow, context: PresentContext): JsonObject {
  return {
    id: row.id,
    form: row.form,
    account: row.account,
    status: statusFromNumber(row.status) ?? '',
    idx: row.idx,
    submitIdx: row.submitIdx,
    createTime: row.createTime,
    modifyTime: row.modifyTime,
    submitTime: row.submitTime,
    cloneUrl: cloneUrl(row.id, context.config),
    editUrl: `${context.config.appUrl}/admin/entries/${row.form}/${row.id}/`,
  };
}

/** Made when a rule first asks, then kept: most forms have no rule that does. */
export function entryScope(
  { form, row, budget }: { form: LoadedForm; row: EntryRow; budget?: Budget | undefined },
  context: PresentContext,
): () => Scope {
  let scope: Scope | undefined;
  return () => {
    scope ??= modelScope(form.plan, JSON.parse(row.data) as JsonObject, {
      entry: entryFacts(row, context),
      form: formFacts(form),
      ...(budget === undefined ? {} : { budget }),
    });
    return scope;
  };
}

/** After the commit a rule that runs out of the request's budget does not apply; the owner finds that in the log. */
export function noteUnfinishedRules(
  { form, row, budget }: { form: LoadedForm; row: EntryRow; budget?: Budget | undefined },
  { log }: Pick<Services, 'log'>,
): void {
  if (!hasRunOut(budget)) return;
  log.warn({ form: form.id, entry: row.id }, 'rules of the form asked for more work than a request may do');
}
