// The names of all settings, and how a plain value is read: a number, a switch, a choice, an address. What is malformed stops the
// start with its name in the message. [running.settings]
import { oidcSettingNames } from './config-oidc.ts';
import { secretFileNames } from './config-secrets.ts';

export const settingNames = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'DATABASE_WAIT',
  'PUBLIC_URL',
  'API_URL',
  'APP_URL',
  'SHORT_URL',
  'STORAGE_URL',
  'SECRET',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'OPERATOR_ACCOUNT',
  'OPERATOR_EMAIL',
  ...oidcSettingNames,
  'SMTP_URL',
  'MAIL_FROM',
  'CLAMD_URL',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_DIRECT',
  'S3_PUBLIC_ENDPOINT',
  'S3_DIRECT_UPLOADS',
  'RATE_LIMIT',
  'SETS_SOURCES',
  'MCP_ALLOW_DELETE',
  'WORKERS',
  'METRICS',
  'METRICS_TOKEN',
  'METRICS_PORT',
  'METRICS_HOST',
  'LOG_LEVEL',
  'SQL_COMMENTS',
  'TRUST_PROXY',
  'QUOTAS',
  'QUOTA_ANONYMOUS_PERCENT',
  'UNUSED_UPLOAD_HOURS',
  'DISK_RESERVE',
  'DRAIN_SECONDS',
  'BACKUP_TO',
  'BACKUP_AT',
  'BACKUP_KEEP',
  'BACKUP_VERIFY_DAYS',
  'BACKUP_DRILL_DAYS',
  'BACKUP_PASSPHRASE_FILE',
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_REGION',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  ...secretFileNames,
] as const;
export type SettingName = (typeof settingNames)[number];
export type Settings = Partial<Record<SettingName, string>>;

export class ConfigError extends Error {
  constructor(
    message: string,
    /** The settings without which there would be no such error; none when it is about something else. */
    readonly settings: readonly SettingName[] = [],
  ) {
    super(message);
  }
}

export function malformed(name: SettingName, value: string, expected: string): ConfigError {
  return new ConfigError(`${name} (flag ${flagOf(name)}) is "${value}", but must be ${expected}.`, [name]);
}

export function flagOf(name: SettingName): string {
  return `--${name.toLowerCase().replaceAll('_', '-')}`;
}

export function readWholeNumber(
  settings: Settings,
  name: SettingName,
  range: { fallback: number; min: number; max: number },
): number {
  const text = settings[name];
  if (text === undefined) return range.fallback;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= range.min && value <= range.max)) {
    throw malformed(name, text, `a whole number from ${range.min} to ${range.max}`);
  }
  return value;
}

export function readSwitch(settings: Settings, name: SettingName): boolean {
  const text = settings[name];
  if (text === undefined || text === '0' || text === 'false') return false;
  if (text === '1' || text === 'true') return true;
  throw malformed(name, text, '1 or 0');
}

export function readChoice<T extends string>(
  settings: Settings,
  name: SettingName,
  choices: readonly T[],
  fallback: T,
): T {
  const text = settings[name];
  if (text === undefined) return fallback;
  if (!choices.includes(text as T)) throw malformed(name, text, `one of ${choices.join(', ')}`);
  return text as T;
}

export function readAddress(settings: Settings, name: SettingName, fallback: string): string {
  const text = settings[name] ?? fallback;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw malformed(name, text, 'an address such as https://forms.example.org');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw malformed(name, text, 'an http or https address');
  if (url.search !== '' || url.hash !== '') throw malformed(name, text, 'an address without ? and #');
  return text.replace(/\/+$/, '');
}
