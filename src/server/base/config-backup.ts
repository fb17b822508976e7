// The BACKUP_ settings: where scheduled backups go, when, and how many are kept. [running.settings]
import { resolve } from 'node:path';
import { readBackupS3, type S3Store } from './config-s3.ts';
import { ConfigError, malformed, readWholeNumber, type Settings } from './settings.ts';

export interface BackupConfig {
  /** A folder or s3://bucket/prefix; undefined: no scheduled backups. */
  readonly to: string | undefined;
  readonly at: DailyTime;
  /** How many scheduled backups are kept. */
  readonly keep: number;
  /** The newest backup is read again, and restored into a throw-away database, every so many days; 0: never. */
  readonly verifyDays: number;
  readonly drillDays: number;
  readonly passphraseFile: string | undefined;
  /** The store of s3:// addresses, which name the bucket. */
  readonly s3: S3Store | undefined;
}

export interface DailyTime {
  readonly hour: number;
  readonly minute: number;
  /** UTC, or a name such as Europe/Berlin. */
  readonly timeZone: string;
}

export function readBackup(settings: Settings): BackupConfig {
  const { BACKUP_TO: to, BACKUP_PASSPHRASE_FILE: passphraseFile } = settings;
  if (to?.endsWith('.tar')) {
    throw malformed('BACKUP_TO', to, 'a folder or an address such as s3://bucket/prefix: one file holds one backup');
  }
  if (to?.startsWith('s3:') && !/^s3:\/\/[a-z0-9][a-z0-9.-]{1,62}(?:\/[\w./-]*)?$/.test(to)) {
    throw malformed('BACKUP_TO', to, 'a folder or an address such as s3://bucket/prefix');
  }
  const s3 = readBackupS3(settings);
  if (to?.startsWith('s3:') && s3 === undefined) {
    throw new ConfigError(
      'BACKUP_TO is an address of S3: set BACKUP_S3_ENDPOINT and the others, or S3_ENDPOINT and the others.',
      ['BACKUP_TO', 'BACKUP_S3_ENDPOINT', 'S3_ENDPOINT'],
    );
  }
  return {
    to: to === undefined || to.startsWith('s3:') ? to : resolve(to),
    at: readDailyTime(settings),
    keep: readWholeNumber(settings, 'BACKUP_KEEP', { fallback: 7, min: 1, max: 10_000 }),
    verifyDays: readWholeNumber(settings, 'BACKUP_VERIFY_DAYS', { fallback: 7, min: 0, max: 365 }),
    drillDays: readWholeNumber(settings, 'BACKUP_DRILL_DAYS', { fallback: 28, min: 0, max: 365 }),
    passphraseFile: passphraseFile === undefined ? undefined : resolve(passphraseFile),
    s3,
  };
}

function readDailyTime(settings: Settings): DailyTime {
  const text = settings.BACKUP_AT ?? '02:00';
  const [, hour, minute, timeZone = 'UTC'] = /^([01]\d|2[0-3]):([0-5]\d)(?: +(\S+))?$/.exec(text) ?? [];
  if (hour === undefined || !isTimeZone(timeZone)) {
    throw malformed('BACKUP_AT', text, 'a time such as 02:30, with a time zone if it is not UTC: 02:30 Europe/Berlin');
  }
  return { hour: Number(hour), minute: Number(minute), timeZone };
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
