// POST /entry/{entryId}/edit.
// [entries.edit] [entries.edit.status-only] [entries.edit.rules] [entries.edit.no-submit]
// [entries.edit.back-to-saved]
import type { EditedEntry } from '../../api-types/entries.ts';
import type { JsonObject } from '../../core/definition/form-definition.ts';
import { type Budget, openBudget } from '../../core/expression/budget.ts';
import { type EntryStatus, entryStatusNumber, nextStatus, statusFromNumber } from '../../core/plan/entry-status.ts';
import { applyUpdate, type UpdateMode } from '../../core/plan/update-mode.ts';
import type { EntryCheck } from '../../core/validation/check-row.ts';
import { writeWithRenders } from '../after-actions/archive-renders.ts';
import { owedEmails, sendEmails } from '../after-actions/send-emails.ts';
import { uiActions } from '../after-actions/ui-actions.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { entryScope, noteUnfinishedRules } from '../entry-facts/entry-facts.ts';
import { storedPdfEntry } from '../entry-facts/pdf-entry.ts';
import { presentEntry, shortUrlOf } from '../entry-facts/present-entry.ts';
import { deleteSentFiles, dropMissingFiles } from '../files/files-of-entries.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { formChanged, withCurrentForm } from '../forms/with-current-form.ts';
import { type ApiRequest, ApiResponse, callerOf } from '../http/api-request.ts';
import type { MailAttachment } from '../mail/mail.ts';
import { largeDataLength, ownTurn } from '../scheduling/run-in-slices.ts';
import type { Transaction } from '../store/connection/db.ts';
import { addToCounters, changeEntry, type EntryRow, findEntry } from '../store/entries/entries.ts';
import type { NewEntryChange } from '../store/entries/entry-changes.ts';
import { releaseStrangerDrafts } from '../store/entries/entry-quotas.ts';
import { findShortLinkOfEntry } from '../store/entries/short-links.ts';
import { insertOwed, type OwedEmails } from '../store/jobs/outbox.ts';
import { makeAction, refuseFullHistory } from './actions.ts';
import { type CheckedEntry, checkEntry } from './check-entry.ts';
import { currentChange } from './counters.ts';
import type { FillPayload } from './fill-payload.ts';
import { describeChange } from './history/describe-change.ts';
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
  | 'attachments'
  | 'db'
  | 'quotas'
  | 'secrets'
  | 'forms'
  | 'mail'
  | 'pdf'
  | 'predictedNumbers'
  | 'notices'
  | 'auditChain'
  | 'latestAccounts'
  | 'storage'
  | 'disk'
  | 'slowForms'
  | 'entryBytes'
>;

export interface EditPayload extends FillPayload {
  readonly status?: 'saved' | 'submitted';
  readonly updateMode: UpdateMode;
}

type EditRequest = ApiRequest<{ entryId: string }, unknown, EditPayload>;

export async function editEntry(request: EditRequest, services: Needs): Promise<ApiResponse<EditedEntry>> {
  const { entryId } = request.params;
  for (let race = 1; race <= maxConflictRetries; race += 1) {
    const row = await getOwnEntry(entryId, request, services);
    const status = statusAfterEdit(row, request.payload.status);
    if (status !== 'submitted' || row.status === entryStatusNumber('submitted')) refuseFullHistory(row);
    const edited = await withCurrentForm(row.form, services, (form) =>
      writeEdit({ form, row, status, request }, services),
    );
    // Otherwise the entry changed meanwhile, and the edit starts over from what it is now.
    if (edited !== undefined) return finish({ ...edited, before: row }, request, services);
    await pauseBeforeRetry(race);
  }
  throw errors.conflict();
}

export async function getOwnEntry(
  entryId: string,
  request: ApiRequest,
  services: Pick<Services, 'db'>,
): Promise<EntryRow> {
  const row = await findEntry(services.db.sql, entryId);
  if (row === undefined) throw errors.entryNotFound(entryId);
  if (row.account !== callerOf(request).account) throw errors.insufficientPermissions();
  return row;
}

function statusAfterEdit(row: EntryRow, wanted: EntryStatus | undefined): EntryStatus {
  const transition = nextStatus(statusFromNumber(row.status) as EntryStatus, 'edit', wanted);
  if (!transition.allowed) throw errors.refused(transition.refusal);
  return transition.status;
}

interface Edit {
  readonly form: LoadedForm;
  readonly row: EntryRow;
  readonly status: EntryStatus;
  readonly request: EditRequest;
}

interface Edited {
  readonly form: LoadedForm;
  readonly row: EntryRow;
  readonly owed: OwedEmails | undefined;
  readonly budget: Budget;
  readonly mainPdf: MailAttachment | undefined;
  readonly sentFiles: EntryCheck['deletedFiles'];
}

const rules = 'postEdit';

