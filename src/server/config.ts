// Every setting of the service: read once, from flags (which win) and the environment.
// Nothing else reads process.env. A malformed value or an unknown flag stops the start with its name in the message.
// [running.settings]

import { resolve } from 'node:path';
import { type OidcConfig, oidcSettingNames, readOidc } from './config-oidc.ts';
import { readSecretFiles, secretFileNames } from './config-secrets.ts';
import { isMailAddress, type MailAddress, readMailAddress } from './mail/mail-address.ts';
import { defaultLimits, type Limits, readLimits } from './quotas/quota-limits.ts';
import { DatabaseUrlError, readDatabaseUrl } from './store/database-url.ts';

export interface S3Config {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface BackupConfig {
  /** A folder or s3://bucket/prefix; undefined: no scheduled backups. */
  readonly to: string | undefined;
  readonly at: DailyTime;
  /** How many scheduled backups are kept. */
  readonly keep: number;
  readonly passphraseFile: string | undefined;
  /** The store of s3:// addresses, which name the bucket. */
  readonly s3: Omit<S3Config, 'bucket'> | undefined;
}

export interface DailyTime {
  readonly hour: number;
  readonly minute: number;
  /** UTC, or a name such as Europe/Berlin. */
  readonly timeZone: string;
}

/** As node:net connects to it. */
export type ClamdAddress = { readonly path: string } | { readonly host: string; readonly port: number };

export interface MetricsConfig {
  /** Who may read them; undefined: everybody who reaches the port. */
  readonly token: string | undefined;
  /** A listener of their own; undefined: the service's. */
  readonly listener: { readonly port: number; readonly host: string } | undefined;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** A standby for exports and insight; undefined: they read from the primary. */
  readonly databaseReadUrl: string | undefined;
  /** How long a start waits for a database that cannot be reached. */
  readonly databaseWaitSeconds: number;
  readonly publicUrl: string;
  readonly apiUrl: string;
  readonly appUrl: string;
  readonly shortUrl: string;
  readonly storageUrl: string;
  readonly secret: string | undefined;
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
  /** Whose users may change what all accounts share; undefined: the first account, `none`: nobody but the command line. */
  readonly operatorAccount: string | undefined;
  /** An identity provider that people may sign in with. */
  readonly oidc: OidcConfig | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: MailAddress;
  /** Where clamd listens; without it uploads are not scanned. */
  readonly clamd: ClamdAddress | undefined;
  readonly s3: S3Config | undefined;
  /** Requests per minute per address; 0 turns throttling off. */
  readonly rateLimit: number;
  readonly setsSources: string | undefined;
  readonly workers: number;
  /** Undefined: off. */
  readonly metrics: MetricsConfig | undefined;
  readonly logLevel: LogLevel;
  /** How long a stop goes on taking connections while /health says 503, until balancers send no more. */
  readonly drainSeconds: number;
  /** How many proxies in front of the service may name the caller's address in X-Forwarded-For. */
  readonly trustProxy: number;
  /** Limits of every account that has none of its own. */
  readonly quotas: Limits;
  /** What requests without a credential may use of each limit. */
  readonly anonymousPercent: number;
  /** How long an upload waits for an entry that takes it. */
  readonly unusedUploadHours: number;
  /** Free space below which only what must be stored is stored. */
  readonly diskReserve: DiskReserve;
  readonly backup: BackupConfig;
}

/** Undefined: the smaller of 1 GB and 5% of the volume. */
export type DiskReserve = { readonly bytes: number } | { readonly percent: number } | undefined;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export class ConfigError extends Error {}

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
  ...oidcSettingNames,
  'SMTP_URL',
  'MAIL_FROM',
  'CLAMD_URL',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'RATE_LIMIT',
  'SETS_SOURCES',
  'WORKERS',
  'METRICS',
  'METRICS_TOKEN',
  'METRICS_PORT',
  'METRICS_HOST',
  'LOG_LEVEL',
  'TRUST_PROXY',
  'QUOTAS',
  'QUOTA_ANONYMOUS_PERCENT',
  'UNUSED_UPLOAD_HOURS',
  'DISK_RESERVE',
  'DRAIN_SECONDS',
  'BACKUP_TO',
  'BACKUP_AT',
  'BACKUP_KEEP',
  'BACKUP_PASSPHRASE_FILE',
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_REGION',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  ...secretFileNames,
] as const;
export type SettingName = (typeof settingNames)[number];
export type Settings = Partial<Record<SettingName, string>>;

