// Keeps a file that the service made (archived PDF, render, export) and answers its file object.
// [files.download.ends]
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FileObject } from '../../core/definition/form-definition.ts';
import { isoNow } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import { partsOfStored } from '../quotas/stored-bytes.ts';
import { holdFiles } from '../store/files/file-holders.ts';
import { claimGenerated, setFileStored } from '../store/files/files.ts';
import { discard } from './delete-files.ts';
import { checkTimeOf } from './reconcile-file-holders.ts';
import { lastingUrl, temporarySeconds, temporaryUrl } from './signed-url.ts';
import { newStorageKey } from './storage/storage-key.ts';
import { storageBucket } from './upload-policy.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'newId' | 'log' | 'db' | 'quotas' | 'secrets' | 'storage' | 'disk'>;

export interface GeneratedFile {
  readonly account: string;
  readonly form: string;
  readonly name: string;
  readonly type: string;
  readonly content: Buffer | Readable;
  /** The content is already compressed; downloads say so. */
  readonly contentEncoding?: 'gzip';
  /** Aborted, nothing is kept. */
  readonly signal?: AbortSignal | undefined;
  /** Made for somebody without a credential: only the strangers' share of the quota is there for it. */
  readonly isAnonymous?: boolean | undefined;
  /** An entry: years, until deleted with it. temporary: about 2 days. */
  readonly life: { readonly entry: string } | 'temporary';
}

export async function storeGenerated(file: GeneratedFile, services: Needs): Promise<FileObject> {
  if (Buffer.isBuffer(file.content)) return store(file, file.content, file.content.length, services);
  return storeSpooled(file, file.content, services);
}

/** Storage wants to know the size beforehand, so the stream goes to a file first. Nameless: a crash leaves nothing. */
async function storeSpooled(file: GeneratedFile, content: Readable, services: Needs): Promise<FileObject> {
  const folder = join(services.config.dataDir, 'spool');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const spool = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    for await (const chunk of content as AsyncIterable<Buffer>) {
      await services.disk.takeFile(chunk.length);
      await spool.writeFile(chunk);
    }
    const { size } = await spool.stat();
    return await store(file, Readable.from(readChunks(spool, file.signal), { objectMode: false }), size, services);
  } finally {
    await spool.close();
  }
}

const chunkBytes = 262_144;

/** Unlike the handle's own streams this leaves the handle open, and closing it to whoever opened it. */
async function* readChunks(spool: FileHandle, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    signal?.throwIfAborted();
    const { bytesRead, buffer } = await spool.read({ buffer: Buffer.allocUnsafe(chunkBytes), position });
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function store(
  file: GeneratedFile,
  content: Buffer | Readable,
  size: number,
  services: Needs,
): Promise<FileObject> {
  const { db, storage, clock } = services;
  const { account, form, name, type } = file;
  const key = newStorageKey(form, services.newId);
  const isTemporary = file.life === 'temporary';
  await services.disk.takeFile(size);
  const row = {
    storageKey: key,
    account,
    form,
    kind: 'generated' as const,
    name,
    contentType: type,
    contentEncoding: file.contentEncoding ?? null,
    size,
    time: isoNow(clock),
    expiresAt: isTemporary ? new Date(clock.now() + temporarySeconds * 1000).toISOString() : null,
  };
  const take = await partsOfStored({ account, form, size, isAnonymous: file.isAnonymous ?? false }, services);
  const full = await db.transaction((tx) => claimGenerated(tx, row, take));
  if (full !== undefined) throw services.quotas.refusal(take[full]!.limit);
  try {
    const { etag } = await storage.put(key, content, { contentType: type, size });
    await db.transaction((tx) => setFileStored(tx, key, etag));
  } catch (error) {
    if ((await discard(key, services)) === undefined) throw error;
  }
  if (file.life !== 'temporary') {
    // Its entry is about to be written: see attach-files.ts for why not afterwards.
    const { entry } = file.life;
    await db.transaction((tx) =>
      holdFiles(tx, { account, entry, keys: [key], time: isoNow(clock), checkAt: checkTimeOf(services) }),
    );
  }
  const url = isTemporary ? temporaryUrl(key, services) : lastingUrl(key, services);
  return { name, size, type, storageKey: key, storageBucket, url };
}
