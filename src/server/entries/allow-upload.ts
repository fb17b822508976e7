// POST /form/{formId}/uploadPolicy: leave to upload one file, for whoever fills the form. [files.policy]
import Joi from 'joi';
import type { UploadPolicy } from '../../api-types/forms.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { isFileName } from '../files/file-name.ts';
import { fitsForm } from '../files/fits-form.ts';
import { lastingUrl } from '../files/signed-url.ts';
import { newStorageKey } from '../files/storage/storage-key.ts';
import {
  accessKeyId,
  policyLifeMs,
  signPolicy,
  storageBucket,
  type UploadFields,
  writePolicy,
} from '../files/upload-policy.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { refuseClosed, refuseClosedAccount, refuseForeignForm } from '../forms/start-form.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { checkOf, idCheck } from '../http/checks.ts';
import { anonymousKey } from '../quotas/anonymous-key.ts';
import { checkUploadRoom } from '../quotas/upload-quota.ts';
import { openDraft } from './open-draft.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'newId' | 'db' | 'quotas' | 'secrets' | 'forms' | 'storage' | 'disk'>;

/** choice: what S3 takes in one piece. */
const maxFileBytes = 5 * 2 ** 30;
// A type ends up in a header, which holds no character beyond Latin-1.
const mimeType =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[^"\\\u0000-\u001f\u007f\u0100-\uffff]*"))*$/;
const unknownType = 'application/octet-stream';

export const uploadPolicyCheck = checkOf<WantedUpload>({
  name: Joi.string().required(),
  size: Joi.number().integer().min(0).max(maxFileBytes).required(),
  // Browsers do not know the type of many files and send an empty one.
  type: Joi.string().allow('').max(255).pattern(mimeType).required(),
  // The draft that the file is for: it can be finished after its form was closed.
  entry: idCheck,
});

/** Of the draft that `entry` names. */
export const uploadPolicyQuery = checkOf<{ bewit?: string }>({ bewit: Joi.string().allow('').max(500) });

interface WantedUpload {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly entry?: string;
}

type PolicyRequest = ApiRequest<{ formId: string }, { bewit?: string }, WantedUpload>;

export async function makeUploadPolicy(request: PolicyRequest, services: Needs): Promise<UploadPolicy> {
  const form = await services.forms.getFresh(request.params.formId);
  refuseForeignForm(form, request);
  const { name, size } = request.payload;
  const type = request.payload.type === '' ? unknownType : request.payload.type;
  if (!form.plan.hasFiles) throw errors.uploadNotAllowed();
  if (!isFileName(name)) throw errors.invalidFileName();
  await refuseForClosed(form, request, services);
  if (!fitsForm(form.plan, { name, size, type })) throw errors.uploadNotAllowed();
  const stranger = isOfAccount(form, request) ? null : anonymousKey(request.ip, services.secrets.uploadPolicy);
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
    signature: signPolicy(policy, services.secrets.uploadPolicy).toString('base64'),
    url: lastingUrl(key, services),
    ...(services.storage.direct && { direct: `${services.config.storageUrl}/direct` }),
  };
}

function isOfAccount(form: LoadedForm, { caller }: PolicyRequest): boolean {
  return caller?.account === form.account;
}

/** A closed form takes files for drafts that there are, from whoever may finish them, and from its account. */
async function refuseForClosed(
  form: LoadedForm,
  request: PolicyRequest,
  services: Pick<Services, 'clock' | 'db' | 'secrets'>,
): Promise<void> {
  const { entry } = request.payload;
  refuseClosedAccount(form);
  if (form.definition.access?.isDisabled !== true || isOfAccount(form, request)) return;
  if (entry === undefined || request.query.bewit === undefined) return refuseClosed(form);
  const draft = await openDraft({ entryId: entry, request, trigger: 'save' }, services);
  if (draft.row.form !== form.id) refuseClosed(form);
}
