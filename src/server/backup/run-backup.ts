// Makes a backup while the service runs. [running.backup] [running.backup.files]
//
//   claim the place and a number -> mend it, check a share of its content -> hold files -> one snapshot: tables, list of files, erasures
//   -> content of the files -> manifest -> remove the oldest
//
// Files are copied after the snapshot. So that each file it shows is still there, content that is deleted meanwhile stays in storage
// until the backup is done (store/backup-holds.ts).
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../base/config.ts';
import type { Storage } from '../files/storage/storage.ts';
import { holdFiles, releaseFiles } from '../store/backup/backup-holds.ts';
import { raiseSequence, takeSequence } from '../store/backup/backup-sequence.ts';
import * as snapshots from '../store/backup/backup-snapshot.ts';
import { readDatabaseTime } from '../store/connection/database-time.ts';
import type { Db } from '../store/connection/db.ts';
import { BackupError, DamagedBackupError, explainPlaceError } from './backup-error.ts';
import { type CheckedShare, checkShare } from './checks.ts';
import { endClaim, findAbandoned, isClaimed, sayAlive } from './claim-place.ts';
import { type CopiedFiles, createFileCopier, type FileToCopy } from './copy-files.ts';
import { type ListedFile, listFiles, pagesOf, writeLine } from './file-list.ts';
import { futureDated, isFutureDated, listBackups, sequenceOf } from './find-backups.ts';
import * as manifests from './manifest.ts';
import { mendPlace } from './mend-place.ts';
import { linesOf, writeParts } from './parts.ts';
import type { Progress } from './progress.ts';
import { removeBackup, removeOldest, removeUnlisted } from './prune.ts';
import type { BackupKey } from './seal.ts';
import { markSecret } from './secret-mark.ts';
import type { BackupTarget } from './vault.ts';

export interface BackupContext {
  readonly db: Db;
  readonly storage: Storage;
  readonly config: Pick<Config, 'dataDir' | 'secret'>;
  /** Of this program. */
  readonly version: string;
  readonly progress: Progress;
}

export interface BackupReport {
  readonly backup: string;
  readonly sequence: number;
  readonly target: string;
  readonly time: string;
  readonly schema: number;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  readonly fileBytes: number;
  /** Of these, the ones that the target did not have. */
  readonly newFiles: number;
  readonly newFileBytes: number;
  /** Of tables and lists, as stored. */
  readonly storedBytes: number;
  readonly isEncrypted: boolean;
  /** Files whose content was not in storage; the first of their keys. */
  readonly missingFiles: number;
  readonly missingKeys: readonly string[];
  /** Older backups that were removed, and what killed ones had left. */
  readonly removed: readonly string[];
  readonly removedUnfinished: readonly string[];
  /** Content in the target that was read again and compared with its hash; of that, content that was damaged and is right again. */
  readonly checkedContent: number;
  readonly repairedContent: number;
  /** Damaged content that the service does not have any more: older backups lack it. */
  readonly damagedContent: number;
  readonly warnings: readonly string[];
}

const sayAliveMs = 60_000;
const filesOfPage = 64;
const spoolChunkBytes = 65_536;
const maxShownNames = 5;

export async function runBackup(
  wanted: { readonly target: BackupTarget; readonly passphrase: string | undefined; readonly keep: number | undefined },
  context: BackupContext,
): Promise<BackupReport> {
  const { target, passphrase, keep } = wanted;
  const { db } = context;
  if (!(await snapshots.hasSchema(db.sql))) throw new BackupError('There is no Formstead in this database yet.');
  const warnings: string[] = [];
  const warn = (problem: string) => void warnings.push(problem);
  const { key, header, isNew } = await manifests.preparePlace(target, passphrase, warn);
  const now = async () => Math.floor(await readDatabaseTime(db.sql));
  const begun = await now();
  const { id, abandoned } = await claimPlace(target, db, begun);
  const heartbeat = setInterval(() => {
    // One that fails is followed by another; a claim and a hold last for ten minutes.
    void holdFiles(db.sql, id).catch(() => {});
    if (target.takesMany)
      void now()
        .then((time) => sayAlive(target, id, time))
        .catch(() => {});
  }, sayAliveMs);
  try {
    for (const left of abandoned) await removeBackup(target, left);
    await target.removeUnfinished();
    if (abandoned.length > 0) await removeContent(target, key, warnings);
    const found = await listBackups(target);
    context.progress.report('content of earlier backups');
    await mendPlace({ target, key, header }, { found, now: begun, warn });
    const share = await checkShare(
      { target, key, isNew: isNew || found.finished.length === 0 },
      { backups: found.finished, now: begun },
    );
    await holdFiles(db.sql, id);
    const place = { id, target, key, before: found.finished.at(-1), damaged: share.damaged };
    const { manifest, copied, storedBytes } = await write(place, context);
    if (target.takesMany && !(await isClaimed(target, id))) {
      throw new BackupError('Somebody removed this backup while it was written.');
    }
    if (target.takesMany) await share.finish(copied.repaired);
    await manifests.writeHeader(target, manifests.headerCopyName(id), header);
    await manifests.writeManifest(target, manifest, key);
    warnAbout({ manifest, copied, share }, begun, warn);
    const removed = keep === undefined || !target.takesMany ? [] : await removeOldest(target, { keep, own: id });
    if (removed.length > 0) await removeContent(target, key, warnings);
    await target.finish();
    return reportOf(manifest, { target, key, copied, share, storedBytes, removed, abandoned, warnings });
  } catch (error) {
    // What stays behind all the same, the next backup removes.
    if (target.takesMany) await removeUnfinished(target, id).catch(() => {});
    throw explainPlaceError(error, target.address);
  } finally {
    clearInterval(heartbeat);
    await releaseFiles(db.sql, id).catch(() => {});
    if (target.takesMany) await endClaim(target, id).catch(() => {});
  }
}

