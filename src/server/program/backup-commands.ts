// `formstead backup TARGET`, `backup list`, `backup drill`, `restore SOURCE`, `verify SOURCE`. [running.backup] [running.restore]
// [running.verify]
import { BackupError, explainPlaceError } from '../backup/backup-error.ts';
import { writeCheck } from '../backup/checks.ts';
import { runDrill } from '../backup/drill.ts';
import { chooseBackup } from '../backup/find-backups.ts';
import { listPlace } from '../backup/list-place.ts';
import type { OpenedBackups } from '../backup/losses.ts';
import { openPlace } from '../backup/manifest.ts';
import { isSingleFile, openSource, openTarget } from '../backup/open-vault.ts';
import { readPassphrase } from '../backup/passphrase.ts';
import { createProgress } from '../backup/progress.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { runBackup } from '../backup/run-backup.ts';
import type { TarWishes } from '../backup/tar-vault.ts';
import type { BackupSource, BackupTarget } from '../backup/vault.ts';
import { verifyAndNote } from '../backup/verify-backup.ts';
import type { Config } from '../base/config.ts';
import { openLog } from '../base/log.ts';
import { readVersion } from '../base/package-version.ts';
import { ConfigError } from '../base/settings.ts';
import { machineTime } from '../doctor/machine-time.ts';
import { openStorage } from '../files/storage/open-storage.ts';
import { findRunningEmbedded, openEmbedded, setAsideOtherVersion } from '../postgres/embedded.ts';
import { type Db, openDb } from '../store/connection/db.ts';
import { configFrom, readFlags, takeArguments, takeFlags } from './flags.ts';
import { withDatabase } from './with-database.ts';

export async function backupCommand(rest: string[]) {
  const [text] = takeArguments(rest, 1);
  const { taken, settings } = takeFlags(readFlags(rest), ['passphrase-file', 'keep']);
  const config = configFrom(settings);
  const address = text ?? config.backup.to;
  if (address === undefined) throw new ConfigError('Usage: formstead backup TARGET');
  const keep = readKeep(taken.keep);
  const passphrase = await readPassphrase(taken['passphrase-file'], config);
  return withDatabase(config, (url) =>
    withDb({ url, maxConnections: 3 }, config, (db) => backUp({ address, passphrase, keep }, db, config)),
  );
}

async function backUp(
  wanted: { address: string; passphrase: string | undefined; keep: number | undefined },
  db: Db,
  config: Config,
) {
  const { address, passphrase, keep } = wanted;
  const progress = createProgress();
  const target = await openTarget(address, config).catch((error: unknown) => {
    throw explainPlaceError(error, address);
  });
  try {
    const storage = await openStorage(config);
    try {
      return await runBackup({ target, passphrase, keep }, { db, storage, config, version: readVersion(), progress });
    } finally {
      storage.close();
    }
  } finally {
    progress.done();
    await target.close();
  }
}

/** Ends with code 1 when the backup is not whole. What is damaged is noted in the place, and the next backup mends what it can. */
export async function verifyCommand(rest: string[]) {
  const { address, id, passphrase, config } = await readSource(rest, 'verify SOURCE');
  return withBackups({ address, passphrase, checksPadding: true }, config, async (backups) => {
    const progress = createProgress();
    const chosen = await chooseBackup(backups.source, id);
    const { report, check } = await verifyAndNote(chosen, backups, progress);
    const note = { time: new Date(machineTime()).toISOString(), ...check };
    const warnings = [...report.warnings, ...(await tryToNote(address, config, { id: chosen, note }))];
    progress.done();
    process.exitCode = report.isWhole ? 0 : 1;
    return { ...report, warnings };
  });
}

/** A place that is only read, from a disk that is mounted so, can be verified all the same. A single file has no notes. */
async function tryToNote(
  address: string,
  config: Config,
  { id, note }: { id: string; note: Parameters<typeof writeCheck>[2] },
): Promise<string[]> {
  if (await isSingleFile(address)) return [];
  let target: BackupTarget | undefined;
  try {
    target = await openTarget(address, config);
    await writeCheck(target, id, note);
    return [];
  } catch (error) {
    return [`The result could not be noted in the place: ${(error as Error).message}`];
  } finally {
    await target?.close();
  }
}

export async function listBackupsCommand(rest: string[]) {
  const { address, passphrase, config } = await readSource(rest, 'backup list PLACE');
  return withBackups({ address, passphrase }, config, (backups) => listPlace(backups, [...backups.warnings]));
}

