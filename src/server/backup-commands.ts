// `formstead backup TARGET`, `restore SOURCE`, `verify SOURCE`. [running.backup] [running.restore] [running.verify]
import { BackupError, explainPlaceError } from './backup/backup-error.ts';
import { chooseBackup, openPlace } from './backup/manifest.ts';
import { openSource, openTarget } from './backup/open-vault.ts';
import { readPassphrase } from './backup/passphrase.ts';
import { createProgress } from './backup/progress.ts';
import { type OpenedBackups, restoreBackup } from './backup/restore-backup.ts';
import { runBackup } from './backup/run-backup.ts';
import type { BackupSource } from './backup/vault.ts';
import { verifyBackup } from './backup/verify-backup.ts';
import type { Config } from './config.ts';
import { openStorage } from './files/storage/open-storage.ts';
import { configFrom, readFlags, takeArguments, takeFlags } from './flags.ts';
import { openLog } from './log.ts';
import { readVersion } from './package-version.ts';
import { findRunningEmbedded, openEmbedded, setAsideOtherVersion } from './postgres/embedded.ts';
import { ConfigError } from './settings.ts';
import { type Db, openDb } from './store/db.ts';
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

/** Ends with code 1 when the backup is not whole. */
export async function verifyCommand(rest: string[]) {
  const [text] = takeArguments(rest, 1);
  const { taken, settings } = takeFlags(readFlags(rest), ['passphrase-file', 'backup']);
  const config = configFrom(settings);
  const address = text ?? config.backup.to;
  if (address === undefined) throw new ConfigError('Usage: formstead verify SOURCE');
  const passphrase = await readPassphrase(taken['passphrase-file'], config);
  return withBackups({ address, passphrase, checksPadding: true }, config, async (backups) => {
    const progress = createProgress();
    const report = await verifyBackup(await chooseBackup(backups.source, taken.backup), backups, progress);
    progress.done();
    process.exitCode = report.isWhole ? 0 : 1;
    return report;
  });
}

export async function restoreCommand(rest: string[]) {
  const [address] = takeArguments(rest, 1);
  if (address === undefined) throw new ConfigError('Usage: formstead restore SOURCE');
  const { flags, isUndeleting, takesOtherSecret } = takeSwitches(rest);
  const { taken, settings } = takeFlags(readFlags(flags), ['passphrase-file', 'backup', 'erasures']);
  const config = configFrom(settings);
  const passphrase = await readPassphrase(taken['passphrase-file'], config);
  const restore = (later: OpenedBackups | undefined) =>
    withBackups({ address, passphrase }, config, async (backups) => {
      const id = await chooseBackup(backups.source, taken.backup);
      const progress = createProgress();
      try {
        return await withEmptyDatabase(config, (db) =>
          restoreBackup({ id, later, isUndeleting, takesOtherSecret }, backups, { db, config, progress }),
        );
      } finally {
        progress.done();
      }
    });
  if (taken.erasures === undefined) return restore(undefined);
  return withBackups({ address: taken.erasures, passphrase }, config, restore);
}

function takeSwitches(rest: readonly string[]) {
  const flags = rest.filter((argument) => argument !== '--undelete' && argument !== '--other-secret');
  return { flags, isUndeleting: rest.includes('--undelete'), takesOtherSecret: rest.includes('--other-secret') };
}

async function withBackups<T>(
  wanted: { address: string; passphrase: string | undefined; checksPadding?: boolean },
  config: Config,
  work: (backups: OpenedBackups) => Promise<T>,
): Promise<T> {
  const { address, passphrase, checksPadding = false } = wanted;
  let source: BackupSource | undefined;
  try {
    source = await openSource(address, config, { checksPadding });
    return await work({ source, key: await openPlace(source, passphrase) });
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

/** Nobody else may use it meanwhile: an embedded one is held as a server would hold it. */
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
