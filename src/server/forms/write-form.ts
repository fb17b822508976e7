// POST /form, PATCH /form/{formId}. [forms.write] [forms.write.patch]

import type { ApiForm } from '../../api-types/forms.ts';
import type { FormDefinition } from '../../core/definition/form-definition.ts';
import { picturesNamedIn } from '../../core/definition/picture-address.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, type ApiResponse, callerOf, type ResponseHeaders } from '../http/api-request.ts';
import { createIdempotently, repeatedHeaders } from '../http/idempotent-create.ts';
import { ownTurn } from '../scheduling/run-in-slices.ts';
import type { Transaction } from '../store/connection/db.ts';
import { setPictureUses } from '../store/files/pictures.ts';
import {
  type FormRow,
  findForm,
  findFormVersion,
  insertForm,
  lockFormDefinition,
  updateForm,
} from '../store/forms/forms.ts';
import { mayArchive } from './compile-rules.ts';
import type { FormChange } from './form-checks.ts';
import { refuseOtherVersion, respondWithForm } from './form-version.ts';
import { parseDefinition } from './parse-definition.ts';
import { readDefinition } from './read-definition.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'db' | 'forms' | 'pdf' | 'auditChain' | 'disk'>;

export async function createForm(
  request: ApiRequest<unknown, unknown, FormDefinition>,
  services: Needs,
): Promise<ApiResponse<ApiForm>> {
  const read = await readDefinition(request.payload);
  await ownTurn();
  const definition = JSON.stringify(read);
  const { account } = callerOf(request);
  await services.disk.takeData({ bytes: definition.length });
  const { id, made } = await createIdempotently(request, services, async (tx, facts) => {
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
  services: Needs,
): Promise<ApiResponse<ApiForm>> {
  const id = request.params.formId;
  const change = async (tx: Transaction) => {
    const current = await lockFormDefinition(tx, id);
    if (current === undefined) throw errors.formNotFound(id);
    if (current.account !== callerOf(request).account) throw errors.insufficientPermissions();
    if (request.ifMatch !== undefined) refuseOtherVersion(request.ifMatch, await findFormVersion(tx, id));
    const changed = { ...(await parseDefinition(current.definition)), ...request.payload };
    const isWritten = (property: keyof FormDefinition) => request.payload[property] !== undefined;
    const read = await readDefinition(changed as FormDefinition, { isWritten });
    await ownTurn();
    const written = { id, account: current.account, definition: JSON.stringify(read), time: isoNow(services.clock) };
    await services.disk.takeData({ bytes: written.definition.length });
    await updateForm(tx, written);
    await notePictures(tx, written);
    const detail = { changed: Object.keys(request.payload) };
    const audited = { action: 'formChange', object: 'form', objectId: id, name: read.name, detail } as const;
    await recordAudit(tx, audited, request, services);
    return { row: await findForm(tx, id), read };
  };
  const { row, read } = await services.db.transaction(change, { lane: id });
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

/** The form as this request wrote it, whoever changes it right afterwards. */
async function respondWithWritten(
  id: string,
  row: FormRow | undefined,
  read: FormDefinition,
  services: Pick<Services, 'pdf'>,
  headers: ResponseHeaders = {},
): Promise<ApiResponse<ApiForm>> {
  if (row === undefined) throw errors.formNotFound(id);
  // Whoever has just built a form that archives PDFs tries it next.
  if (mayArchive(read)) services.pdf.warm();
  return respondWithForm(row, read, headers);
}
