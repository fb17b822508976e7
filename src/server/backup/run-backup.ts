// Makes a backup while the service runs. [running.backup] [running.backup.files]
//
//   hold files -> one snapshot: tables, list of files, erasures -> content of the files -> manifest -> remove the oldest
//
// Files are copied after the snapshot. So that each file it shows is still there, content that is deleted meanwhile stays in storage
// until the backup is done (store/backup-holds.ts).
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Storage } from '../files/storage/storage.ts';
import { holdFiles, releaseFiles } from '../store/backup-holds.ts';
import * as snapshots from '../store/backup-snapshot.ts';
import { readDatabaseTime } from '../store/database-time.ts';
import type { Db } from '../store/db.ts';
import { BackupError, DamagedBackupError, explainPlaceError } from './backup-error.ts';
import { endClaim, findAbandoned, isClaimed, sayAlive } from './claim-place.ts';
import { type CopiedFiles, createFileCopier, type FileToCopy } from './copy-files.ts';
import { type ListedFile, listFiles, pagesOf, writeLine } from './file-list.ts';
import * as manifests from './manifest.ts';
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
  /** Older backups that were removed. */
  readonly removed: readonly string[];
  readonly warnings: readonly string[];
}

const sayAliveMs = 60_000;
const filesOfPage = 64;
const spoolChunkBytes = 65_536;

export async function runBackup(
  wanted: { readonly target: BackupTarget; readonly passphrase: string | undefined; readonly keep: number | undefined },
  context: BackupContext,
): Promise<BackupReport> {
  const { target, passphrase, keep } = wanted;
  const { db } = context;
  if (!(await snapshots.hasSchema(db.sql))) throw new BackupError('There is no Formstead in this database yet.');
  const key = await manifests.preparePlace(target, passphrase);
  const now = async () => Math.floor(await readDatabaseTime(db.sql));
  const begun = await now();
  const id = `${new Date(begun).toISOString().replace(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`;
  const abandoned = await claimPlace(target, id, begun);
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
    const warnings: string[] = [];
    if (abandoned.length > 0) await removeContent(target, key, warnings);
    await holdFiles(db.sql, id);
    const { manifest, copied, storedBytes } = await write({ id, target, key }, context);
    if (target.takesMany && !(await isClaimed(target, id))) {
      throw new BackupError('Somebody removed this backup while it was written.');
    }
    await manifests.writeManifest(target, manifest, key);
    const removed = keep === undefined || !target.takesMany ? [] : await removeOldest(target, keep);
    if (removed.length > 0) await removeContent(target, key, warnings);
    await target.finish();
    return reportOf(manifest, { target, key, copied, storedBytes, removed, warnings });
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

async function claimPlace(target: BackupTarget, id: string, now: number): Promise<string[]> {
  if (!target.takesMany) return [];
  await sayAlive(target, id, now);
  try {
    return await findAbandoned(target, id, now);
  } catch (error) {
    await endClaim(target, id);
    throw error;
  }
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
  const { unfinished } = await manifests.listBackups(target);
  if (unfinished.includes(id)) await removeBackup(target, id);
}

interface Place {
  readonly id: string;
  readonly target: BackupTarget;
  readonly key: BackupKey | undefined;
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
      const erasures = await writeParts(await snapshots.copyErasures(tx), {
        ...place,
        name: nameIn(place, 'erasures'),
      });
      await spool.write(await snapshots.copyStoredFiles(tx));
      return { facts, tables, sequences, erasures };
    });
    const { list, copied } = await writeFiles(spool.read(), place, context);
    const secret = context.config.secret ?? facts.generatedSecret;
    const manifest: manifests.Manifest = {
      format: manifests.formatVersion,
      id: place.id,
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
    const { parts, lines, bytes, storedBytes } = await writeParts(await snapshots.copyOut(tx, table), {
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
  const copier = createFileCopier({ storage, target, key, before });
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

async function* listFilesBefore({ target, key }: Place): AsyncGenerator<ListedFile, void, undefined> {
  if (!target.takesMany) return;
  const last = (await manifests.listBackups(target)).finished.at(-1);
  if (last === undefined) return;
  try {
    yield* listFiles(await manifests.readManifest(target, last, key), { source: target, key });
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
    storedBytes: number;
    removed: string[];
    warnings: string[];
  },
): BackupReport {
  const { target, key, copied, storedBytes, removed, warnings } = facts;
  return {
    backup: manifest.id,
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
    warnings,
  };
}
