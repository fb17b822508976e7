// Leave to upload one exact file, as a text that we signed. Everything the upload needs to know is in it: nothing is stored
// until a file arrives. [files.policy]
import { createHmac } from 'node:crypto';
import { isSignature } from '../http/secrets.ts';

/** choice: the service's own name for its storage, whatever store is behind it: file objects outlive a move to another. */
export const storageBucket = 'formstead';
export const accessKeyId = 'FORMSTEAD';
export const policyLifeMs = 2 * 3_600_000;

/** The fields that come before the file in an upload, with the values they must have. */
export interface UploadFields {
  readonly key: string;
  readonly acl: 'private';
  readonly 'Content-Type': string;
  readonly StorageAccessKeyId: string;
  readonly success_action_status: '201';
}

export interface UploadPolicy {
  readonly expiresAt: number;
  readonly fields: UploadFields;
  readonly size: number;
  readonly name: string;
  /** Who uploads without a credential of the form's account; counted with what strangers may leave unused. */
  readonly stranger: string | null;
}

/** In the shape of an S3 policy document, so that tools which know those can show it. */
export function writePolicy({ expiresAt, fields, size, name, stranger }: UploadPolicy): string {
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
  if (!isSignature(signature, signPolicy(policy, secret), 'base64')) return undefined;
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

export function signPolicy(policy: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(policy).digest();
}