/** Undefined when the entry changed meanwhile. */
async function writeEdit(edit: Edit, services: Needs): Promise<Edited | typeof formChanged | undefined> {
  const { form, row, status } = edit;
  const check = await checkEdit(edit, services);
  const data = check && form.writeData(check.data);
  if (data !== undefined) {
    const [bytes, bytesBefore] = [Buffer.byteLength(data), Buffer.byteLength(row.data)];
    await takeEntryData({ form, isAnonymous: false, bytes, bytesBefore, isNewDraft: false }, services);
  }
  const actionId = services.newId();
  const noted = await describeChange({
    row,
    action: actionId,
    status: entryStatusNumber(status),
    data: check?.data,
    text: data,
    isAnonymous: false,
  });
  const budget = check?.budget ?? openBudget(services.clock.now());
  const entry = () => storedPdfEntry({ row, status, ...(check === undefined ? {} : { data: check.data }) }, services);
  const { skipRenders } = edit.request.payload;
  const isAnonymous = false;
  return writeWithRenders(
    { form, rules, actionId, entry, gives: [], skipRenders, isAnonymous, budget },
    services,
    async (renders) => {
      try {
        const { mainPdf } = renders;
        const owed = owedEmails({ form, rules, entry: row.id, actionId, mainPdf, request: edit.request });
        const change = { ...edit, data, noted, actionId, archivedRenders: renders.items, owed };
        const changed = await services.db.transaction((tx) => changeRow(tx, change, services), { lane: form.id });
        return { form, row: changed, owed, budget, mainPdf, sentFiles: check?.deletedFiles ?? [] };
      } catch (error) {
        if (error instanceof FormChangedMeanwhile) return formChanged;
        if (error instanceof EntryChangedMeanwhile) return undefined;
        throw error;
      }
    },
  );
}

async function changeRow(
  tx: Transaction,
  change: Edit & {
    data: string | undefined;
    noted: NewEntryChange | undefined;
    actionId: string;
    archivedRenders: readonly string[];
    owed: OwedEmails | undefined;
  },
  services: Pick<Services, 'clock' | 'newId' | 'auditChain'>,
): Promise<EntryRow> {
  const { form, row, request, data } = change;
  const time = isoNow(services.clock);
  const statusNumber = entryStatusNumber(change.status);
  // Counters before entries, as everywhere: whoever deletes the form waits, or is waited for.
  const current = currentChange(row.status, statusNumber);
  const bytes = data === undefined ? 0 : Buffer.byteLength(data) - Buffer.byteLength(row.data);
  const counters = await addToCounters(tx, form.id, { current, bytes });
  if (data !== undefined && counters?.version !== form.version) throw new FormChangedMeanwhile();
  const changed = await changeEntry(tx, {
    id: row.id,
    revision: row.revision,
    status: statusNumber,
    data,
    action: JSON.stringify(makeAction({ id: change.actionId, type: 'edit', time }, request)),
    archivedRenders: change.archivedRenders,
    isModified: data !== undefined || statusNumber !== row.status,
    time,
    noted: change.noted,
  });
  if (changed === undefined) throw new EntryChangedMeanwhile();
  if (change.owed !== undefined) await insertOwed(tx, change.owed);
  const detail = { form: form.id, ...(data === undefined ? { status: change.status } : {}) };
  await recordAudit(tx, { action: 'entryEdit', object: 'entry', objectId: row.id, detail }, request, services);
  const saved = entryStatusNumber('saved');
  if (row.status <= saved && statusNumber > saved) await releaseStrangerDrafts(tx, [row.id]);
  return changed;
}

/** Rolls back an edit that was checked against an older form. */
class FormChangedMeanwhile extends Error {}

/** Rolls back an edit of an entry that is no longer as it was read. */
class EntryChangedMeanwhile extends Error {}

/** Undefined for a status-only edit, which checks nothing. */
async function checkEdit({ form, row, status, request }: Edit, services: Needs): Promise<CheckedEntry | undefined> {
  const { data: sent, updateMode } = request.payload;
  if (sent === undefined) return undefined;
  if (row.data.length >= largeDataLength) await ownTurn();
  const data = applyUpdate(updateMode, JSON.parse(row.data) as JsonObject, sent);
  const confirmed = row.status === entryStatusNumber('submitted') ? { dataBefore: row.data } : {};
  return checkEntry({ form, data, status, entry: { id: row.id }, ...confirmed }, services).catch(async (error) => {
    // A file may be gone because the entry is: then that is the response.
    if (form.plan.hasFiles) statusAfterEdit(await getOwnEntry(row.id, request, services), request.payload.status);
    throw error;
  });
}

/** What follows the commit. [entries.edit.no-submit] An edit runs the after-edit rules only, whatever it changed. */
async function finish(
  edited: Edited & { before: EntryRow },
  request: EditRequest,
  services: Needs,
): Promise<ApiResponse<EditedEntry>> {
  const { form, sentFiles, before, budget } = edited;
  const { id: entry, data } = edited.row;
  const dataBefore = before.data;
  if (sentFiles.length > 0) {
    await deleteSentFiles({ form, entry, sent: sentFiles, dataBefore, isByOwner: true }, services);
  }
  if (before.status <= entryStatusNumber('saved')) await dropMissingFiles({ form, entry, dataBefore, data }, services);
  const shortUrl = await findShortUrl(edited, services);
  const { owed } = edited;
  const row = owed === undefined ? edited.row : await sendEmails({ ...edited, owed, shortUrl }, services);
  const actions = request.payload.skipUiActions
    ? []
    : await uiActions(form, rules, entryScope({ form, row, shortUrl, budget }, services));
  noteUnfinishedRules({ form, row, budget }, services);
  return ApiResponse.ofJson(`{"entry":${presentEntry(row, services)},"uiActions":${JSON.stringify(actions)}}`);
}

/** Of a template, for the rules that may name it. */
async function findShortUrl(
  { form, row }: Edited,
  { db, config }: Pick<Services, 'config' | 'db'>,
): Promise<string | undefined> {
  const { emails, ui } = form.rules[rules];
  if (row.status !== entryStatusNumber('template') || emails.length + ui.length === 0) return undefined;
  const code = await findShortLinkOfEntry(db.sql, row.id);
  return code === undefined ? undefined : shortUrlOf(code, config);
}