/** Numbers only grow, in the database and in the place: backups are ordered by them. [running.backup.order] */
async function claimPlace(target: BackupTarget, db: Db, now: number): Promise<{ id: string; abandoned: string[] }> {
  return db.transaction(
    async (tx) => {
      const next = await takeSequence(tx);
      const sequence = Math.max(next, (await findHighest(target)) + 1);
      if (sequence > next) await raiseSequence(tx, sequence);
      const time = new Date(now).toISOString().replace(/[-:.]/g, '');
      const id = `${time}-${randomBytes(3).toString('hex')}-${sequence}`;
      if (!target.takesMany) return { id, abandoned: [] };
      await sayAlive(target, id, now);
      try {
        return { id, abandoned: await findAbandoned(target, id, now) };
      } catch (error) {
        await endClaim(target, id);
        throw error;
      }
    },
    // Listing a place may take longer than a transaction of a request may.
    { isLong: true },
  );
}

/** Larger numbers are of folders that no backup made. */
const maxSequence = 1e12;

async function findHighest(target: BackupTarget): Promise<number> {
  const { parts } = await listBackups(target);
  return Math.max(0, ...[...parts.keys()].map(sequenceOf).filter((sequence) => sequence < maxSequence));
}

function warnAbout(
  made: { manifest: manifests.Manifest; copied: CopiedFiles; share: CheckedShare },
  now: number,
  warn: manifests.Warn,
): void {
  const { manifest, copied, share } = made;
  if (isFutureDated(manifest, now)) warn(futureDated(manifest));
  const { repaired, changedKeys } = copied;
  if (repaired.size > 0) {
    warn(
      `Content of ${repaired.size} files was damaged in the target and was written again: ${firstOf([...repaired])}.`,
    );
  }
  const left = [...share.damaged].filter((name) => !repaired.has(name));
  if (left.length > 0) {
    warn(`Content of ${left.length} files is damaged, and the service does not have it any more: ${firstOf(left)}.`);
  }
  if (changedKeys.length > 0) {
    warn(`Files in storage are not what they were when they were backed up before: ${firstOf(changedKeys)}.`);
  }
}

function firstOf(names: readonly string[]): string {
  return `${names.slice(0, maxShownNames).join(', ')}${names.length > maxShownNames ? ', …' : ''}`;
}

/** Which content is still wanted cannot be told while a list is damaged: then all of it stays. */
async function removeContent(target: BackupTarget, key: BackupKey | undefined, warnings: string[]): Promise<void> {
  try {
    await removeUnlisted(target, key);
  } catch (error) {
    if (!(error instanceof DamagedBackupError)) throw error;
    warnings.push(`Content of removed backups was not removed: ${error.message}`);
  }
}

async function removeUnfinished(target: BackupTarget, id: string): Promise<void> {
  const { unfinished } = await listBackups(target);
  if (unfinished.includes(id)) await removeBackup(target, id);
}

interface Place {
  readonly id: string;
  readonly target: BackupTarget;
  readonly key: BackupKey | undefined;
  /** The newest backup that the place had. */
  readonly before: string | undefined;
  readonly damaged: ReadonlySet<string>;
}

async function write(place: Place, context: BackupContext) {
  const spool = await openSpool(context.config.dataDir);
  try {
    const { facts, ...database } = await context.db.snapshot(async (tx) => {
      await snapshots.fixTextForms(tx);
      const shapes = await snapshots.listTables(tx);
      await snapshots.lockTables(tx, shapes);
      const facts = await snapshots.getDatabaseFacts(tx);
      const tables = await writeTables(shapes, tx, place, context);
      const sequences = await snapshots.listSequences(tx);
      const erasures = await writeParts(snapshots.copyErasures(tx), {
        ...place,
        name: nameIn(place, 'erasures'),
      });
      await spool.write(snapshots.copyStoredFiles(tx));
      return { facts, tables, sequences, erasures };
    });
    const { list, copied } = await writeFiles(spool.read(), place, context);
    const secret = context.config.secret ?? facts.generatedSecret;
    const manifest: manifests.Manifest = {
      format: manifests.formatVersion,
      id: place.id,
      sequence: sequenceOf(place.id),
      formstead: context.version,
      schema: facts.schema,
      migrations: facts.migrations,
      postgres: facts.postgres,
      time: facts.time,
      secretMark: markSecret(secret) ?? '',
      generatedSecretMark: markSecret(facts.generatedSecret),
      tables: database.tables.map(({ storedBytes: _stored, ...table }) => table),
      sequences: database.sequences,
      files: { count: copied.count, bytes: copied.bytes, missing: copied.missing, parts: list.parts },
      erasures: { parts: database.erasures.parts },
    };
    const storedBytes = [...database.tables, database.erasures, list].reduce((sum, one) => sum + one.storedBytes, 0);
    return { manifest, copied, storedBytes };
  } finally {
    await spool.close();
  }
}

