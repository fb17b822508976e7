// An upload that goes to the store itself, where S3_DIRECT_UPLOADS says so. [files.upload.direct]
//
//   begin: policy as ever -> room in the quotas is held, the key is claimed -> an address of the store for exactly this file
//   done:  it has arrived, with the size of the policy -> of several who say so one goes on -> the store copies it into place
//          -> no virus found, where there is a scanner -> 201, as for any upload
//
// What is begun and never done ends like an upload that nobody used.
import { holdUpload } from '../quotas/upload-quota.ts';
import type { Services } from '../services.ts';
import { findFile, setFileStored, startTaking } from '../store/files.ts';
import { releaseHold } from '../store/upload-quotas.ts';
import {
  claim,
  discard,
  getFormOf,
  openPolicy,
  type ReceivedUpload,
  receivedUpload,
  type SignedPolicy,
} from './receive-upload.ts';
import { refuseInfected, refuseWithoutScanner } from './scan-upload.ts';
import { StorageError } from './storage-error.ts';
import type { UploadPolicy } from './upload-policy.ts';

export interface DirectUpload {
  readonly method: 'PUT';
  readonly url: string;
  /** To be sent as they are, beside the length. */
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresInSeconds: number;
}

/** A gigabyte over a slow line arrives long after its address has ended. */
const lateMs = 6 * 3_600_000;

export async function beginDirectUpload(signed: SignedPolicy, services: Services): Promise<DirectUpload> {
  const policy = openPolicy(signed, services);
  const { key, 'Content-Type': contentType } = policy.fields;
  if (!(await isBegun(key, services))) await claimKey(policy, services);
  const { url, seconds } = await getDirect(services).sign(key, { contentType, size: policy.size });
  return { method: 'PUT', url, headers: { 'content-type': contentType }, expiresInSeconds: seconds };
}

/** True when an address was given out before and nothing was taken yet: then there may be another. */
async function isBegun(key: string, { db }: Services): Promise<boolean> {
  const row = await findFile(db.sql, key);
  if (row === undefined) return false;
  if (row.state !== 'storing' || row.etag !== null) throw new StorageError('accessDenied');
  return true;
}

async function claimKey(policy: UploadPolicy, services: Services): Promise<void> {
  const form = await getFormOf(policy, services);
  await refuseWithoutScanner(services);
  const hold = await holdUpload({ form, stranger: policy.stranger, size: policy.size }, services);
  if (await claim(policy, { account: form.account, hold }, services)) return;
  await services.db.transaction((tx) => releaseHold(tx, hold));
  await isBegun(policy.fields.key, services);
}

export async function finishDirectUpload(signed: SignedPolicy, services: Services): Promise<ReceivedUpload> {
  const policy = openPolicy(signed, services, lateMs);
  const { db } = services;
  const { key, 'Content-Type': contentType } = policy.fields;
  const direct = getDirect(services);
  const { received, state } = await lookAt(key, services);
  if (received) return received;
  const { account } = await getFormOf(policy, services);
  if (state !== 'storing') throw new StorageError('accessDenied');
  const incoming = await direct.find(key);
  // Not there yet, or taken into its place since the look above.
  if (incoming === undefined) return orThrow((await lookAt(key, services)).received, 'notArrived');
  if (incoming.size !== policy.size) {
    await direct.drop(key);
    throw sizeError(incoming.size, policy.size);
  }
  if (!(await startTaking(db.sql, key, incoming.etag)))
    return orThrow((await lookAt(key, services)).received, 'accessDenied');
  try {
    const stored = await direct.take(key, { etag: incoming.etag, contentType, size: policy.size });
    await refuseInfected({ key, account }, services);
    if (!(await setFileStored(db.sql, key, stored.etag))) throw new StorageError('accessDenied');
    // What stays of it is removed within a day: the file itself is stored.
    await direct.drop(key).catch(() => {});
    return receivedUpload(key, stored.etag, services);
  } catch (error) {
    await discard(key, account, services);
    await direct.drop(key).catch(() => {});
    throw error;
  }
}

/** `received`: it was said before that the file is there, and the response was lost or is on its way. */
async function lookAt(key: string, services: Services) {
  const row = await findFile(services.db.sql, key);
  const isStored = row?.state === 'stored' && row.etag !== null;
  return { state: row?.state, received: isStored ? receivedUpload(key, row.etag!, services) : undefined };
}

function orThrow(received: ReceivedUpload | undefined, fault: 'notArrived' | 'accessDenied'): ReceivedUpload {
  if (received === undefined) throw new StorageError(fault);
  return received;
}

function getDirect({ storage }: Services) {
  if (storage.direct === undefined) throw new StorageError('methodNotAllowed');
  return storage.direct;
}

function sizeError(found: number, size: number): StorageError {
  return found > size
    ? new StorageError('entityTooLarge', { details: { ProposedSize: found, MaxSizeAllowed: size } })
    : new StorageError('entityTooSmall', { details: { ProposedSize: found, MinSizeAllowed: size } });
}
