// A stored draft that is saved again or submitted, from the entry to the commit:
//
//   draft -> form as it is now -> checked (400 with every message) -> PDFs made -> shared commit

import type { JsonObject } from '../../core/definition/form-definition.ts';
import { entryStatusNumber } from '../../core/plan/entry-status.ts';
import { type ArchivedRenders, type Numbering, writeWithRenders } from '../after-actions/archive-renders.ts';
import { type Numbers, OtherNumbers } from '../after-actions/predict-entry-number.ts';
import { owedEmails } from '../after-actions/send-emails.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { storedPdfEntry } from '../entry-facts/pdf-entry.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { refuseClosedAccount } from '../forms/start-form.ts';
import { formChanged, withCurrentForm } from '../forms/with-current-form.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { refuseGrownDraft } from '../quotas/quota-headroom.ts';
import { largeDataLength, ownTurn } from '../scheduling/run-in-slices.ts';
import { findLastNumbers } from '../store/entries/entry-numbers.ts';
import type { DraftChange } from '../store/entries/write-entries.ts';
import { makeAction, refuseFullHistory } from './actions.ts';
import { type CheckedEntry, checkEntry } from './check-entry.ts';
import { refuseOtherDraft } from './draft-version.ts';
import type { BewitQuery, FillPayload, FillQuery } from './fill-payload.ts';
import { describeChange } from './history/describe-change.ts';
import { kinds, type MadeEntry } from './new-entry.ts';
import { type Draft, openDraft } from './open-draft.ts';
import { refuseDroppedAnswers } from './refuse-dropped-answers.ts';
import { maxConflictRetries, pauseBeforeRetry } from './retry-on-conflict.ts';
import { takeEntryData } from './take-entry-data.ts';

type Needs = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'newId'
  | 'log'
  | 'outbound'
  | 'fetchForForm'
  | 'pdfs'
  | 'db'
  | 'quotas'
  | 'secrets'
  | 'forms'
  | 'pdf'
  | 'predictedNumbers'
  | 'notices'
  | 'writes'
  | 'latestAccounts'
  | 'storage'
  | 'disk'
  | 'slowForms'
  | 'entryBytes'
>;

export interface Continuing {
  readonly trigger: 'save' | 'submit';
  readonly request: ApiRequest<{ entryId: string }, BewitQuery & FillQuery, FillPayload>;
}

export interface ContinuedEntry extends MadeEntry {
  readonly dataBefore: string;
}

export async function continueDraft(continuing: Continuing, services: Needs): Promise<ContinuedEntry> {
  const { trigger, request } = continuing;
  for (let race = 1; race <= maxConflictRetries; race += 1) {
    const draft = await openDraft({ entryId: request.params.entryId, request, trigger }, services);
    if (trigger === 'save') refuseFullHistory(draft.row);
    const written = await withCurrentForm(draft.row.form, services, (form) =>
      checkAndWrite(continuing, draft, form, services),
    );
    // Lost a race: the next look at the entry gives the response this request would have got had it come later.
    if (written !== undefined) return written;
    await pauseBeforeRetry(race);
  }
  throw errors.conflict();
}

/** Undefined when the entry changed meanwhile. */
type Outcome = ContinuedEntry | typeof formChanged | undefined;

async function checkAndWrite(
  continuing: Continuing,
  draft: Draft,
  form: LoadedForm,
  services: Needs,
): Promise<Outcome> {
  refuseClosedAccount(form);
  const { trigger, request } = continuing;
  const { row } = draft;
  await refuseOtherDraft({ ifMatch: request.ifMatch, row, form, data: request.payload.data }, services);
  const check = await checkDraft(continuing, draft, form, services);
  const { data, budget } = check;
  refuseDroppedAnswers({ form, query: request.query, sent: request.payload.data, stored: data });
  const actionId = services.newId();
  const { status, rules } = kinds[trigger];
  const isSubmit = trigger === 'submit';
  const entry = (numbers: Numbers) => storedPdfEntry({ row, status, data, isSubmit, numbers }, services);
  const gives = isSubmit && row.submitIdx === null ? (['submitIdx'] as const) : [];
  const isAnonymous = request.caller === undefined;
  return writeWithRenders(
    { form, rules, actionId, entry, gives, skipRenders: request.payload.skipRenders, isAnonymous, budget },
    services,
    (renders, numbering) => write(continuing, { draft, form, check, actionId }, renders, numbering, services),
  );
}

