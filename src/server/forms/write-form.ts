// POST /form, PATCH /form/{formId}, DELETE /form/{formId}. [forms.write] [forms.write.patch] [forms.delete]

import type { ApiForm } from '../../api-types/forms.ts';
import type { ApiMessage } from '../../api-types/lists.ts';
import type { FormDefinition } from '../../core/form-definition.ts';
import { picturesNamedIn } from '../../core/picture-address.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { errors } from '../errors.ts';
import { removeFromStorage } from '../files/delete-files.ts';
import { endFilesOfForm } from '../files/files-of-entries.ts';
import { type ApiRequest, type ApiResponse, callerOf, type ResponseHeaders } from '../http/api-request.ts';
import { makeOnce, repeatedHeaders } from '../http/make-once.ts';
import { responseText } from '../http/response-text.ts';
import { ownTurn } from '../run-in-slices.ts';
import { isoNow, type Services } from '../services.ts';
import type { Transaction } from '../store/db.ts';
import { moveEntriesToMarkers } from '../store/entries.ts';
import {
  deleteForm,
  type FormRow,
  findForm,
  findFormVersion,
  insertForm,
  lockFormCounters,
  lockFormDefinition,
  updateForm,
} from '../store/forms.ts';
import { passOverRemoved } from '../store/pass-over-removed.ts';
import { endPicturesOfForm, setPictureUses } from '../store/pictures.ts';
import { listLeavingFiles } from '../store/upload-quotas.ts';
import { mayArchive } from './compile-rules.ts';
import type { FormChange } from './form-checks.ts';
import { refuseOtherVersion, respondWithForm } from './form-version.ts';
import { parseDefinition } from './parse-definition.ts';
import { readDefinition } from './read-definition.ts';

export async function createForm(
  request: ApiRequest<unknown, unknown, FormDefinition>,
  services: Services,
): Promise<ApiResponse<ApiForm>> {
  const read = await readDefinition(request.payload);
  await ownTurn();
  const definition = JSON.stringify(read);
  const { account } = callerOf(request);
  const { id, made } = await makeOnce(request, services, async (tx, facts) => {
    const form = { ...facts, account, definition };
    await insertForm(tx, form);
    await notePictures(tx, form);
    const audited = { action: 'formCreate', object: 'form', objectId: facts.id, name: read.name } as const;
    await recordAudit(tx, audited, request, services);
    return { row: await findForm(tx, facts.id) };
  });
  if (made !== undefined) return respondWithWritten(id, made.row, read, services);
  return respondWithWritten(id, await findForm(services.db.sql, id), read, services, repeatedHeaders);
}

/** Each top-level property sent replaces that property; null removes it. */
export async function changeForm(
  request: ApiRequest<{ formId: string }, unknown, FormChange>,
  services: Services,
): Promise<ApiResponse<ApiForm>> {
  const id = request.params.formId;
  const change = async (tx: Transaction) => {
    const current = await lockFormDefinition(tx, id);
    if (current === undefined) throw errors.formNotFound(id);
    if (current.account !== callerOf(request).account) throw errors.insufficientPermissions();
    if (request.ifMatch !== undefined) refuseOtherVersion(request.ifMatch, await findFormVersion(tx, id));
    const changed = { ...(await parseDefinition(current.definition)), ...request.payload };
    const read = await readDefinition(changed as FormDefinition);
    await ownTurn();
    const written = { id, account: current.account, definition: JSON.stringify(read), time: isoNow(services.clock) };
    await updateForm(tx, written);
    await notePictures(tx, written);
    const detail = { changed: Object.keys(request.payload) };
    const audited = { action: 'formChange', object: 'form', objectId: id, name: read.name, detail } as const;
    await recordAudit(tx, audited, request, services);
    return { row: await findForm(tx, id), read };
  };
  const { row, read } = await services.counterWrites.run(id, () => services.db.transaction(change));
  services.forms.forget(id);
  return respondWithWritten(id, row, read, services);
}

/** The pictures that it names stay for as long as it does. [forms.pictures.life] */
async function notePictures(
  tx: Transaction,
  { id, account, definition, time }: { id: string; account: string; definition: string; time: string },
): Promise<void> {
  await setPictureUses(tx, { account, form: id, ids: picturesNamedIn(definition), time });
}

const filesAtOnce = 200;

export async function removeForm(request: ApiRequest<{ formId: string }>, services: Services): Promise<ApiMessage> {
  const id = request.params.formId;
  const { account } = callerOf(request);
  const remove = async (tx: Transaction) => {
    const current = await lockFormDefinition(tx, id);
    if (current === undefined) throw errors.formNotFound(id);
    if (current.account !== account) throw errors.insufficientPermissions();
    await lockFormCounters(tx, [id]);
    const time = isoNow(services.clock);
    const definition = JSON.parse(current.definition) as FormDefinition;
    await endFilesOfForm(tx, { account: current.account, form: id, definition, time });
    await endPicturesOfForm(tx, { account, form: id, time });
    const entries = await moveEntriesToMarkers(tx, id, time);
    await deleteForm(tx, id);
    await recordAudit(
      tx,
      { action: 'formDelete', object: 'form', objectId: id, name: definition.name },
      request,
      services,
    );
    return entries;
  };
  const removed = await services.counterWrites.run(id, () => services.db.transaction(remove));
  services.forms.forget(id);
  // Some at once, because somebody may be deleting for want of space; of very many the job removes the rest.
  const keys = await listLeavingFiles(services.db.sql, { form: id, limit: filesAtOnce });
  await removeFromStorage(keys, services);
  // The form is gone, whatever comes of this.
  await services.longReads.run(account, () => passOverRemoved(services.db, account, removed)).catch(() => {});
  return { message: responseText(request, { en: 'The form was deleted.', he: 'הטופס נמחק.' }) };
}

/** The form as this request wrote it, whoever changes it right afterwards. */
async function respondWithWritten(
  id: string,
  row: FormRow | undefined,
  read: FormDefinition,
  services: Services,
  headers: ResponseHeaders = {},
): Promise<ApiResponse<ApiForm>> {
  if (row === undefined) throw errors.formNotFound(id);
  // Whoever has just built a form that archives PDFs tries it next.
  if (mayArchive(read)) services.pdf.warm();
  return respondWithForm(row, read, headers);
}
