// Every setting of the service: read once, from flags (which win) and the environment.
// Nothing else reads process.env. A malformed value or an unknown flag stops the start with its name in the message.
// [running.settings]

import { resolve } from 'node:path';
import { type BackupConfig, readBackup } from './config-backup.ts';
import { type OidcConfig, oidcSettingNames, readOidc } from './config-oidc.ts';
import { readS3, type S3Config } from './config-s3.ts';
import { readSecretFiles, secretFileNames } from './config-secrets.ts';
import { DatabaseUrlError, readDatabaseUrl } from './database-url.ts';
import { isMailAddress, type MailAddress, readMailAddress } from './mail-address.ts';
import { defaultLimits, type Limits, readLimits } from './quota-limits.ts';
import {
  ConfigError,
  flagOf,
  malformed,
  readAddress,
  readChoice,
  readSwitch,
  readWholeNumber,
  type SettingName,
  type Settings,
  settingNames,
} from './settings.ts';

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
  /** Whose users may change what all accounts share; undefined: the first account, `none`: only the command line. */
  readonly operatorAccount: string | undefined;
  /** The recipient of emails for the operator; undefined: they are not sent. */
  readonly operatorEmail: string | undefined;
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
  /** Whether agents have tools that delete. */
  readonly mcpAllowDelete: boolean;
  readonly workers: number;
  /** Undefined: off. */
  readonly metrics: MetricsConfig | undefined;
  readonly logLevel: LogLevel;
  /** [running.log.sql] */
  readonly hasSqlComments: boolean;
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
    operatorEmail: readOperatorEmail(settings),
    oidc: checkOidc(settings),
    smtpUrl: readSmtpUrl(settings),
    mailFrom: readMailFrom(settings),
    clamd: readClamdUrl(settings),
    s3: readS3(settings),
    rateLimit: readWholeNumber(settings, 'RATE_LIMIT', { fallback: 1000, min: 0, max: 1_000_000_000 }),
    setsSources: settings.SETS_SOURCES === undefined ? undefined : resolve(settings.SETS_SOURCES),
    mcpAllowDelete: readSwitch(settings, 'MCP_ALLOW_DELETE'),
    workers: readWholeNumber(settings, 'WORKERS', { fallback: 1, min: 1, max: 256 }),
    metrics: readMetrics(settings),
    logLevel: readChoice(settings, 'LOG_LEVEL', logLevels, 'info'),
    hasSqlComments: readSwitch(settings, 'SQL_COMMENTS'),
    drainSeconds: readWholeNumber(settings, 'DRAIN_SECONDS', { fallback: 0, min: 0, max: 300 }),
    trustProxy: readWholeNumber(settings, 'TRUST_PROXY', { fallback: 0, min: 0, max: 32 }),
    quotas: readQuotas(settings),
    anonymousPercent: readWholeNumber(settings, 'QUOTA_ANONYMOUS_PERCENT', { fallback: 80, min: 1, max: 100 }),
    unusedUploadHours: readWholeNumber(settings, 'UNUSED_UPLOAD_HOURS', { fallback: 24, min: 3, max: 8760 }),
    diskReserve: readDiskReserve(settings),
    backup: readBackup(settings),
  };
}

/** A token or a port of their own switches them on too, unless METRICS says 0. */
function readMetrics(settings: Settings): MetricsConfig | undefined {
  const { METRICS_TOKEN: token, METRICS_PORT: port, METRICS_HOST: host = '127.0.0.1' } = settings;
  const isOn = settings.METRICS === undefined ? (token ?? port) !== undefined : readSwitch(settings, 'METRICS');
  if (token !== undefined && token.length < minMetricsToken) {
    const message = `METRICS_TOKEN (flag --metrics-token) must have at least ${minMetricsToken} characters.`;
    throw new ConfigError(message, ['METRICS_TOKEN']);
  }
  if (/[\s/]/.test(host)) throw malformed('METRICS_HOST', host, 'a host name or an IP address');
  const listener =
    port === undefined
      ? undefined
      : { port: readWholeNumber(settings, 'METRICS_PORT', { fallback: 0, min: 0, max: 65535 }), host };
  return isOn ? { token, listener } : undefined;
}

/** Long enough not to be guessed. */
const minMetricsToken = 16;

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
    throw new ConfigError(`${name} (flag ${flagOf(name)}) ${error.message}.`, [name]);
  }
  return text;
}

function readReadUrl(settings: Settings): string | undefined {
  if (settings.DATABASE_READ_URL !== undefined && settings.DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_READ_URL is set, but DATABASE_URL is not: the embedded database has no standby.', [
      'DATABASE_READ_URL',
      'DATABASE_URL',
    ]);
  }
  return checkDatabaseUrl(settings, 'DATABASE_READ_URL', 'read');
}

function readSecrets(given: Settings): Settings {
  const secrets = readSecretFiles(given);
  if (typeof secrets === 'string') {
    throw new ConfigError(
      secrets,
      secretFileNames.filter((name) => secrets.startsWith(`${name} `) || secrets.includes(` and ${name} are`)),
    );
  }
  return secrets;
}

function readOperator(settings: Settings): string | undefined {
  const text = settings.OPERATOR_ACCOUNT?.toLowerCase();
  if (text !== undefined && text !== 'none' && !/^[0-9a-f]{24}$/.test(text)) {
    throw malformed('OPERATOR_ACCOUNT', text, 'the ID of an account, or none');
  }
  return text;
}

function readOperatorEmail(settings: Settings): string | undefined {
  const text = settings.OPERATOR_EMAIL;
  if (text !== undefined && !isMailAddress(text)) throw malformed('OPERATOR_EMAIL', text, 'an email address');
  return text ?? settings.ADMIN_EMAIL;
}

function checkOidc(settings: Settings): OidcConfig | undefined {
  const oidc = readOidc(settings);
  if (typeof oidc === 'string') {
    const named = oidcSettingNames.filter((name) => oidc.startsWith(`${name} (`));
    throw new ConfigError(oidc, named.length > 0 ? named : oidcSettingNames);
  }
  return oidc;
}

const minSecretLength = 16;

function readSecret(settings: Settings): string | undefined {
  const text = settings.SECRET;
  if (text !== undefined && text.length < minSecretLength) {
    throw new ConfigError(`SECRET (flag --secret) must have at least ${minSecretLength} characters.`, ['SECRET']);
  }
  return text;
}

function readAdmin(settings: Settings): Pick<Config, 'adminEmail' | 'adminPassword'> {
  const { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: adminPassword } = settings;
  if ((adminEmail === undefined) !== (adminPassword === undefined)) {
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD must be set together.', ['ADMIN_EMAIL', 'ADMIN_PASSWORD']);
  }
  if (adminEmail !== undefined && !isMailAddress(adminEmail)) {
    throw malformed('ADMIN_EMAIL', adminEmail, 'an email address');
  }
  return { adminEmail, adminPassword };
}

function readSmtpUrl(settings: Settings): string | undefined {
  const text = settings.SMTP_URL;
  if (text !== undefined && !(/^smtps?:\/\/\S+$/.test(text) && URL.canParse(text))) {
    throw new ConfigError('SMTP_URL (flag --smtp-url) must be an address such as smtp://user:password@host:587.', [
      'SMTP_URL',
    ]);
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
