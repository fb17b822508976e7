// POST {storage_url}/: receives one file under an upload policy.
// [files.upload] [files.upload.size] [files.upload.denied] [files.upload.once]
//
//   fields, soon -> policy signed, in time, every field as it says -> content streams into storage, while room in the quotas is held
//   a step ahead and room on the disk is taken chunk by chunk -> form at its end, size exact -> the key is claimed: of several
//   uploads with one policy one gets it -> the last bytes are let through -> no virus found, where there is a scanner -> 201
//
// After any failure storage drops the content, and nothing is left behind.
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { isoNow, maxLeadMs } from '../base/clock.ts';
import { errors, ServiceError } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { type GrowingHold, holdArriving } from '../quotas/upload-quota.ts';
import { claimUpload, findFile, setFileStored } from '../store/files/files.ts';
import { dropCountedClaim, releaseHold } from '../store/files/upload-quotas.ts';
import { discard } from './delete-files.ts';
import { readMultipartForm } from './multipart-form.ts';
import { refuseInfected, refuseWithoutScanner } from './scan-upload.ts';
import { StorageKeyTakenError } from './storage/storage.ts';
import { formOfStorageKey } from './storage/storage-key.ts';
import { StorageError } from './storage-error.ts';
import { policyLifeMs, readPolicy, storageBucket, type UploadPolicy } from './upload-policy.ts';

type Needs = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'newId'
  | 'log'
  | 'scans'
  | 'db'
  | 'quotas'
  | 'secrets'
  | 'forms'
  | 'scanner'
  | 'storage'
  | 'disk'
>;

export interface ReceivedUpload {
  readonly location: string;
  readonly bucket: string;
  readonly key: string;
  readonly etag: string;
}

/** The fields before the file are small. Until they are here, anybody could be holding the connection. */
const maxPolicyMs = 20_000;

export async function receiveUpload(
  request: { headers: IncomingHttpHeaders; body: Readable },
  services: Needs,
  policyMs = maxPolicyMs,
): Promise<ReceivedUpload> {
  const form = readMultipartForm(request.headers, request.body);
  try {
    const { fields, content } = await within(policyMs, form.file);
    const policy = getPolicy(fields, services);
    const etag = await storeUpload({ policy, content, end: form.end }, services);
    return receivedUpload(policy.fields.key, etag, services);
  } finally {
    form.stop();
  }
}

