// POST /form/{formId}/uploadPolicy: leave to upload one exact file. SPEC.md "Forms". Everything the upload needs to know is
// in the signed policy: nothing is stored until a file arrives.
import { createHmac } from 'node:crypto';
import Joi from 'joi';
import { errors } from '../errors.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { isSignature } from '../identity/secrets.ts';
import type { Services } from '../services.ts';
import { newStorageKey } from '../storage/storage-key.ts';
import { isFileName } from './file-name.ts';
import { lastingUrl } from './signed-url.ts';

/** choice: the service's own name for its storage, whatever store is behind it: file objects outlive a move to another. */
export const storageBucket = 'formstead';
const accessKeyId = 'FORMSTEAD';
const policyMs = 2 * 3_600_000;
/** choice: what S3 takes in one piece. */
const maxFileBytes = 5 * 2 ** 30;
const mimeType =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[^"\\\u0000-\u001f\u007f]*"))*$/;
const unknownType = 'application/octet-stream';

export const uploadPolicyCheck = Joi.object({
  name: Joi.string().required(),
  size: Joi.number().integer().min(0).max(maxFileBytes).required(),
  // Browsers know no type for many files and send an empty one.
  type: Joi.string().allow('').max(255).pattern(mimeType).required(),
});

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
}

export async function makeUploadPolicy(
  request: ApiRequest<{ formId: string }, unknown, { name: string; size: number; type: string }>,
  services: Services,
) {
  const form = await services.forms.getFresh(request.params.formId);
  if (!form.plan.hasFiles) throw errors.uploadNotAllowed();
  const { name, size, type } = request.payload;
  if (!isFileName(name)) throw errors.invalidFileName();
  const key = newStorageKey(form.id, services.newId);
  const fields: UploadFields = {
    key,
    acl: 'private',
    'Content-Type': type === '' ? unknownType : type,
    StorageAccessKeyId: accessKeyId,
    success_action_status: '201',
  };
  const policy = writePolicy({ expiresAt: services.clock.now() + policyMs, fields, size, name });
  return {
    bucket: storageBucket,
    ...fields,
    policy,
    signature: sign(policy, services.secrets.uploadPolicy).toString('base64'),
    url: lastingUrl(key, services),
  };
}

/** In the shape of an S3 policy document, so that tools which know those can show it. */
function writePolicy({ expiresAt, fields, size, name }: UploadPolicy): string {
  const document = {
    expiration: new Date(expiresAt).toISOString(),
    conditions: [
      { bucket: storageBucket },
      ...Object.entries(fields).map(([field, value]) => ({ [field]: value })),
      ['content-length-range', size, size],
    ],
    name,
  };
  return Buffer.from(JSON.stringify(document)).toString('base64');
}

/** The policy, or undefined when the signature is not ours. */
export function readPolicy(policy: string, signature: string, secret: Buffer): UploadPolicy | undefined {
  if (!isSignature(signature, sign(policy, secret), 'base64')) return undefined;
  // Signed by us, so it has the shape that writePolicy gave it.
  const { expiration, conditions, name } = JSON.parse(Buffer.from(policy, 'base64').toString('utf8'));
  const size: number = conditions.at(-1)[1];
  return {
    expiresAt: Date.parse(expiration),
    fields: Object.assign({}, ...conditions.slice(1, -1)) as UploadFields,
    size,
    name,
  };
}

function sign(policy: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(policy).digest();
}
