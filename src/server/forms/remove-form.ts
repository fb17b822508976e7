// DELETE /form/{formId}. [forms.delete]
//
//   first transaction -> the form is gone, and a row of leaving_forms hides its entries from every list
//   small transactions -> its entries become markers and its files end, some at a time; the last one removes the row
//
// The first transaction also takes the first step, so a small form goes in one. The request waits for the others for a while; a job does
// the rest, also after a crash.
import type { ApiMessage } from '../../api-types/lists.ts';
import type { FormDefinition } from '../../core/definition/form-definition.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { removeFromStorage } from '../files/delete-files.ts';
import { endFilesOfForm, keepsFiles } from '../files/files-of-entries.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { responseText } from '../http/response-text.ts';
import type { Transaction } from '../store/connection/db.ts';
import { lockEntriesOfForm, moveEntriesToMarkers } from '../store/entries/entries.ts';
import { forgetResponses } from '../store/entries/idempotency-keys.ts';
import { sweepIndexAfterDelete } from '../store/entries/sweep-index-after-delete.ts';
import { endPicturesOfForm } from '../store/files/pictures.ts';
import { listLeavingFiles } from '../store/files/upload-quotas.ts';
import { deleteForm, lockFormCounters, lockFormDefinition } from '../store/forms/forms.ts';
import {
  deleteLeavingForm,
  insertLeavingForm,
  type LeavingForm,
  listLeavingForms,
  lockLeavingForm,
} from '../store/forms/leaving-forms.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'log' | 'longReads' | 'db' | 'forms' | 'auditChain' | 'storage'>;

/** Entries and files of one transaction. */
const stepSize = 1_000;
const filesAtOnce = 200;
/** How long a request goes on with it: proxies give up after a minute. */
const maxRequestMs = 10_000;
/** The same for a run of the job, which other jobs wait for. */
const maxJobMs = 20_000;

export async function removeForm(request: ApiRequest<{ formId: string }>, services: Needs): Promise<ApiMessage> {
  const id = request.params.formId;
  const { account } = callerOf(request);
  const remove = async (tx: Transaction) => {
    const current = await lockFormDefinition(tx, id);
    if (current === undefined) throw errors.formNotFound(id);
    if (current.account !== account) throw errors.insufficientPermissions();
    await lockFormCounters(tx, [id]);
    const { name, ...definition } = JSON.parse(current.definition) as FormDefinition;
    const step = await beginRemoval(tx, { form: id, account, definition, time: isoNow(services.clock) });
    await recordAudit(tx, { action: 'formDelete', object: 'form', objectId: id, name }, request, services);
    return step;
  };
  const first = await services.db.transaction(remove, { lane: id });
  services.forms.forget(id);
  // The form is gone. Steps that fail are repeated by the job.
  await finishRemoval(first, services, maxRequestMs).catch((error) => {
    services.log.warn({ form: id, error: String(error) }, 'the entries of a deleted form are removed later');
  });
  return { message: responseText(request, 'formDeleted') };
}

/** What requests left, or a process that ended. */
export async function finishRemovals(services: Needs): Promise<void> {
  for (const leaving of await listLeavingForms(services.db.sql)) {
    // One that fails is tried again by the next run, and keeps no other waiting.
    await finishRemoval({ leaving, entries: [], isDone: false }, services, maxJobMs).catch((error) => {
      services.log.warn(
        { form: leaving.form, error: String(error) },
        'the entries of a deleted form are removed later',
      );
    });
  }
}

interface Step {
  readonly leaving: LeavingForm;
  /** Ids of the entries that went. */
  readonly entries: readonly string[];
  readonly isDone: boolean;
}

/** The form goes, and some of its entries and files. The form's row must be locked. */
export async function beginRemoval(
  tx: Transaction,
  form: { form: string; account: string; definition: FormDefinition; time: string },
): Promise<Step> {
  const { definition, time, ...ids } = form;
  const leaving = { ...ids, keepsFiles: keepsFiles(definition) };
  await insertLeavingForm(tx, leaving);
  await endPicturesOfForm(tx, { ...ids, time });
  await deleteForm(tx, ids.form);
  return removeSome(tx, leaving, time);
}

/** Some more of its entries and files. */
export async function removeSome(tx: Transaction, leaving: LeavingForm, time: string): Promise<Step> {
  if (!(await lockLeavingForm(tx, leaving.form))) return { leaving, entries: [], isDone: true };
  const entries = await lockEntriesOfForm(tx, { ...leaving, limit: stepSize });
  const files = await endFilesOfForm(tx, { ...leaving, entries, time, limit: stepSize });
  if (entries.length > 0) {
    await forgetResponses(tx, entries);
    await moveEntriesToMarkers(tx, { account: leaving.account, ids: entries, time });
  }
  const isDone = entries.length < stepSize && files < stepSize;
  if (isDone) await deleteLeavingForm(tx, leaving.form);
  return { leaving, entries, isDone };
}

async function finishRemoval(first: Step, services: Needs, maxMs: number): Promise<void> {
  const end = performance.now() + maxMs;
  const { db, clock, longReads } = services;
  const { leaving } = first;
  const { account, form } = leaving;
  let step = first;
  let removed = { count: 0, first: first.entries.at(0) ?? null, last: first.entries.at(-1) ?? null };
  for (;;) {
    const { entries } = step;
    removed = {
      count: removed.count + entries.length,
      first: removed.first ?? entries.at(0) ?? null,
      last: entries.at(-1) ?? removed.last,
    };
    if (step.isDone || performance.now() > end) break;
    // In turns with the account's other long work, and with a rest while other accounts are busy.
    step = await longReads.goOn(account, () =>
      db.transaction((tx) => removeSome(tx, leaving, isoNow(clock)), { lane: form }),
    );
  }
  // Some at once, because the owner may be deleting for want of space; of very many the job removes the rest.
  const keys = await listLeavingFiles(db.sql, { form, limit: filesAtOnce });
  await removeFromStorage(keys, services);
  // The form is gone, whatever comes of this.
  await longReads.goOn(account, () => sweepIndexAfterDelete(db, account, removed)).catch(() => {});
}
