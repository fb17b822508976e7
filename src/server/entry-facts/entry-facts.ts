// What expressions and templates see of an entry as `data.entry`, besides its data in `model`.
// [expressions.data-entry]

import type { JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import { type Budget, budgetKey, hasRunOut } from '../../core/expression/budget.ts';
import { statusFromNumber } from '../../core/plan/entry-status.ts';
import { modelScope } from '../../core/plan/model-scope.ts';
import type { MessageScope } from '../../core/text/message-scope.ts';
import { withAnswers } from '../../print/answer-scope.ts';
import type { Services } from '../base/services.ts';
import { formFacts } from '../forms/form-facts.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { cleanHtml } from '../html/clean-html.ts';
import type { EntryRow } from '../store/entries/entries.ts';
import { makeBewit } from './bewit.ts';
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

/** Only while the entry can be continued: a link that opens nothing any more does not help, and no secret outlives its draft. */
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
): () => MessageScope {
  let scope: MessageScope | undefined;
  return () => {
    scope ??= makeScope({ form, budget, ...entry }, context);
    return scope;
  };
}

function makeScope(
  { form, budget, ...entry }: RuledEntry & { form: LoadedForm; budget?: Budget | undefined },
  present: PresentContext,
): MessageScope {
  const { plan, definition, answerOutline: outline } = form;
  const data = JSON.parse(entry.row.data) as JsonObject;
  const facts = { entry: entryFacts(entry, present), form: formFacts(form) };
  const scope = modelScope(plan, data, { ...facts, ...(budget === undefined ? {} : { budget }) });
  const context = { ...facts, ...(scope[budgetKey] === undefined ? {} : { budget: scope[budgetKey] }) };
  return withAnswers(scope, { plan, timeZone: definition.timeZone, outline, data, context, cleanHtml });
}

/** After the commit a rule that runs out of the request's budget does not apply; the owner finds that in the log. */
export function noteUnfinishedRules(
  { form, row, budget }: { form: LoadedForm; row: EntryRow; budget?: Budget | undefined },
  { log }: Pick<Services, 'log'>,
): void {
  if (!hasRunOut(budget)) return;
  log.warn({ form: form.id, entry: row.id }, 'rules of the form asked for more work than a request may do');
}
