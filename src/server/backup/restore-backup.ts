// Restores a backup into an empty database and its storage. [running.restore]
//
//   refuse what holds data -> files into storage -> one transaction: tables, rows, indexes, migrations, erasures, counts -> commit
//
// Whatever ends it before the commit, a kill included, leaves the database as it was; files that were already copied are found by the
// next try. Damage ends it too, unless the operator wants all that is intact (--without-damaged). [running.restore.damaged]
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../base/config.ts';
import { openStorage } from '../files/storage/open-storage.ts';
import type { OpenedStorage } from '../files/storage/s3-storage.ts';
import { raiseSequence } from '../store/backup/backup-sequence.ts';
import { copyOut, fixTextForms } from '../store/backup/backup-snapshot.ts';
import * as tables from '../store/backup/restore-tables.ts';
import { readDatabaseTime } from '../store/connection/database-time.ts';
import type { Db, Transaction } from '../store/connection/db.ts';
import { forgetByteCounts } from '../store/entries/entry-quotas.ts';
import { findSetting } from '../store/identity/settings.ts';
import { migrations } from '../store/migrations/all.ts';
import { applyErasures, type ErasedCounts } from './apply-erasures.ts';
import { BackupError } from './backup-error.ts';
import {
  compareBackups,
  futureDated,
  isFutureDated,
  listBackups,
  readChosenManifest,
  sequenceOf,
  warnOfUnnumbered,
} from './find-backups.ts';
import { createLosses, type Losses, type LostData, type OpenedBackups, restoreUnlisted } from './losses.ts';
import { type Manifest, readManifest, type TableFacts, type Warn } from './manifest.ts';
import { countLines, linesOf, readIntact, readPart, readParts } from './parts.ts';
import type { Progress } from './progress.ts';
import { type RestoredFiles, restoreFiles } from './restore-files.ts';
import { createRowDigest } from './row-digest.ts';
import { markSecret } from './secret-mark.ts';

export interface RestoreReport {
  readonly backup: string;
  readonly time: string;
  /** Of the backup, and of the database now. */
  readonly schemaOfBackup: number;
  readonly schema: number;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  readonly fileBytes: number;
  /** Files whose content the backup does not have either. */
  readonly missingFiles: number;
  /** What was deleted after the backup was made, and is deleted here too. */
  readonly erased: ErasedCounts;
  readonly secret: 'same' | 'other';
  readonly warnings: readonly string[];
  /** With --without-damaged: what the restored data lacks. */
  readonly lost?: LostData;
}

export interface RestoreWishes {
  readonly id: string;
  /** Where later deletions are known from besides the place itself; undefined: that place alone. */
  readonly later: OpenedBackups | undefined;
  /** What was deleted after the backup comes back. */
  readonly isUndeleting: boolean;
  readonly takesOtherSecret: boolean;
  /** Goes on around damage, and lists what is lost by it. */
  readonly skipsDamaged?: boolean;
  /** Reads the loaded rows again and compares them with the backup. */
  readonly comparesRows?: boolean;
}

export async function restoreBackup(
  wanted: RestoreWishes,
  from: OpenedBackups,
  /** The database has one connection: any other is somebody else's. */
  context: {
    readonly db: Db;
    readonly config: Config;
    readonly progress: Progress;
    /** Instead of the storage that the settings name. */
    readonly openStorage?: () => Promise<OpenedStorage>;
  },
): Promise<RestoreReport> {
  const { db, config, progress } = context;
  const warnings: string[] = [];
  const warn = (problem: string) => void warnings.push(problem);
  const manifest = await readChosenManifest(from, wanted.id, warn);
  warnOfUnnumbered(await listBackups(from.source)).forEach(warn);
  if (isFutureDated(manifest)) warn(futureDated(manifest));
  refuseNewer(manifest);
  const secret = compareSecrets(manifest, config);
  if (secret === 'other' && !wanted.takesOtherSecret) throw otherSecret(config);
  await refuseUsed(db.sql);
  await refuseOthers(db);
  const losses = wanted.skipsDamaged === true ? createLosses() : undefined;
  const places = wanted.later === undefined ? [from] : [wanted.later, from];
  const erasures = wanted.isUndeleting ? undefined : await findErasures(manifest, places, { losses, warn });
  const storage = await (context.openStorage ?? openStorage)(config);
  const fill = async (tx: Transaction) => {
    await refuseUsed(tx);
    const done = await load(tx, { manifest, from, erasures, progress, losses, comparesRows: wanted.comparesRows });
    await raiseSequence(tx, await findHighest(places));
    const late = losses && (await restoreUnlisted(tx, { manifest, from, storage, losses }));
    const secretNow = losses === undefined ? secret : await compareRestoredSecret(tx, manifest, config);
    if (secretNow !== secret) warn(lostSecret);
    return { ...done, late, secret: secretNow, lost: await losses?.describe(tx) };
  };
  let files: RestoredFiles;
  let loaded: Awaited<ReturnType<typeof fill>>;
  try {
    files = await restoreFiles(manifest, from, { storage, progress, skipping: losses });
    loaded = await db.transaction(fill, { isLong: true });
  } finally {
    storage.close();
  }
  progress.report('statistics');
  await db.transaction((tx) => tables.analyzeTables(tx, manifest.tables), { isLong: true });
  return {
    backup: manifest.id,
    time: manifest.time,
    schemaOfBackup: manifest.schema,
    schema: loaded.schema,
    tables: manifest.tables.length,
    rows: loaded.rows,
    files: files.files + (loaded.late?.files ?? 0),
    fileBytes: files.bytes + (loaded.late?.bytes ?? 0),
    missingFiles: manifest.files.missing,
    erased: loaded.erased,
    secret: loaded.secret,
    warnings,
    ...(loaded.lost && { lost: loaded.lost }),
  };
}