async function writeTables(
  tables: readonly snapshots.TableShape[],
  tx: Parameters<typeof snapshots.copyOut>[0],
  place: Place,
  { progress }: BackupContext,
) {
  const written: (manifests.TableFacts & { storedBytes: number })[] = [];
  for (const table of tables) {
    progress.report(`table ${table.name}`);
    const { parts, lines, bytes, storedBytes } = await writeParts(snapshots.copyOut(tx, table), {
      ...place,
      name: nameIn(place, `tables/${table.name}`),
      onPart: (rows, done) => progress.report(`table ${table.name}`, { rows, bytes: done }),
    });
    written.push({ ...table, rows: lines, bytes, parts, storedBytes });
  }
  return written;
}

async function writeFiles(spooled: AsyncIterable<Buffer>, place: Place, { storage, progress }: BackupContext) {
  const { target, key } = place;
  const before = listFilesBefore(place)[Symbol.asyncIterator]();
  const copier = createFileCopier({ storage, target, key, before, damaged: place.damaged });
  async function* lines(): AsyncGenerator<Buffer, void, undefined> {
    for await (const page of pagesOf(filesIn(spooled), filesOfPage)) {
      const listed = await copier.copyPage(page);
      const { count, copied, copiedBytes } = copier.counts;
      progress.report('files', { files: count, new: copied, bytes: copiedBytes });
      yield Buffer.from(listed.map(writeLine).join(''));
    }
  }
  const list = await writeParts(lines(), { target, key, name: nameIn(place, 'files') });
  return { list, copied: copier.counts };
}

async function* filesIn(spooled: AsyncIterable<Buffer>): AsyncGenerator<FileToCopy, void, undefined> {
  for await (const line of linesOf(spooled)) {
    const [key = '', size] = line.split('\t');
    yield { key, size: Number(size) };
  }
}

async function* listFilesBefore({ target, key, before }: Place): AsyncGenerator<ListedFile, void, undefined> {
  if (before === undefined) return;
  try {
    yield* listFiles(await manifests.readManifest(target, before, key), { source: target, key });
  } catch (error) {
    // Without the list every file is read again, which is all that it saves.
    if (!(error instanceof DamagedBackupError)) throw error;
  }
}

function nameIn({ id }: Place, name: string): string {
  return `${manifests.folderOf(id)}${name}`;
}

/** The list of files waits on disk: the snapshot need not last until all of them are copied. */
async function openSpool(dataDir: string) {
  const folder = join(dataDir, 'spool');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const handle = await open(path, 'wx+', 0o600);
  return {
    async write(content: AsyncIterable<Buffer>) {
      for await (const chunk of content) await handle.writeFile(chunk);
    },
    async *read(): AsyncGenerator<Buffer, void, undefined> {
      for (let offset = 0; ; ) {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(spoolChunkBytes), 0, spoolChunkBytes, offset);
        if (bytesRead === 0) return;
        offset += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    },
    async close() {
      await handle.close();
      await rm(path, { force: true });
    },
  };
}

function reportOf(
  manifest: manifests.Manifest,
  facts: Pick<Place, 'target' | 'key'> & {
    copied: CopiedFiles;
    share: CheckedShare;
    storedBytes: number;
    removed: string[];
    abandoned: string[];
    warnings: string[];
  },
): BackupReport {
  const { target, key, copied, share, storedBytes, removed, abandoned, warnings } = facts;
  return {
    backup: manifest.id,
    sequence: sequenceOf(manifest.id),
    target: target.address,
    time: manifest.time,
    schema: manifest.schema,
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: copied.count - copied.missing,
    fileBytes: copied.bytes,
    newFiles: copied.copied,
    newFileBytes: copied.copiedBytes,
    storedBytes,
    isEncrypted: key !== undefined,
    missingFiles: copied.missing,
    missingKeys: copied.missingKeys,
    removed,
    removedUnfinished: abandoned,
    checkedContent: share.checked,
    repairedContent: copied.repaired.size,
    damagedContent: [...share.damaged].filter((name) => !copied.repaired.has(name)).length,
    warnings,
  };
}