async function checkDraft(
  { trigger, request }: Continuing,
  { row }: Draft,
  form: LoadedForm,
  services: Needs,
): Promise<CheckedEntry> {
  if (row.data.length >= largeDataLength) await ownTurn();
  const data = request.payload.data ?? (JSON.parse(row.data) as JsonObject);
  const toCheck = { form, data, status: kinds[trigger].status, entry: { id: row.id } };
  return checkEntry(toCheck, services).catch(async (error) => {
    // A file may be gone because the entry is: then that is the response.
    if (form.plan.hasFiles) await openDraft({ entryId: row.id, request, trigger }, services);
    throw error;
  });
}

interface CheckedDraft {
  readonly draft: Draft;
  readonly form: LoadedForm;
  readonly check: CheckedEntry;
  readonly actionId: string;
}

async function write(
  { trigger, request }: Continuing,
  { draft, form, check, actionId }: CheckedDraft,
  renders: ArchivedRenders,
  numbering: Numbering | undefined,
  services: Needs,
): Promise<Outcome | OtherNumbers> {
  const { id, data: dataBefore, revision } = draft.row;
  const { status, rules } = kinds[trigger];
  const { mainPdf } = renders;
  const data = form.writeData(check.data);
  const owed = owedEmails({ form, rules, entry: id, actionId, mainPdf, request });
  const isAnonymous = request.caller === undefined;
  // The action says what became of the status.
  const { status: statusBefore } = draft.row;
  const toNote = { row: draft.row, action: actionId, status: statusBefore, data: check.data, text: data, isAnonymous };
  const noted = await describeChange(toNote);
  const bytes = Buffer.byteLength(data);
  const bytesBefore = Buffer.byteLength(dataBefore);
  await takeEntryData({ form, isAnonymous, bytes, bytesBefore, isNewDraft: false }, services);
  const draftBytes = trigger === 'save' ? bytes : 0;
  const limits = await services.quotas.limitsOf(form.account);
  const maxStrangerDraftBytes = isAnonymous ? limits['form.strangerDraftBytes'] : 0;
  const build = (time: string): DraftChange => ({
    id,
    form: form.id,
    version: form.version,
    status: entryStatusNumber(status),
    data,
    // Without data the draft itself is what is saved or submitted, and If-Match names the version that is replaced: then it must
    // not change under the check.
    revision: request.payload.data === undefined || request.ifMatch !== undefined ? revision : null,
    bewitGeneration: draft.bewitGeneration,
    action: JSON.stringify(makeAction({ id: actionId, type: trigger, time }, request)),
    archivedRenders: `[${renders.items.join(',')}]`,
    draftBytes,
    maxStrangerDraftBytes,
    owed,
    noted,
    expectedSubmitIdx: numbering?.numbers.submitIdx,
  });
  const { account } = form;
  const isNumbered = numbering !== undefined;
  const toContinue = { id, account, form: form.id, dataBytes: bytes, actionId, build, isNumbered };
  const row = await services.writes.continueDraft(toContinue, numbering?.tx);
  if (row !== undefined) {
    const { budget, deletedFiles: sentFiles } = check;
    return { form, row, owed, budget, mainPdf, sentFiles, dataBefore };
  }
  if (isAnonymous && draftBytes > 0) await refuseGrownDraft({ entry: id, form, bytes: draftBytes }, services);
  const other = numbering && (await findOtherNumbers(form.id, numbering.numbers, services));
  if (other !== undefined) return other;
  const fresh = await services.forms.getFresh(form.id);
  return fresh.version === form.version ? undefined : formChanged;
}

/** Whether somebody else got the number that a submit was to get. */
async function findOtherNumbers(
  form: string,
  { submitIdx }: Numbers,
  { db }: Pick<Services, 'db'>,
): Promise<OtherNumbers | undefined> {
  const last = await findLastNumbers(db.sql, form);
  return last === undefined || last.submitIdx + 1 === submitIdx ? undefined : new OtherNumbers(last);
}
