// An upload that goes to the store itself, where S3_DIRECT_UPLOADS says so. [files.upload.direct]
//
//   begin: policy as ever -> room in the quotas is held, the key is claimed -> an address of the store for exactly this file
//   done:  it has arrived, with the size of the policy -> of several who say so one goes on -> the store copies it into place
//          -> no virus found, where there is a scanner -> 201, as for any upload
//
// An upload that is begun and never done gives its room to others once its address has ended (quotas/upload-quota.ts), and ends
// like an upload that nobody used. If it is done after all, it takes the room again where there is some.

import { isoNow } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { holdUpload } from '../quotas/upload-quota.ts';
import { findFile, setFileStored, startTaking } from '../store/files/files.ts';
import { releaseHold, restoreClaim } from '../store/files/upload-quotas.ts';
import { discard } from './delete-files.ts';
import {
  claim,
  getFormOf,
  openPolicy,
  type ReceivedUpload,
  receivedUpload,
  type SignedPolicy,
} from './receive-upload.ts';
import { refuseInfected, refuseWithoutScanner } from './scan-upload.ts';
import { StorageError } from './storage-error.ts';
import type { UploadPolicy } from './upload-policy.ts';

type Needs = Pick<
  Services,
  'config' | 'clock' | 'newId' | 'log' | 'scans' | 'db' | 'quotas' | 'secrets' | 'forms' | 'scanner' | 'storage'
>;

export interface DirectUpload {
  readonly method: 'PUT';
  readonly url: string;
  /** To be sent as they are, beside the length. */
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresInSeconds: number;
}

/** A gigabyte over a slow line arrives long after its address has ended. */
const lateMs = 6 * 3_600_000;

export async function beginDirectUpload(signed: SignedPolicy, services: Needs): Promise<DirectUpload> {
  const policy = openPolicy(signed, services);
  const { key, 'Content-Type': contentType } = policy.fields;
  if (!(await isBegun(key, services))) await claimKey(policy, services);
  const { url, seconds } = await getDirect(services).sign(key, { contentType, size: policy.size });
  return { method: 'PUT', url, headers: { 'content-type': contentType }, expiresInSeconds: seconds };
}

/** True when an address was given out before and nothing was taken yet: then there may be another. */
async function isBegun(key: string, { db }: Pick<Services, 'db'>): Promise<boolean> {
  const row = await findFile(db.sql, key);
  if (row === undefined) return false;
  if (row.state !== 'storing' || row.etag !== null) throw new StorageError('accessDenied');
  return true;
}

async function claimKey(policy: UploadPolicy, services: Needs): Promise<void> {
  const form = await getFormOf(policy, services);
  await refuseWithoutScanner(services);
  const hold = await holdUpload({ form, stranger: policy.stranger, size: policy.size }, services);
  if (await claim(policy, { account: form.account, hold }, services)) return;
  await services.db.transaction((tx) => releaseHold(tx, hold));
  await isBegun(policy.fields.key, services);
}

export async function finishDirectUpload(signed: SignedPolicy, services: Needs): Promise<ReceivedUpload> {
  const policy = openPolicy(signed, services, lateMs);
  const { db } = services;
  const { key, 'Content-Type': contentType } = policy.fields;
  const direct = getDirect(services);
  const { received, state } = await lookAt(key, services);
  if (received) return received;
  const form = await getFormOf(policy, services);
  if (state === undefined) throw new StorageError('accessDenied');
  const incoming = await direct.find(key);
  // Not there yet, or taken into its place since the look above.
  const missing = state === 'storing' ? 'notArrived' : 'accessDenied';
  if (incoming === undefined) return orThrow((await lookAt(key, services)).received, missing);
  if (incoming.size !== policy.size) {
    await direct.drop(key);
    throw sizeError(incoming.size, policy.size);
  }
  if (state === 'deleted') await restore(policy, form, services);
  if (!(await db.transaction((tx) => startTaking(tx, key, incoming.etag))))
    return orThrow((await lookAt(key, services)).received, 'accessDenied');
  try {
    const stored = await direct.take(key, { etag: incoming.etag, contentType, size: policy.size });
    await refuseInfected({ key, account: form.account }, services);
    if (!(await db.transaction((tx) => setFileStored(tx, key, stored.etag)))) throw new StorageError('accessDenied');
    // What stays of it is removed within a day: the file itself is stored.
    await direct.drop(key).catch(() => {});
    return receivedUpload(key, stored.etag, services);
  } catch (error) {
    const etag = await discard(key, services);
    await direct.drop(key).catch(() => {});
    if (etag !== undefined) return receivedUpload(key, etag, services);
    throw error;
  }
}

/** The file took longer than its room was kept for it. */
async function restore(policy: UploadPolicy, form: LoadedForm, services: Needs): Promise<void> {
  const hold = await holdUpload({ form, stranger: policy.stranger, size: policy.size }, services);
  const unusedHours = services.config.unusedUploadHours;
  const claim = { storageKey: policy.fields.key, hold, time: isoNow(services.clock), unusedHours };
  await services.db.transaction(async (tx) => {
    if (!(await restoreClaim(tx, claim))) await releaseHold(tx, hold);
  });
}

/** `received`: it was said before that the file is there, and the response was lost or is on its way. */
async function lookAt(key: string, services: Pick<Services, 'config' | 'db'>) {
  const row = await findFile(services.db.sql, key);
  const isStored = row?.state === 'stored' && row.etag !== null;
  return { state: row?.state, received: isStored ? receivedUpload(key, row.etag!, services) : undefined };
}

function orThrow(received: ReceivedUpload | undefined, fault: 'notArrived' | 'accessDenied'): ReceivedUpload {
  if (received === undefined) throw new StorageError(fault);
  return received;
}

function getDirect({ storage }: Pick<Services, 'storage'>) {
  if (storage.direct === undefined) throw new StorageError('methodNotAllowed');
  return storage.direct;
}

function sizeError(found: number, size: number): StorageError {
  return found > size
    ? new StorageError('entityTooLarge', { details: { ProposedSize: found, MaxSizeAllowed: size } })
    : new StorageError('entityTooSmall', { details: { ProposedSize: found, MinSizeAllowed: size } });
}
