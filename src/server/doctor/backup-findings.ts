// Backups: can the place be written, does the passphrase fit, how old is the newest one, is any of it damaged, and when was it last
// proven that it can be restored? [running.doctor.storage]
import { stat, statfs } from 'node:fs/promises';
import { BackupError } from '../backup/backup-error.ts';
import { type ListedBackup, listPlace } from '../backup/list-place.ts';
import { openPlace } from '../backup/manifest.ts';
import { openSource } from '../backup/open-vault.ts';
import { readPassphrase } from '../backup/passphrase.ts';
import type { LastRun } from '../backup/schedule.ts';
import type { BackupSource } from '../backup/vault.ts';
import type { Config } from '../base/config.ts';
import type { S3Store } from '../base/config-s3.ts';
import { ConfigError } from '../base/settings.ts';
import { unlessMissing } from '../files/storage/unless-missing.ts';
import type { KeptFacts } from '../store/connection/database-facts.ts';
import { type Finding, gigabytes, ok, problem, warning, wordsOf } from './finding.ts';
import { explainWrite, nearest, tryToWrite } from './folder-findings.ts';
import { machineTime } from './machine-time.ts';
import { s3Findings } from './s3-findings.ts';

const dayMs = 86_400_000;
/** As the alert in deploy/monitoring. */
const tooOldMs = 2 * dayMs;
const littleRoom = 2 ** 30;
/** The check has its time. */
const backupsLookedAt = 20;

/** `kept` are the database's notes about what was last done by itself. */
export async function backupFindings(config: Config, kept: Promise<KeptFacts | undefined>): Promise<Finding[]> {
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
  return [...place, ...(await contentFindings(to, config)), ...scheduleFindings(config, await kept)];
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

async function contentFindings(to: string, config: Config): Promise<Finding[]> {
  const check = 'backup.newest';
  let source: BackupSource | undefined;
  try {
    const passphrase = await readPassphrase(undefined, config);
    source = await openSource(to, config);
    const damage: string[] = [];
    const key = await openPlace(source, passphrase, (text) => damage.push(text));
    const { backups, warnings } = await listPlace({ source, key }, damage, backupsLookedAt);
    return [ageFinding(to, backups.at(-1)), ...damageFindings(to, backups, warnings)];
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

/** The newest is the one with the highest number; how old it is, its time tells. */
function ageFinding(to: string, newest: ListedBackup | undefined): Finding {
  const check = 'backup.newest';
  const remedy = "See the server's log for why (the backup failed), and run formstead backup.";
  const time = newest === undefined ? Number.NaN : timeOf(newest);
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

/** Without a manifest the id tells: 20240517T093000000Z. */
function timeOf({ backup, time }: ListedBackup): number {
  if (time !== null) return Date.parse(time);
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(backup)?.slice(1) ?? [];
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function damageFindings(to: string, backups: readonly ListedBackup[], warnings: readonly string[]): Finding[] {
  const isAboutTime = (text: string) => text.includes('in the future');
  const findings = warnings.map((text) =>
    isAboutTime(text)
      ? warning(
          'backup.clock',
          text,
          'Check the clock of the database (NTP). The backup goes when newer ones push it out.',
        )
      : problem('backup.damage', text, 'Run formstead backup, which repairs what it can, and formstead verify.'),
  );
  for (const { backup, damaged, problems } of backups.filter((one) => one.damaged > 0)) {
    const message = `Backup ${backup} in ${to} is damaged (${damaged} problems): ${problems.slice(0, 2).join(' ')}`;
    const remedy = 'Run formstead backup, which repairs what the service still has; look at the disk or store.';
    findings.push(problem('backup.damage', message, remedy));
  }
  return findings;
}

function scheduleFindings({ backup }: Config, kept: KeptFacts | undefined): Finding[] {
  if (kept === undefined) return [];
  const found = failureFindings('backup.schedule', 'The last scheduled backup', {
    text: kept.lastBackup,
    remedy: 'Mend what it says; the next try is an hour after the last.',
  });
  const proofs = [
    ['backup.verify', 'The last verification of the newest backup', kept.lastVerify, backup.verifyDays],
    ['backup.drill', 'The last restore drill', kept.lastDrill, backup.drillDays],
  ] as const;
  for (const [check, what, text, days] of proofs) {
    if (days === 0 || kept.lastBackup === undefined) continue;
    const remedy = 'See the server\'s log; docs/operations.md "Back up". It is tried again at BACKUP_AT.';
    const failed = failureFindings(check, what, { text, remedy });
    found.push(...(failed.length > 0 ? failed : [proofFinding(check, what, { text, days })]));
  }
  return found;
}

function failureFindings(
  check: string,
  what: string,
  { text, remedy }: { text: string | undefined; remedy: string },
): Finding[] {
  const last = readLast(text);
  if (last?.error == null) return [];
  return [problem(check, `${what} failed: ${wordsOf(new Error(last.error))}.`, remedy)];
}

/** Twice as long as it should take is too long. */
function proofFinding(
  check: string,
  what: string,
  { text, days }: { text: string | undefined; days: number },
): Finding {
  const succeeded = readLast(text)?.succeeded ?? undefined;
  if (succeeded === undefined) return ok(check, `${what}: none yet. The server does one by itself.`);
  const passed = Math.max(0, Math.round((machineTime() - succeeded) / dayMs));
  if (passed <= 2 * days) return ok(check, `${what} succeeded ${passed} days ago.`);
  return warning(check, `${what} succeeded ${passed} days ago.`, "It should every few days: see the server's log.");
}

function readLast(text: string | undefined): LastRun | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as LastRun);
}