/** Backups that are made of the restored database come after all that there are. */
async function findHighest(places: readonly OpenedBackups[]): Promise<number> {
  let highest = 0;
  for (const { source } of places) {
    const { parts } = await listBackups(source);
    highest = Math.max(highest, ...[...parts.keys()].map(sequenceOf));
  }
  return highest;
}

function refuseNewer({ schema, migrations: done, formstead }: Manifest): void {
  const numbers = migrations.map(({ number }) => number);
  const known = Math.max(...numbers);
  if (done.every((number) => numbers.includes(number))) return;
  throw new BackupError(
    `The backup has schema version ${schema} (Formstead ${formstead}), but this Formstead knows only version ${known}. Restore it with a newer one.`,
  );
}

/** Tokens, links, second factors and the audit trail depend on it. [running.restore.secret] */
function compareSecrets(manifest: Manifest, { secret }: Config): 'same' | 'other' {
  const mark = secret === undefined ? manifest.generatedSecretMark : markSecret(secret);
  return mark === manifest.secretMark || manifest.secretMark === '' ? 'same' : 'other';
}

/** The generated secret is a row, which may be lost. */
async function compareRestoredSecret(tx: Transaction, manifest: Manifest, config: Config): Promise<'same' | 'other'> {
  const secret = config.secret ?? (await findSetting(tx, 'secret'));
  return markSecret(secret) === manifest.secretMark || manifest.secretMark === '' ? 'same' : 'other';
}

const lostSecret =
  'The generated secret is among the lost rows, and the next start makes another: sign-ins, links to drafts and files, and authenticator apps end, and audit verify cannot check older lines.';

function otherSecret({ secret }: Config): BackupError {
  const cause =
    secret === undefined
      ? 'The backup was made with the setting SECRET. Set it to the same value.'
      : 'SECRET is not the one that the backup was made with. Set it to the same value, or leave it out if it was not set there.';
  return new BackupError(
    `${cause} With --other-secret the backup is restored all the same: then sign-ins, links to drafts and files, and authenticator apps end, and audit verify cannot check older lines.`,
  );
}

async function refuseUsed(sql: Db['sql'] | Transaction): Promise<void> {
  const { accounts, forms, entries, files } = await tables.countTargetContents(sql);
  if (accounts + forms + entries + files > 0) {
    throw new BackupError(
      `The database holds data already (${accounts} accounts, ${forms} forms, ${entries} entries). A restore needs an empty one: name another DATA_DIR or DATABASE_URL.`,
    );
  }
}

const leavingMs = 3_000;

/** Connections of a process that was just stopped or killed go by themselves. */
async function refuseOthers({ sql }: Db): Promise<void> {
  for (const deadline = performance.now() + leavingMs; ; await sleep(200)) {
    const others = await tables.countOtherProcesses(sql);
    if (others === 0) return;
    if (performance.now() < deadline) continue;
    throw new BackupError(`Another Formstead is connected to this database (${others} connections). Stop it first.`);
  }
}