export function receivedUpload(key: string, etag: string, { config }: Pick<Services, 'config'>): ReceivedUpload {
  return { location: `${config.storageUrl}/${key}`, bucket: storageBucket, key, etag };
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new StorageError('policyLate')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const policyFields = ['policy', 'signature'];

export interface SignedPolicy {
  readonly policy: string;
  readonly signature: string;
}

/** `lateMs`: how long after its end it still counts. */
export function openPolicy(
  signed: SignedPolicy,
  { secrets, clock }: Pick<Services, 'clock' | 'secrets'>,
  lateMs = 0,
): UploadPolicy {
  const policy = readPolicy(signed.policy, signed.signature, secrets.uploadPolicy);
  if (policy === undefined) throw new StorageError('accessDenied');
  const life = policy.expiresAt - clock.now();
  if (life <= -lateMs || life > policyLifeMs + maxLeadMs) throw new StorageError('policyExpired');
  return policy;
}

function getPolicy(fields: ReadonlyMap<string, string>, services: Pick<Services, 'clock' | 'secrets'>): UploadPolicy {
  const given = { policy: fields.get('policy') ?? '', signature: fields.get('signature') ?? '' };
  const policy = openPolicy(given, services);
  const wanted = Object.entries(policy.fields).map(([name, value]) => [name.toLowerCase(), value] as const);
  const isMet = wanted.every(([name, value]) => fields.get(name) === value);
  // The policy names the bucket too, so it may be sent along.
  const allowed = new Set([...wanted.map(([name]) => name), ...policyFields]);
  const hasOthers = [...fields].some(
    ([name, value]) => !allowed.has(name) && !(name === 'bucket' && value === storageBucket),
  );
  if (!isMet || hasOthers) throw new StorageError('policyMismatch');
  return policy;
}

interface Upload {
  readonly policy: UploadPolicy;
  readonly content: Readable;
  readonly end: Promise<void>;
}

async function storeUpload(upload: Upload, services: Needs): Promise<string> {
  const { db, storage } = services;
  const { fields, size } = upload.policy;
  const form = await getFormOf(upload.policy, services);
  // Known before a gigabyte is sent in vain; the claim below decides.
  if ((await findFile(db.sql, fields.key)) !== undefined) throw new StorageError('accessDenied');
  await refuseWithoutScanner(services);
  await services.disk.checkFile(size);
  const hold = await holdArriving({ form, stranger: upload.policy.stranger, size }, services);
  const claimHeld = () => claim(upload.policy, { account: form.account, hold: hold.id }, services);
  let isClaimed = false;
  let isPut = false;
  // Why the content broke off, which storage may report in words of its own.
  let fault: unknown;
  async function* content() {
    try {
      yield* exactContent(upload, hold, services);
      isClaimed = await claimHeld();
      if (!isClaimed) {
        // The hold may have been released for another upload; there may be room again.
        await hold.renew();
        isClaimed = await claimHeld();
      }
      if (!isClaimed) throw new StorageError('accessDenied');
    } catch (error) {
      fault = error;
      throw error;
    }
  }
  try {
    const stored = await storage.put(fields.key, Readable.from(content(), { objectMode: false }), {
      contentType: fields['Content-Type'],
      size,
    });
    isPut = true;
    await refuseInfected({ key: fields.key, account: form.account }, services);
    if (!(await db.transaction((tx) => setFileStored(tx, fields.key, stored.etag))))
      throw new StorageError('accessDenied');
    return stored.etag;
  } catch (error) {
    if (isPut) {
      const etag = await discard(fields.key, services);
      if (etag !== undefined) return etag;
    } else {
      await db.transaction((tx) => (isClaimed ? dropCountedClaim(tx, fields.key) : releaseHold(tx, hold.id)));
    }
    if (error instanceof StorageKeyTakenError) throw new StorageError('accessDenied', { cause: error });
    throw fault ?? error;
  }
}

/** A form that was deleted since takes no more files. */
export async function getFormOf(policy: UploadPolicy, services: Pick<Services, 'forms'>): Promise<LoadedForm> {
  try {
    return await services.forms.getFresh(formOfStorageKey(policy.fields.key));
  } catch (error) {
    const isGone = error instanceof ServiceError && error.status === errors.formNotFound('').status;
    throw isGone ? new StorageError('accessDenied') : error;
  }
}

/** Ends only when the whole form has been read and the file has exactly the size that the policy names. */
async function* exactContent(
  { policy, content, end }: Upload,
  hold: GrowingHold,
  { disk }: Pick<Services, 'disk'>,
): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received > policy.size) {
      throw new StorageError('entityTooLarge', {
        details: { ProposedSize: received, MaxSizeAllowed: policy.size },
      });
    }
    await disk.takeFile(chunk.length);
    await hold.cover(received);
    yield chunk;
  }
  await end;
  if (received < policy.size) {
    throw new StorageError('entityTooSmall', { details: { ProposedSize: received, MinSizeAllowed: policy.size } });
  }
}

export function claim(
  { fields, size, name }: UploadPolicy,
  { account, hold }: { account: string; hold: string },
  { db, clock }: Pick<Services, 'clock' | 'db'>,
): Promise<boolean> {
  return db.transaction((tx) =>
    claimUpload(tx, hold, {
      storageKey: fields.key,
      account,
      form: formOfStorageKey(fields.key),
      kind: 'upload',
      name,
      contentType: fields['Content-Type'],
      contentEncoding: null,
      size,
      time: isoNow(clock),
      expiresAt: null,
    }),
  );
}
