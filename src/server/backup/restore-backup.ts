// Restores a backup into an empty database and its storage. [running.restore]
//
//   refuse what holds data -> files into storage -> one transaction: tables, rows, indexes, migrations, erasures, counts -> commit
//
// Whatever ends it before the commit, a kill included, leaves the database as it was; files that were already copied are found by the
// next try.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { openStorage } from '../files/storage/open-storage.ts';
import { readDatabaseTime } from '../store/database-time.ts';
import type { Db, Transaction } from '../store/db.ts';
import { migrations } from '../store/migrations/all.ts';
import * as tables from '../store/restore-tables.ts';
import { applyErasures, type ErasedCounts } from './apply-erasures.ts';
import { BackupError } from './backup-error.ts';
import { listBackups, type Manifest, readManifest, type TableFacts } from './manifest.ts';
import { linesOf, readParts } from './parts.ts';
import type { Progress } from './progress.ts';
import { type RestoredFiles, restoreFiles } from './restore-files.ts';
import type { BackupKey } from './seal.ts';
import { markSecret } from './secret-mark.ts';
import type { BackupSource } from './vault.ts';

export interface OpenedBackups {
  readonly source: BackupSource;
  readonly key: BackupKey | undefined;
}

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
}

export interface RestoreWishes {
  readonly id: string;
  /** Where later deletions are known from besides the place itself; undefined: that place alone. */
  readonly later: OpenedBackups | undefined;
  /** What was deleted after the backup comes back. */
  readonly isUndeleting: boolean;
  readonly takesOtherSecret: boolean;
}

export async function restoreBackup(
  wanted: RestoreWishes,
  from: OpenedBackups,
  /** The database has one connection: any other is somebody else's. */
  context: { readonly db: Db; readonly config: Config; readonly progress: Progress },
): Promise<RestoreReport> {
  const { db, config, progress } = context;
  const manifest = await readManifest(from.source, wanted.id, from.key);
  refuseNewer(manifest);
  const secret = compareSecrets(manifest, config);
  if (secret === 'other' && !wanted.takesOtherSecret) throw otherSecret(config);
  await refuseUsed(db.sql);
  await refuseOthers(db);
  const erasures = wanted.isUndeleting ? undefined : await findErasures(manifest, from, wanted.later);
  const storage = await openStorage(config);
  let files: RestoredFiles;
  try {
    files = await restoreFiles(manifest, from, { storage, progress });
  } finally {
    storage.close();
  }
  const loaded = await db.transaction(
    async (tx) => {
      await refuseUsed(tx);
      return load(tx, { manifest, from, erasures, progress });
    },
    { isLong: true },
  );
  progress.report('statistics');
  await db.transaction((tx) => tables.analyzeTables(tx, manifest.tables), { isLong: true });
  return {
    backup: manifest.id,
    time: manifest.time,
    schemaOfBackup: manifest.schema,
    schema: loaded.schema,
    tables: manifest.tables.length,
    rows: loaded.rows,
    files: files.files,
    fileBytes: files.bytes,
    missingFiles: manifest.files.missing,
    erased: loaded.erased,
    secret,
  };
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

/** Of the newest backup that is later than the one to restore. */
async function findErasures(manifest: Manifest, from: OpenedBackups, later: OpenedBackups | undefined) {
  for (const place of later === undefined ? [from] : [later, from]) {
    const newest = (await listBackups(place.source)).finished.at(-1);
    if (newest === undefined) continue;
    const found = await readManifest(place.source, newest, place.key);
    if (found.time > manifest.time) return () => linesOf(readParts(found.erasures.parts, place));
  }
  return undefined;
}

interface Loading {
  readonly manifest: Manifest;
  readonly from: OpenedBackups;
  readonly erasures: (() => AsyncIterable<string>) | undefined;
  readonly progress: Progress;
}

async function load(tx: Transaction, { manifest, from, erasures, progress }: Loading) {
  progress.report('schema');
  await tables.remakeSchema(tx, manifest.migrations);
  await tables.emptyTables(tx, manifest.tables);
  const indexes = await tables.takeIndexes(tx, manifest.tables);
  let rows = 0;
  for (const table of await tables.orderTables(tx, manifest.tables)) {
    await loadTable(tx, table, { from, progress });
    rows += table.rows;
  }
  await tables.setSequences(tx, manifest.sequences);
  progress.report('indexes');
  await tables.makeIndexes(tx, indexes);
  await checkCounts(tx, manifest.tables);
  progress.report('migrations');
  const { version } = await tables.bringUpToDate(tx);
  progress.report('later deletions');
  const time = new Date(await readDatabaseTime(tx)).toISOString();
  const erased = erasures === undefined ? noErasures : await applyErasures(tx, erasures, time);
  return { schema: version, rows, erased };
}

const noErasures: ErasedCounts = { entries: 0, forms: 0, users: 0, keys: 0 };

async function loadTable(tx: Transaction, table: TableFacts, { from, progress }: Pick<Loading, 'from' | 'progress'>) {
  let bytes = 0;
  async function* content() {
    for await (const chunk of readParts(table.parts, from)) {
      bytes += chunk.length;
      progress.report(`table ${table.name}`, { bytes, of: table.bytes });
      yield chunk;
    }
  }
  await tables.copyIn(tx, table, content());
}

async function checkCounts(tx: Transaction, expected: readonly TableFacts[]): Promise<void> {
  for (const { name, rows } of expected) {
    const found = await tables.countRows(tx, name);
    if (found !== rows) throw new BackupError(`Table ${name} has ${found} rows after loading instead of ${rows}.`);
  }
}
