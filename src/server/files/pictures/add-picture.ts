// POST /form/{formId}/pictures: keeps a picture for a form and gives its address. What the bytes are decides, whatever type they are
// declared as. [forms.pictures]
import { randomBytes } from 'node:crypto';
import type { AddedPicture } from '../../../api-types/forms.ts';
import { isoNow } from '../../base/clock.ts';
import { errors } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { type ApiRequest, callerOf } from '../../http/api-request.ts';
import { partsOfStored } from '../../quotas/stored-bytes.ts';
import { claimGenerated, setFileStored } from '../../store/files/files.ts';
import { countPictures, insertPicture } from '../../store/files/pictures.ts';
import { findFormAccount } from '../../store/forms/forms.ts';
import { discard } from '../delete-files.ts';
import { refuseInfected, refuseWithoutScanner } from '../scan-upload.ts';
import { newStorageKey } from '../storage/storage-key.ts';
import { StorageError } from '../storage-error.ts';
import { type PictureFormat, readPictureHead } from './picture-head.ts';

type Needs = Pick<
  Services,
  'config' | 'clock' | 'newId' | 'log' | 'scans' | 'db' | 'quotas' | 'scanner' | 'storage' | 'disk'
>;

export const maxPictureBytes = 2_097_152;
const maxPicturesOfForm = 2_000;

const types: Readonly<Record<PictureFormat, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** What the body may be declared as; browsers know none for some files. */
export const pictureTypes: readonly string[] = [...Object.values(types), 'application/octet-stream'];

export async function addPicture(
  request: ApiRequest<{ formId: string }, unknown, unknown>,
  services: Needs,
): Promise<AddedPicture> {
  const { formId: form } = request.params;
  const { account } = callerOf(request);
  const owner = await findFormAccount(services.db.sql, form);
  if (owner === undefined) throw errors.formNotFound(form);
  if (owner !== account) throw errors.insufficientPermissions();
  const content = request.payload;
  if (!Buffer.isBuffer(content)) throw errors.unsupportedMediaType();
  const format = readPictureHead(content);
  if (format === undefined) throw errors.pictureUnreadable();
  if ((await countPictures(services.db.sql, form)) >= maxPicturesOfForm) {
    throw errors.quotaReached({ limit: 'pictures' });
  }
  const id = randomBytes(16).toString('base64url');
  await store({ id, account, form, content, contentType: types[format] }, services);
  return { id, url: `${services.config.appUrl}/pictures/${id}`, type: types[format], size: content.length };
}

interface Picture {
  readonly id: string;
  readonly account: string;
  readonly form: string;
  readonly content: Buffer;
  readonly contentType: string;
}

async function store({ id, account, form, content, contentType }: Picture, services: Needs): Promise<void> {
  const { db, storage, clock } = services;
  const size = content.length;
  const time = isoNow(clock);
  const storageKey = newStorageKey(form, services.newId);
  await refuseWithoutScanner(services).catch(asServiceError);
  await services.disk.takeFile(size);
  const take = await partsOfStored({ account, form, size, isAnonymous: false }, services);
  const row = { storageKey, account, form, kind: 'picture' as const, name: id, contentType, size, time };
  const full = await db.transaction((tx) =>
    claimGenerated(tx, { ...row, contentEncoding: null, expiresAt: null }, take),
  );
  if (full !== undefined) throw services.quotas.refusal(take[full]!.limit);
  try {
    const { etag } = await storage.put(storageKey, content, { contentType, size });
    await refuseInfected({ key: storageKey, account }, services).catch(asServiceError);
    await db.transaction(async (tx) => {
      await setFileStored(tx, storageKey, etag);
      await insertPicture(tx, { id, account, form, storageKey, contentType, size, time });
    });
  } catch (error) {
    if ((await discard(storageKey, services)) === undefined) throw error;
  }
}

/** What the virus scanner says is said in the words of the storage host. */
function asServiceError(error: unknown): never {
  if (!(error instanceof StorageError)) throw error;
  throw error.status >= 500 ? errors.unavailable(error) : errors.pictureUnreadable();
}