/** For commands that are clients of a service. */
export interface ServicePlace {
  readonly url: string | undefined;
  readonly key: string | undefined;
}

export function readServicePlace(env: NodeJS.ProcessEnv = process.env): ServicePlace {
  return { url: env['FORMSTEAD_URL'] || undefined, key: env['FORMSTEAD_KEY'] || undefined };
}

/** The settings a process was started with: its environment, overridden by flags such as `--data-dir`. */
export function readSettings(flags: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv = process.env): Settings {
  const settings: Settings = {};
  for (const name of settingNames) {
    const value = env[name];
    // An empty variable is how shells and compose files say "not set".
    if (value !== undefined && value !== '') settings[name] = value;
  }
  for (const [flag, value] of Object.entries(flags)) {
    const name = flag.toUpperCase().replaceAll('-', '_') as SettingName;
    if (!settingNames.includes(name) || flag !== flag.toLowerCase()) {
      throw new ConfigError(`Unknown flag --${flag}. Flags are: ${settingNames.map(flagOf).join(', ')}.`);
    }
    settings[name] = value;
  }
  return settings;
}

export function readConfig(given: Settings): Config {
  const settings = { ...given, ...readSecrets(given) };
  const port = readWholeNumber(settings, 'PORT', { fallback: 8080, min: 0, max: 65535 });
  const publicUrl = readAddress(settings, 'PUBLIC_URL', `http://localhost:${port}`);
  const host = settings.HOST ?? '127.0.0.1';
  if (/[\s/]/.test(host)) throw malformed('HOST', host, 'a host name or an IP address');
  return {
    port,
    host,
    dataDir: resolve(settings.DATA_DIR ?? './data'),
    databaseUrl: checkDatabaseUrl(settings, 'DATABASE_URL'),
    databaseReadUrl: readReadUrl(settings),
    databaseWaitSeconds: readWholeNumber(settings, 'DATABASE_WAIT', { fallback: 60, min: 0, max: 86_400 }),
    publicUrl,
    apiUrl: readAddress(settings, 'API_URL', `${publicUrl}/v1.0`),
    appUrl: readAddress(settings, 'APP_URL', publicUrl),
    shortUrl: readAddress(settings, 'SHORT_URL', `${publicUrl}/s`),
    storageUrl: readAddress(settings, 'STORAGE_URL', `${publicUrl}/storage`),
    secret: readSecret(settings),
    ...readAdmin(settings),
    operatorAccount: readOperator(settings),
    oidc: checkOidc(settings),
    smtpUrl: readSmtpUrl(settings),
    mailFrom: readMailFrom(settings),
    clamd: readClamdUrl(settings),
    s3: readS3(settings),
    rateLimit: readWholeNumber(settings, 'RATE_LIMIT', { fallback: 1000, min: 0, max: 1_000_000_000 }),
    setsSources: settings.SETS_SOURCES === undefined ? undefined : resolve(settings.SETS_SOURCES),
    workers: readWholeNumber(settings, 'WORKERS', { fallback: 1, min: 1, max: 256 }),
    metrics: readMetrics(settings),
    logLevel: readChoice(settings, 'LOG_LEVEL', logLevels, 'info'),
    drainSeconds: readWholeNumber(settings, 'DRAIN_SECONDS', { fallback: 0, min: 0, max: 300 }),
    trustProxy: readWholeNumber(settings, 'TRUST_PROXY', { fallback: 0, min: 0, max: 32 }),
    quotas: readQuotas(settings),
    anonymousPercent: readWholeNumber(settings, 'QUOTA_ANONYMOUS_PERCENT', { fallback: 80, min: 1, max: 100 }),
    unusedUploadHours: readWholeNumber(settings, 'UNUSED_UPLOAD_HOURS', { fallback: 24, min: 3, max: 8760 }),
    diskReserve: readDiskReserve(settings),
    backup: readBackup(settings),
  };
}