export async function drillCommand(rest: string[]) {
  const { address, id, passphrase, config } = await readSource(rest, 'backup drill PLACE');
  return withBackups({ address, passphrase }, config, async (backups) => {
    const progress = createProgress();
    try {
      const report = await runDrill(await chooseBackup(backups.source, id), backups, { config, progress });
      return { ...report, warnings: [...backups.warnings, ...report.warnings] };
    } finally {
      progress.done();
    }
  });
}

/** BACKUP_TO where no place is named. */
async function readSource(rest: string[], usage: string) {
  const [text] = takeArguments(rest, 1);
  const { taken, settings } = takeFlags(readFlags(rest), ['passphrase-file', 'backup']);
  const config = configFrom(settings);
  const address = text ?? config.backup.to;
  if (address === undefined) throw new ConfigError(`Usage: formstead ${usage}`);
  return { address, id: taken.backup, config, passphrase: await readPassphrase(taken['passphrase-file'], config) };
}

/** Ends with code 2 when --without-damaged left something out: the report lists it. */
export async function restoreCommand(rest: string[]) {
  const [address] = takeArguments(rest, 1);
  if (address === undefined) throw new ConfigError('Usage: formstead restore SOURCE');
  const { flags, isUndeleting, takesOtherSecret, skipsDamaged } = takeSwitches(rest);
  const { taken, settings } = takeFlags(readFlags(flags), ['passphrase-file', 'backup', 'erasures']);
  const config = configFrom(settings);
  const passphrase = await readPassphrase(taken['passphrase-file'], config);
  const restore = (later: OpenedBackups | undefined) =>
    withBackups({ address, passphrase, skipsDamaged }, config, async (backups) => {
      const id = await chooseBackup(backups.source, taken.backup);
      const progress = createProgress();
      const wanted = { id, later, isUndeleting, takesOtherSecret, skipsDamaged };
      try {
        const report = await withEmptyDatabase(config, (db) =>
          restoreBackup(wanted, backups, { db, config, progress }),
        );
        if ((report.lost?.problems.length ?? 0) > 0) process.exitCode = 2;
        return { ...report, warnings: [...backups.warnings, ...report.warnings] };
      } finally {
        progress.done();
      }
    });
  if (taken.erasures === undefined) return restore(undefined);
  return withBackups({ address: taken.erasures, passphrase, skipsDamaged }, config, restore);
}

const restoreSwitches = ['--undelete', '--other-secret', '--without-damaged'];

function takeSwitches(rest: readonly string[]) {
  return {
    flags: rest.filter((argument) => !restoreSwitches.includes(argument)),
    isUndeleting: rest.includes('--undelete'),
    takesOtherSecret: rest.includes('--other-secret'),
    skipsDamaged: rest.includes('--without-damaged'),
  };
}

async function withBackups<T>(
  wanted: { address: string; passphrase: string | undefined } & TarWishes,
  config: Config,
  work: (backups: OpenedBackups & { readonly warnings: readonly string[] }) => Promise<T>,
): Promise<T> {
  const { address, passphrase, ...wishes } = wanted;
  let source: BackupSource | undefined;
  const warnings: string[] = [];
  try {
    source = await openSource(address, config, wishes);
    const key = await openPlace(source, passphrase, (problem) => warnings.push(`${problem} A copy was read instead.`));
    return await work({ source, key, warnings });
  } catch (error) {
    throw explainPlaceError(error, address);
  } finally {
    await source?.close();
  }
}

async function withDb<T>(
  { url, maxConnections }: { url: string; maxConnections: number },
  config: Config,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const wait = { maxMs: config.databaseWaitSeconds * 1000, log: openLog('warn') };
  const db = await openDb(url, { maxConnections, wait });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** No other process may use the database meanwhile: an embedded one is held as a server holds it. */
async function withEmptyDatabase<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  if (config.databaseUrl !== undefined) return withDb({ url: config.databaseUrl, maxConnections: 1 }, config, work);
  if ((await findRunningEmbedded(config.dataDir)) !== undefined) {
    throw new BackupError(`A Formstead is running on ${config.dataDir}. Stop it first, or name another DATA_DIR.`);
  }
  const aside = await setAsideOtherVersion(config.dataDir);
  if (aside !== undefined) process.stderr.write(`The data of another PostgreSQL stays in ${aside}.\n`);
  const embedded = await openEmbedded({ dataDir: config.dataDir, log: () => {} });
  try {
    return await withDb({ url: embedded.url, maxConnections: 1 }, config, work);
  } finally {
    await embedded.stop();
  }
}

function readKeep(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new ConfigError(`--keep is "${text}", but must be a whole number from 1.`);
  return Number(text);
}
