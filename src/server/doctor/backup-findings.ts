// Backups: can the place be written, does the passphrase fit, and how old is the newest one? [running.doctor.storage]
import { stat, statfs } from 'node:fs/promises';
import { BackupError } from '../backup/backup-error.ts';
import { listBackups, openPlace } from '../backup/manifest.ts';
import { openSource } from '../backup/open-vault.ts';
import { readPassphrase } from '../backup/passphrase.ts';
import type { BackupSource } from '../backup/vault.ts';
import type { Config } from '../config.ts';
import type { S3Store } from '../config-s3.ts';
import { unlessMissing } from '../files/storage/unless-missing.ts';
import { ConfigError } from '../settings.ts';
import { type Finding, gigabytes, ok, problem, warning, wordsOf } from './finding.ts';
import { explainWrite, nearest, tryToWrite } from './folder-findings.ts';
import { machineTime } from './machine-time.ts';
import { s3Findings } from './s3-findings.ts';

const dayMs = 86_400_000;
/** As the alert in deploy/monitoring. */
const tooOldMs = 2 * dayMs;
const littleRoom = 2 ** 30;

/** `lastScheduled` is the database's note about the last scheduled one. */
export async function backupFindings(config: Config, lastScheduled: Promise<string | undefined>): Promise<Finding[]> {
  const { to } = config.backup;
  if (to === undefined) {
    return [
      warning(
        'backup.schedule',
        'There is no BACKUP_TO: nothing is backed up by itself.',
        'Set BACKUP_TO, or run formstead backup yourself every day (docs/operations.md "Back up").',
      ),
    ];
  }
  const place = to.startsWith('s3:') ? await s3PlaceFindings(to, config) : await folderPlaceFindings(to, config);
  if (place.some(({ state }) => state === 'problem')) return place;
  return [...place, ...(await contentFindings(to, config, await lastScheduled))];
}

async function s3PlaceFindings(to: string, { backup }: Config): Promise<Finding[]> {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(to) ?? [];
  const trimmed = path.replace(/\/+$/, '');
  return s3Findings({
    check: 'backup',
    settings: 'BACKUP_S3_',
    config: { ...(backup.s3 as S3Store), bucket },
    prefix: trimmed === '' ? '' : `${trimmed}/`,
    isWriteOnce: false,
  });
}

async function folderPlaceFindings(to: string, { dataDir }: Config): Promise<Finding[]> {
  const at = nearest(to);
  const found = await stat(at);
  if (!found.isDirectory()) {
    return [problem('backup.access', `BACKUP_TO (${to}) is not a folder.`, 'Name a folder, or s3://bucket/prefix.')];
  }
  const error = await tryToWrite(at);
  if (error !== undefined) return [explainWrite('backup.access', `The folder of backups (${to})`, error)];
  const { bsize, bavail } = await statfs(at);
  const free = bsize * bavail;
  const findings = [ok('backup.access', `The folder ${to} can be written; ${gigabytes(free)} are free.`)];
  if (free < littleRoom) {
    findings.push(
      warning(
        'backup.space',
        `Only ${gigabytes(free)} are free for backups in ${to}.`,
        'Free space, or keep fewer: BACKUP_KEEP.',
      ),
    );
  }
  if ((await unlessMissing(stat(nearest(dataDir))))?.dev === found.dev) {
    findings.push(
      warning(
        'backup.place',
        `Backups (${to}) are on the same disk as the data: both are lost together.`,
        'Name a folder on another machine, or S3.',
      ),
    );
  }
  return findings;
}

async function contentFindings(to: string, config: Config, lastScheduled: string | undefined): Promise<Finding[]> {
  const check = 'backup.newest';
  let source: BackupSource | undefined;
  try {
    const passphrase = await readPassphrase(undefined, config);
    source = await openSource(to, config);
    await openPlace(source, passphrase);
    const { finished } = await listBackups(source);
    return [ageFinding(to, finished.at(-1)), ...scheduleFindings(lastScheduled)];
  } catch (error) {
    if (error instanceof BackupError && /^There is no /.test(error.message)) return [await emptyFinding(to, source)];
    if (!(error instanceof BackupError) && !(error instanceof ConfigError)) throw error;
    const remedy = 'Give the passphrase that the backups there were made with, or name another place.';
    return [problem(check, `The next backup will fail: ${wordsOf(error)}.`, remedy)];
  } finally {
    await source?.close();
  }
}

/** A place without backups must have nothing else either. */
async function emptyFinding(to: string, source: BackupSource | undefined): Promise<Finding> {
  for await (const name of source?.list('') ?? []) {
    const message = `BACKUP_TO (${to}) holds other things (${name}) and no backups: the next backup will fail.`;
    return problem('backup.newest', message, 'Name an empty place, or one with backups of Formstead.');
  }
  return ageFinding(to, undefined);
}

function ageFinding(to: string, id: string | undefined): Finding {
  const check = 'backup.newest';
  const remedy = "See the server's log for why (the backup failed), and run formstead backup.";
  const time = id === undefined ? Number.NaN : timeOf(id);
  if (Number.isNaN(time)) {
    return warning(
      check,
      `There is no backup in ${to} yet.`,
      'Make one: formstead backup. The server does so by itself at BACKUP_AT.',
    );
  }
  const hours = Math.max(0, Math.round((machineTime() - time) / 3_600_000));
  if (machineTime() - time > tooOldMs)
    return problem(check, `The newest backup in ${to} is ${hours} hours old.`, remedy);
  return ok(check, `The newest backup is ${hours} hours old.`);
}

/** Their names begin with the time: 20240517T093000000Z. */
function timeOf(id: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(id)?.slice(1) ?? [];
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function scheduleFindings(text: string | undefined): Finding[] {
  const last = text === undefined ? undefined : (JSON.parse(text) as { error: string | null });
  if (last?.error == null) return [];
  const remedy = 'Mend what it says; the next try is an hour after the last.';
  return [problem('backup.schedule', `The last scheduled backup failed: ${wordsOf(new Error(last.error))}.`, remedy)];
}