/** Of the newest backup that is later than the one to restore; where damage is passed over, of the newest that can be read. */
async function findErasures(
  manifest: Manifest,
  places: readonly OpenedBackups[],
  { losses, warn }: { losses: Losses | undefined; warn: Warn },
) {
  for (const place of places) {
    const { finished, lost } = await listBackups(place.source);
    const isSame = finished.includes(manifest.id);
    for (const id of lost.filter((one) => isSame && compareBackups(one, manifest.id) > 0)) {
      warn(`Backup ${id} has lost its manifest: deletions that it alone knows of are not applied.`);
    }
    for (const id of finished.toReversed()) {
      try {
        const found = await readManifest(place.source, id, place.key, warn);
        if (!isLater(found, manifest, isSame)) break;
        // Half of a list of what there was would delete the rest: all of it is read before any of it counts.
        if (losses !== undefined) for (const part of found.erasures.parts) await readPart(part, place);
        return () => linesOf(readParts(found.erasures.parts, place));
      } catch (error) {
        if (!(error instanceof BackupError)) throw error;
        if (losses === undefined) {
          throw new BackupError(
            `${error.message} Deletions that backup ${id} alone knows of cannot be applied; with --without-damaged the restore goes on without them.`,
          );
        }
        losses.addProblem(`${error.message} Deletions that backup ${id} alone knows of are not applied.`);
      }
    }
  }
  return undefined;
}

/** By their numbers; by their times only in two places of which one has none. */
function isLater(found: Manifest, than: Manifest, isSamePlace: boolean): boolean {
  if (isSamePlace) return compareBackups(found.id, than.id) > 0;
  if (found.sequence === undefined || than.sequence === undefined) return found.time > than.time;
  return found.sequence > than.sequence;
}

interface Loading {
  readonly manifest: Manifest;
  readonly from: OpenedBackups;
  readonly erasures: (() => AsyncIterable<string>) | undefined;
  readonly progress: Progress;
  readonly losses: Losses | undefined;
  readonly comparesRows: boolean | undefined;
}

async function load(tx: Transaction, loading: Loading) {
  const { manifest, erasures, progress, losses } = loading;
  progress.report('schema');
  await tables.remakeSchema(tx, manifest.migrations);
  await tables.emptyTables(tx, manifest.tables);
  const indexes = await tables.takeIndexes(tx, manifest.tables);
  const ordered = await tables.orderTables(tx, manifest.tables);
  // Rows may refer to rows that are lost.
  const references = losses === undefined ? [] : await tables.takeReferences(tx);
  let rows = 0;
  for (const table of ordered) rows += await loadTable(tx, table, loading);
  await tables.setSequences(tx, manifest.sequences);
  progress.report('indexes');
  await tables.makeIndexes(tx, indexes);
  if (losses !== undefined) {
    const orphans = losses.hasLostRows() ? await tables.removeOrphans(tx, references) : {};
    for (const [table, count] of Object.entries(orphans)) {
      losses.addRows(table, count);
      rows -= count;
    }
    await tables.putReferences(tx, references);
  }
  progress.report('migrations');
  const { version } = await tables.bringUpToDate(tx);
  if (losses?.hasLostRows() === true) await forgetByteCounts(tx);
  progress.report('later deletions');
  const time = new Date(await readDatabaseTime(tx)).toISOString();
  const erased = erasures === undefined ? noErasures : await applyErasures(tx, erasures, time);
  return { schema: version, rows, erased };
}

const noErasures: ErasedCounts = { entries: 0, forms: 0, users: 0, keys: 0 };

/** Returns how many rows there are then: all of them, or those that are not lost. */
async function loadTable(tx: Transaction, table: TableFacts, loading: Loading): Promise<number> {
  const { manifest, from, progress, losses, comparesRows = false } = loading;
  const read =
    losses === undefined
      ? readParts(table.parts, from)
      : readIntact(table.parts, from, {
          hasWholeLines: manifest.sequence !== undefined,
          onDamaged: (error) => losses.addProblem(error.message),
        });
  const digest = comparesRows ? createRowDigest() : undefined;
  let [bytes, rows] = [0, 0];
  async function* content() {
    for await (const chunk of read) {
      bytes += chunk.length;
      rows += countLines(chunk);
      digest?.add(chunk);
      progress.report(`table ${table.name}`, { bytes, of: table.bytes });
      yield chunk;
    }
  }
  await tables.copyIn(tx, table, content());
  const expected = losses === undefined ? table.rows : rows;
  const found = await tables.countRows(tx, table.name);
  if (found !== expected) {
    throw new BackupError(`Table ${table.name} has ${found} rows after loading instead of ${expected}.`);
  }
  if (table.rows > rows) losses?.addRows(table.name, table.rows - rows);
  if (digest !== undefined) await compareRows(tx, table, digest.value());
  return rows;
}

/** Rows of a table that was just loaded are, one by one, those of the backup. */
async function compareRows(tx: Transaction, table: TableFacts, expected: string): Promise<void> {
  await fixTextForms(tx);
  const digest = createRowDigest();
  for await (const chunk of copyOut(tx, table)) digest.add(chunk as Buffer);
  if (digest.value() !== expected) {
    throw new BackupError(`Table ${table.name} has other rows after loading than the backup.`);
  }
}
