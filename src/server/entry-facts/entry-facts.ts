// What expressions and templates see of an entry as `data.entry`, besides its data in `model`.
// [expressions.data-entry]

import { statusFromNumber } from '../../core/entry-status.ts';
import { type Budget, hasRunOut } from '../../core/expression/budget.ts';
import type { Scope } from '../../core/expression/compile.ts';
import type { JsonObject, JsonValue } from '../../core/form-definition.ts';
import { modelScope } from '../../core/model-scope.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { Services } from '../services.ts';
import type { EntryRow } from '../store/entries.ts';
import { makeBewit } from './bewit.ts';
import { formFacts } from './form-facts.ts';
import { cloneUrl, editUrl, isDraft, type PresentContext, resumeUrl } from './present-entry.ts';

export interface RuledEntry {
  readonly row: EntryRow;
  /** Of a template that has one. */
  readonly shortUrl?: string | undefined;
}

/** Kept in step with docs/expressions.md "What data.entry holds". */
export function entryFacts({ row, shortUrl }: RuledEntry, context: PresentContext): JsonObject {
  const { config } = context;
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
    ...draftLinks(row, context),
    cloneUrl: cloneUrl(row.id, config),
    editUrl: editUrl(row, config),
    ...(shortUrl === undefined ? {} : { shortUrl }),
    archivedRenders: JSON.parse(row.archivedRenders) as JsonValue,
  };
}

/** Only while the entry can be continued: a link that opens nothing any more is no help, and no secret outlives its draft. */
function draftLinks(row: EntryRow, { config, secrets }: PresentContext): JsonObject {
  if (!isDraft(row)) return {};
  const bewit = makeBewit(row, secrets.bewit);
  const link = resumeUrl(row.id, config);
  return { bewit, resumeUrl: link, resumeUrlBewit: `${link}?b=${bewit}` };
}

/** Made when a rule first asks, then kept: most forms have no rule that does. */
export function entryScope(
  { form, budget, ...entry }: RuledEntry & { form: LoadedForm; budget?: Budget | undefined },
  context: PresentContext,
): () => Scope {
  let scope: Scope | undefined;
  return () => {
    scope ??= modelScope(form.plan, JSON.parse(entry.row.data) as JsonObject, {
      entry: entryFacts(entry, context),
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