function flagOf(name: SettingName): string {
  return `--${name.toLowerCase().replaceAll('_', '-')}`;
}

function malformed(name: SettingName, value: string, expected: string): ConfigError {
  return new ConfigError(`${name} (flag ${flagOf(name)}) is "${value}", but must be ${expected}.`);
}

function readWholeNumber(
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

function readSwitch(settings: Settings, name: SettingName): boolean {
  const text = settings[name];
  if (text === undefined || text === '0' || text === 'false') return false;
  if (text === '1' || text === 'true') return true;
  throw malformed(name, text, '1 or 0');
}

/** A token or a port of their own switches them on too, unless METRICS says 0. */
function readMetrics(settings: Settings): MetricsConfig | undefined {
  const { METRICS_TOKEN: token, METRICS_PORT: port, METRICS_HOST: host = '127.0.0.1' } = settings;
  const isOn = settings.METRICS === undefined ? (token ?? port) !== undefined : readSwitch(settings, 'METRICS');
  if (token !== undefined && token.length < minMetricsToken) {
    throw new ConfigError(`METRICS_TOKEN (flag --metrics-token) must have at least ${minMetricsToken} characters.`);
  }
  if (/[\s/]/.test(host)) throw malformed('METRICS_HOST', host, 'a host name or an IP address');
  const listener =
    port === undefined
      ? undefined
      : { port: readWholeNumber(settings, 'METRICS_PORT', { fallback: 0, min: 0, max: 65535 }), host };
  return isOn ? { token, listener } : undefined;
}

/** Long enough that nobody guesses it. */
const minMetricsToken = 16;

function readChoice<T extends string>(settings: Settings, name: SettingName, choices: readonly T[], fallback: T): T {
  const text = settings[name];
  if (text === undefined) return fallback;
  if (!choices.includes(text as T)) throw malformed(name, text, `one of ${choices.join(', ')}`);
  return text as T;
}

function readAddress(settings: Settings, name: SettingName, fallback: string): string {
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

// Never with its value in a message: it holds a password.
function checkDatabaseUrl(
  settings: Settings,
  name: 'DATABASE_URL' | 'DATABASE_READ_URL',
  use: 'write' | 'read' = 'write',
): string | undefined {
  const text = settings[name];
  if (text === undefined) return undefined;
  try {
    readDatabaseUrl(text, use);
  } catch (error) {
    if (!(error instanceof DatabaseUrlError)) throw error;
    throw new ConfigError(`${name} (flag ${flagOf(name)}) ${error.message}.`);
  }
  return text;
}

function readReadUrl(settings: Settings): string | undefined {
  if (settings.DATABASE_READ_URL !== undefined && settings.DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_READ_URL is set, but DATABASE_URL is not: the embedded database has no standby.');
  }
  return checkDatabaseUrl(settings, 'DATABASE_READ_URL', 'read');
}

function readSecrets(given: Settings): Settings {
  const secrets = readSecretFiles(given);
  if (typeof secrets === 'string') throw new ConfigError(secrets);
  return secrets;
}

function readOperator(settings: Settings): string | undefined {
  const text = settings.OPERATOR_ACCOUNT?.toLowerCase();
  if (text !== undefined && text !== 'none' && !/^[0-9a-f]{24}$/.test(text)) {
    throw malformed('OPERATOR_ACCOUNT', text, 'the ID of an account, or none');
  }
  return text;
}

function checkOidc(settings: Settings): OidcConfig | undefined {
  const oidc = readOidc(settings);
  if (typeof oidc === 'string') throw new ConfigError(oidc);
  return oidc;
}

const minSecretLength = 16;

function readSecret(settings: Settings): string | undefined {
  const text = settings.SECRET;
  if (text !== undefined && text.length < minSecretLength) {
    throw new ConfigError(`SECRET (flag --secret) must have at least ${minSecretLength} characters.`);
  }
  return text;
}

function readAdmin(settings: Settings): Pick<Config, 'adminEmail' | 'adminPassword'> {
  const { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: adminPassword } = settings;
  if ((adminEmail === undefined) !== (adminPassword === undefined)) {
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD must be set together.');
  }
  if (adminEmail !== undefined && !isMailAddress(adminEmail)) {
    throw malformed('ADMIN_EMAIL', adminEmail, 'an email address');
  }
  return { adminEmail, adminPassword };
}

function readSmtpUrl(settings: Settings): string | undefined {
  const text = settings.SMTP_URL;
  if (text !== undefined && !(/^smtps?:\/\/\S+$/.test(text) && URL.canParse(text))) {
    throw new ConfigError('SMTP_URL (flag --smtp-url) must be an address such as smtp://user:password@host:587.');
  }
  return text;
}

function readClamdUrl(settings: Settings): ClamdAddress | undefined {
  const text = settings.CLAMD_URL;
  if (text === undefined) return undefined;
  const [, path] = /^unix:(\/[^\0]+)$/.exec(text) ?? [];
  if (path !== undefined) return { path: path.replace(/^\/\/+/, '/') };
  const [, host, port] = /^tcp:\/\/(\[[0-9a-f:.]+\]|[^\s/:[\]]+):(\d{1,5})\/?$/i.exec(text) ?? [];
  if (host !== undefined && Number(port) >= 1 && Number(port) <= 65535) {
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  }
  throw malformed('CLAMD_URL', text, 'tcp://host:port or unix:/path/to/clamd.ctl');
}

function readMailFrom(settings: Settings): MailAddress {
  const text = settings.MAIL_FROM ?? 'Formstead <noreply@localhost>';
  const address = readMailAddress(text);
  if (address === undefined) throw malformed('MAIL_FROM', text, 'an address such as Formstead <noreply@example.org>');
  return address;
}

function readS3(settings: Settings): S3Config | undefined {
  const names = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  if (names.every((name) => settings[name] === undefined)) return undefined;
  for (const name of names) {
    if (settings[name] === undefined && name !== 'S3_REGION') {
      throw new ConfigError(`${name} is missing: the S3_ settings must be set together.`);
    }
  }
  return {
    endpoint: readAddress(settings, 'S3_ENDPOINT', ''),
    region: settings.S3_REGION ?? 'us-east-1',
    bucket: settings.S3_BUCKET as string,
    accessKeyId: settings.S3_ACCESS_KEY_ID as string,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY as string,
  };
}

function readQuotas(settings: Settings): Limits {
  const text = settings.QUOTAS;
  if (text === undefined) return defaultLimits;
  const limits = readLimits(text);
  if (limits === undefined) {
    throw malformed(
      'QUOTAS',
      text,
      `a list such as emails=5000,form.uploads=200 of ${Object.keys(defaultLimits).join(', ')}`,
    );
  }
  return limits;
}

function readDiskReserve(settings: Settings): DiskReserve {
  const text = settings.DISK_RESERVE;
  if (text === undefined) return undefined;
  if (/^\d{1,2}%$/.test(text)) return { percent: Number(text.slice(0, -1)) };
  if (/^\d{1,16}$/.test(text)) return { bytes: Number(text) };
  throw malformed('DISK_RESERVE', text, 'a number of bytes, or a percentage such as 5%');
}

function readBackup(settings: Settings): BackupConfig {
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
    );
  }
  return {
    to: to === undefined || to.startsWith('s3:') ? to : resolve(to),
    at: readDailyTime(settings),
    keep: readWholeNumber(settings, 'BACKUP_KEEP', { fallback: 7, min: 1, max: 10_000 }),
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

/** Of a store of its own, or of the one with the service's files. */
function readBackupS3(settings: Settings): Omit<S3Config, 'bucket'> | undefined {
  const names = ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'] as const;
  if (names.every((name) => settings[name] === undefined)) {
    const { bucket: _files, ...store } = readS3(settings) ?? { bucket: undefined };
    return 'endpoint' in store ? store : undefined;
  }
  for (const name of names) {
    if (settings[name] === undefined) {
      throw new ConfigError(`${name} is missing: the BACKUP_S3_ settings must be set together.`);
    }
  }
  return {
    endpoint: readAddress(settings, 'BACKUP_S3_ENDPOINT', ''),
    region: settings.BACKUP_S3_REGION ?? 'us-east-1',
    accessKeyId: settings.BACKUP_S3_ACCESS_KEY_ID as string,
    secretAccessKey: settings.BACKUP_S3_SECRET_ACCESS_KEY as string,
  };
}
