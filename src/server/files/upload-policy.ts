// POST /form/{formId}/uploadPolicy: leave to upload one exact file. Everything the upload needs to know is
// in the signed policy: nothing is stored until a file arrives. [files.policy]
import { createHmac } from 'node:crypto';
import Joi from 'joi';
import { openDraft } from '../entries/open-draft.ts';
import { errors } from '../errors.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { refuseClosed } from '../forms/start-form.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { idCheck } from '../http/checks.ts';
import { isSignature } from '../identity/secrets.ts';
import { strangerOf } from '../quotas/stranger.ts';
import { checkUploadRoom } from '../quotas/upload-quota.ts';
import type { Services } from '../services.ts';
import { isFileName } from './file-name.ts';
import { fitsForm } from './fits-form.ts';
import { lastingUrl } from './signed-url.ts';
import { newStorageKey } from './storage/storage-key.ts';

/** choice: the service's own name for its storage, whatever store is behind it: file objects outlive a move to another. */
export const storageBucket = 'formstead';
const accessKeyId = 'FORMSTEAD';
export const policyLifeMs = 2 * 3_600_000;
/** choice: what S3 takes in one piece. */
const maxFileBytes = 5 * 2 ** 30;
// A type ends up in a header, which holds no character beyond Latin-1.
const mimeType =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[^"\\\u0000-\u001f\u007f\u0100-\uffff]*"))*$/;
const unknownType = 'application/octet-stream';

export const uploadPolicyCheck = Joi.object({
  name: Joi.string().required(),
  size: Joi.number().integer().min(0).max(maxFileBytes).required(),
  // Browsers know no type for many files and send an empty one.
  type: Joi.string().allow('').max(255).pattern(mimeType).required(),
  // The draft that the file is for: it can be finished after its form was closed.
  entry: idCheck,
});

/** Of the draft that `entry` names. */
export const uploadPolicyQuery = Joi.object({ bewit: Joi.string().allow('').max(500) });

interface WantedUpload {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly entry?: string;
}

type PolicyRequest = ApiRequest<{ formId: string }, { bewit?: string }, WantedUpload>;

/** The fields that come before the file in an upload, with the values they must have. */
export interface UploadFields {
  readonly key: string;
  readonly acl: string;
  readonly 'Content-Type': string;
  readonly StorageAccessKeyId: string;
  readonly success_action_status: string;
}

export interface UploadPolicy {
  readonly expiresAt: number;
  readonly fields: UploadFields;
  readonly size: number;
  readonly name: string;
  /** Who uploads without a credential of the form's account; counted with what strangers may leave unused. */
  readonly stranger: string | null;
}

export async function makeUploadPolicy(request: PolicyRequest, services: Services) {
  const form = await services.forms.getFresh(request.params.formId);
  const { name, size } = request.payload;
  const type = request.payload.type === '' ? unknownType : request.payload.type;
  if (!form.plan.hasFiles) throw errors.uploadNotAllowed();
  if (!isFileName(name)) throw errors.invalidFileName();
  await refuseForClosed(form, request, services);
  if (!fitsForm(form.plan, { name, size, type })) throw errors.uploadNotAllowed();
  const stranger = isOfAccount(form, request) ? null : strangerOf(request.ip, services.secrets.uploadPolicy);
  await services.disk.checkFile(size);
  await checkUploadRoom({ form, stranger, size }, services);
  const key = newStorageKey(form.id, services.newId);
  const fields: UploadFields = {
    key,
    acl: 'private',
    'Content-Type': type,
    StorageAccessKeyId: accessKeyId,
    success_action_status: '201',
  };
  const policy = writePolicy({ expiresAt: services.clock.now() + policyLifeMs, fields, size, name, stranger });
  return {
    bucket: storageBucket,
    ...fields,
    policy,
    signature: sign(policy, services.secrets.uploadPolicy).toString('base64'),
    url: lastingUrl(key, services),
  };
}

function isOfAccount(form: LoadedForm, { caller }: PolicyRequest): boolean {
  return caller?.account === form.account;
}

/** A closed form takes files for drafts that there are, from whoever may finish them, and from its account. */
async function refuseForClosed(form: LoadedForm, request: PolicyRequest, services: Services): Promise<void> {
  const { entry } = request.payload;
  if (form.definition.access?.isDisabled !== true || isOfAccount(form, request)) return;
  if (entry === undefined || request.query.bewit === undefined) return refuseClosed(form);
  const draft = await openDraft({ entryId: entry, request, trigger: 'save' }, services);
  if (draft.row.form !== form.id) refuseClosed(form);
}

/** In the shape of an S3 policy document, so that tools which know those can show it. */
function writePolicy({ expiresAt, fields, size, name, stranger }: UploadPolicy): string {
  const document = {
    expiration: new Date(expiresAt).toISOString(),
    conditions: [
      { bucket: storageBucket },
      ...Object.entries(fields).map(([field, value]) => ({ [field]: value })),
      ['content-length-range', size, size],
    ],
    name,
    stranger,
  };
  return Buffer.from(JSON.stringify(document)).toString('base64');
}

/** The policy, or undefined when the signature is not ours. */
export function readPolicy(policy: string, signature: string, secret: Buffer): UploadPolicy | undefined {
  if (!isSignature(signature, sign(policy, secret), 'base64')) return undefined;
  // Signed by us, so it has the shape that writePolicy gave it.
  const { expiration, conditions, name, stranger = null } = JSON.parse(Buffer.from(policy, 'base64').toString('utf8'));
  const size: number = conditions.at(-1)[1];
  return {
    expiresAt: Date.parse(expiration),
    fields: Object.assign({}, ...conditions.slice(1, -1)) as UploadFields,
    size,
    name,
    stranger,
  };
}

function sign(policy: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(policy).digest();
}
