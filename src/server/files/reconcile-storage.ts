// Compares storage with the table of files, both ways, in pages: objects that no row stands for (a row was dropped after its
// object had been written, or the response of a PUT got lost), files whose content is missing, and what half done work left behind.
// [files.life.reconcile]
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../base/services.ts';
import { findFiles, listStoredFiles, listUnknownKeys } from '../store/files/files.ts';
import { eachLimited } from './each-limited.ts';
import { timeOfStorageKey } from './storage/storage-key.ts';
import { unlessMissing } from './storage/unless-missing.ts';

export interface StorageReport {
  /** Objects in storage. */
  readonly objects: number;
  /** Objects without a file in the database, and how many of them were removed. */
  readonly unknown: number;
  readonly removed: number;
  /** Files that were looked at, and those whose content is missing; the first of their keys. */
  readonly files: number;
  readonly missing: number;
  readonly missingKeys: readonly string[];
  /** Half written files and emails that were removed. */
  readonly leftovers: number;
  /** Where the next look at files goes on; undefined at the end. */
  readonly next: string | undefined;
}

export interface StorageCheck {
  /**
   * few: objects without a file are removed, unless there are so many that the database may be the wrong or an older one.
   * all: whatever their number. none: nothing is removed.
   */
  readonly remove: 'none' | 'few' | 'all';
  readonly after: string;
  readonly maxFiles: number;
}

/** No upload takes longer from its policy to its row. */
const unknownMs = 24 * 3_600_000;
const pageSize = 1_000;
const maxAtOnce = 8;
const maxShownKeys = 20;
/** Beyond both, a person decides. */
const few = { objects: 100, part: 0.01 };
const maxRemembered = 10_000;

export async function reconcileStorage(
  check: StorageCheck,
  services: Pick<Services, 'config' | 'clock' | 'db' | 'storage'>,
): Promise<StorageReport> {
  const objects = await checkObjects(check.remove, services);
  const files = await checkContents(check, services);
  const leftovers = check.remove === 'none' ? 0 : await removeLeftovers(services);
  return { ...objects, ...files, leftovers };
}

async function checkObjects(remove: StorageCheck['remove'], services: Pick<Services, 'clock' | 'db' | 'storage'>) {
  const { storage, db, clock } = services;
  const now = clock.now();
  // A key of days to come was made by a clock that was ahead; it may be any age.
  const isOld = (time: number) => Math.abs(now - time) > unknownMs;
  let [objects, unknown, removed] = [0, 0, 0];
  const remembered: string[] = [];
  const take = async (keys: readonly string[]) => {
    await eachLimited(keys, maxAtOnce, (key) => storage.delete(key));
    removed += keys.length;
  };
  for (let after: string | undefined; ; ) {
    const page = await storage.list({ after, limit: pageSize });
    const old = page.keys.filter((key) => isOld(timeOfStorageKey(key)));
    const found = await listUnknownKeys(db.sql, old);
    objects += page.keys.length;
    unknown += found.length;
    if (remove === 'all') await take(found);
    else remembered.push(...found.slice(0, maxRemembered - remembered.length));
    after = page.next;
    if (after === undefined) break;
  }
  const isFew = unknown <= Math.max(few.objects, Math.floor(objects * few.part));
  if (remove === 'few' && isFew) await take(remembered);
  return { objects, unknown, removed };
}

async function checkContents({ after, maxFiles }: StorageCheck, { db, storage }: Pick<Services, 'db' | 'storage'>) {
  const missingKeys: string[] = [];
  let [files, missing] = [0, 0];
  let last = after;
  for (;;) {
    const limit = Math.min(pageSize, maxFiles - files);
    const keys = await listStoredFiles(db.sql, { after: last, limit });
    const absent: string[] = [];
    await eachLimited(keys, maxAtOnce, async (key) => {
      if ((await storage.stat(key)) === undefined) absent.push(key);
    });
    // What was deleted between the two looks is not missing.
    const rows = await findFiles(db.sql, absent);
    const lost = absent.filter((key) => rows.get(key)?.state === 'stored').sort();
    files += keys.length;
    missing += lost.length;
    missingKeys.push(...lost.slice(0, maxShownKeys - missingKeys.length));
    last = keys.at(-1) ?? last;
    if (keys.length < limit) return { files, missing, missingKeys, next: undefined };
    if (files >= maxFiles) return { files, missing, missingKeys, next: last };
  }
}

async function removeLeftovers({
  storage,
  config,
  clock,
}: Pick<Services, 'config' | 'clock' | 'storage'>): Promise<number> {
  const before = clock.now() - unknownMs;
  return (
    (await storage.removeUnfinished(before)) +
    (await removeOld(join(config.dataDir, 'outbox'), /\.part$/, before)) +
    (await removeOld(join(config.dataDir, 'spool'), /^[0-9a-f-]{36}$/, before))
  );
}

async function removeOld(folder: string, pattern: RegExp, before: number): Promise<number> {
  let removed = 0;
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    if (!pattern.test(name)) continue;
    const facts = await unlessMissing(stat(join(folder, name)));
    if (facts === undefined || facts.mtimeMs >= before) continue;
    await rm(join(folder, name), { force: true });
    removed += 1;
  }
  return removed;
}
