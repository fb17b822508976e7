// What expressions and templates see of an entry as `data.entry`, besides its data in `model`.

import { statusFromNumber } from '../../core/entry-status.ts';
import type { Scope } from '../../core/expression/compile.ts';
import type { JsonObject } from '../../core/form-definition.ts';
import { modelScope } from '../../core/model-scope.ts';
import type { LoadedForm } from '../forms/load-form.ts';
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
export function entryScope(form: LoadedForm, row: EntryRow, context: PresentContext): () => Scope {
  let scope: Scope | undefined;
  return () => {
    scope ??= modelScope(form.plan, JSON.parse(row.data) as JsonObject, {
      entry: entryFacts(row, context),
      form: formFacts(form),
    });
    return scope;
  };
}
