// The command line: `formstead serve | user add | user password | sets ... | files check | migrate`.
// Each command prints one JSON object on standard output; what went wrong goes to standard error, with exit code 1.
// [running.commands]

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig, readSettings } from './config.ts';
import { ServiceError } from './errors.ts';
import { reconcileStorage } from './files/reconcile-storage.ts';
import { createUser } from './identity/create-user.ts';
import { openLog } from './log.ts';
import { isMailAddress } from './mail/mail-address.ts';
import { serve } from './main.ts';
import { type OpenedServices, openServices } from './open-services.ts';
import { packageRoot } from './package-root.ts';
import { EmbeddedDatabaseError, findRunningEmbedded, openEmbedded } from './postgres/embedded.ts';
import { readQuotaChange, setQuota } from './quotas/set-quota.ts';
import { readPassword } from './read-password.ts';
import { isoNow } from './services.ts';
import { autocompleteCommand, checkRefresh, findMaintained, refreshCommand } from './sets-commands.ts';
import { historyCommand, readListNumber, rollbackCommand } from './sets-history-commands.ts';
import { DatabaseConnectionError } from './store/connect-database.ts';
import { openDb } from './store/db.ts';
import { migrate } from './store/migrate.ts';
import { findUserByEmail, setPassword } from './store/users.ts';

const usage = `Usage:
  formstead --version
  formstead serve [--port N] [--data-dir FOLDER] ...   every setting of docs/settings.md as a flag
  formstead user add --email E [--password P | --password-file F] [--name N] [--account ID]
  formstead user password --email E [--password P | --password-file F]
                        without either, the password is asked for; the file - is standard input
  formstead sets refresh [SET [--accept]]
                        --accept takes a list that was refused for its size or its changes, or that was taken back
  formstead sets history SET
  formstead sets rollback SET [--to N]
                        back to the list before, or to list N of the history
  formstead sets autocomplete SET on|off
  formstead quota set --account ID --kind K --limit N|default
  formstead files check [--repair]
                        compares storage with the database; --repair removes objects that no file stands for
  formstead migrate`;

export async function main(argv: readonly string[]): Promise<void> {
  try {
    await run(argv);
    process.exit();
  } catch (error) {
    reportFailure(error);
  }
}

function reportFailure(error: unknown): never {
  process.stderr.write(`formstead: ${explainFailure(error)}\n`);
  process.exit(1);
}

/** A failure that the operator can mend is one sentence; any other comes with its stack. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isKnown =
    error instanceof ConfigError ||
    error instanceof EmbeddedDatabaseError ||
    error instanceof DatabaseConnectionError ||
    error instanceof ServiceError;
  return isKnown ? error.message : (error.stack ?? error.message);
}

async function run(argv: readonly string[]): Promise<void> {
  const [command, ...rest] = argv;
  const isGroup = ['user', 'sets', 'quota', 'files'].includes(command ?? '');
  const subcommand = isGroup ? `${command} ${rest.shift() ?? ''}`.trim() : command;
  switch (subcommand) {
    case 'serve':
      return serve(readSettings(readFlags(rest)));
    case 'user add':
      return print(await addUserCommand(readFlags(rest)));
    case 'user password':
      return print(await userPasswordCommand(readFlags(rest)));
    case 'sets refresh':
      return print(await setsRefreshCommand(rest));
    case 'sets history':
      return print(await setsHistoryCommand(rest));
    case 'sets rollback':
      return print(await setsRollbackCommand(rest));
    case 'sets autocomplete':
      return print(await setsAutocompleteCommand(rest));
    case 'quota set':
      return print(await quotaSetCommand(readFlags(rest)));
    case 'files check':
      return print(await filesCheckCommand(rest));
    case 'migrate':
      return print(await migrateConfigured(configFrom(readFlags(rest))));
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      return void process.stdout.write(`${usage}\n`);
    case '--version':
      return void process.stdout.write(`${readVersion()}\n`);
    default:
      // `npx formstead --port 9000`
      if (command?.startsWith('--')) return serve(readSettings(readFlags(argv)));
      throw new ConfigError(`Unknown command "${argv.join(' ')}".\n${usage}`);
  }
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** `--name value` and `--name=value`; anything else is named in the error. */
export function readFlags(argv: readonly string[]): Record<string, string> {
  const flags: Record<string, string> = {};
  const { tokens } = parseArgs({ args: [...argv], strict: false, tokens: true, allowPositionals: true });
  let pending: string | undefined;
  for (const token of tokens) {
    if (token.kind === 'option') {
      if (pending !== undefined) throw new ConfigError(`The flag --${pending} needs a value.`);
      if (!token.rawName.startsWith('--')) throw new ConfigError(`Unknown flag ${token.rawName}.`);
      if (token.value === undefined) pending = token.name;
      else flags[token.name] = token.value;
    } else if (token.kind === 'positional') {
      if (pending === undefined) throw new ConfigError(`Unexpected argument "${token.value}".`);
      flags[pending] = token.value;
      pending = undefined;
    }
  }
  if (pending !== undefined) throw new ConfigError(`The flag --${pending} needs a value.`);
  return flags;
}

/** Takes the command's own flags out; the rest are settings. */
function takeFlags<Name extends string>(flags: Record<string, string>, names: readonly Name[]) {
  const taken: Partial<Record<Name, string>> = {};
  const settings = { ...flags };
  for (const name of names) {
    if (settings[name] === undefined) continue;
    taken[name] = settings[name];
    delete settings[name];
  }
  return { taken, settings };
}

function configFrom(flags: Record<string, string>): Config {
  return readConfig(readSettings(flags));
}

async function addUserCommand(flags: Record<string, string>) {
  const { taken, settings } = takeFlags(flags, ['email', 'password', 'password-file', 'name', 'account']);
  const { name } = taken;
  const email = readEmail(taken.email);
  const password = await readPassword(taken);
  const account = taken.account?.toLowerCase();
  if (account !== undefined && !/^[0-9a-f]{24}$/.test(account))
    throw new ConfigError('--account must be an account ID.');
  return withServices(configFrom(settings), async (services) => {
    const added = await createUser({ email, password, name, account }, services);
    return { user: added.user, account: added.account };
  });
}

/** Ends with code 1 when a set kept its old options because of its source; the report says which and why. */
async function setsRefreshCommand(rest: string[]) {
  const [set] = takeArguments(rest, 1);
  const settings = rest.filter((argument) => argument !== '--accept');
  const accepts = settings.length < rest.length;
  if (accepts && set === undefined)
    throw new ConfigError('--accept needs the name of a set: one looks before one accepts.');
  const config = configFrom(readFlags(settings));
  const keys = checkRefresh(set, config);
  return withServices(config, async (services) => {
    const { isDone, sets } = await refreshCommand({ keys, accepts }, services);
    process.exitCode = isDone ? 0 : 1;
    return { sets };
  });
}

async function setsHistoryCommand(rest: string[]) {
  const [name] = takeArguments(rest, 1);
  if (name === undefined) throw new ConfigError('Usage: formstead sets history SET');
  const set = findMaintained(name);
  return withServices(configFrom(readFlags(rest)), (services) => historyCommand(set, services));
}

async function setsRollbackCommand(rest: string[]) {
  const [name] = takeArguments(rest, 1);
  if (name === undefined) throw new ConfigError('Usage: formstead sets rollback SET [--to N]');
  const set = findMaintained(name);
  const { taken, settings } = takeFlags(readFlags(rest), ['to']);
  const to = readListNumber(taken.to);
  return withServices(configFrom(settings), (services) => rollbackCommand({ set, to }, services));
}

async function setsAutocompleteCommand(rest: string[]) {
  const [set, state] = takeArguments(rest, 2);
  if (set === undefined || (state !== 'on' && state !== 'off')) {
    throw new ConfigError('Usage: formstead sets autocomplete SET on|off');
  }
  return withServices(configFrom(readFlags(rest)), (services) => autocompleteCommand({ set, state }, services));
}

/** The limit counts in every process some seconds later. `default` goes back to the limit of the settings. */
async function quotaSetCommand(flags: Record<string, string>) {
  const { taken, settings } = takeFlags(flags, ['account', 'kind', 'limit']);
  const change = readQuotaChange(taken);
  return withServices(configFrom(settings), (services) => setQuota(change, services));
}

/** Ends with code 1 when a file has lost its content. */
async function filesCheckCommand(rest: readonly string[]) {
  const settings = rest.filter((argument) => argument !== '--repair');
  const remove = settings.length < rest.length ? 'all' : 'none';
  return withServices(configFrom(readFlags(settings)), async (services) => {
    const check = { remove, after: '', maxFiles: Number.POSITIVE_INFINITY } as const;
    const { next: _all, ...report } = await reconcileStorage(check, services);
    process.exitCode = report.missing > 0 ? 1 : 0;
    return report;
  });
}

/** Takes what stands before the flags. */
function takeArguments(rest: string[], max: number): string[] {
  const firstFlag = rest.findIndex((argument) => argument.startsWith('-'));
  return rest.splice(0, Math.min(max, firstFlag < 0 ? rest.length : firstFlag));
}

async function userPasswordCommand(flags: Record<string, string>) {
  const { taken, settings } = takeFlags(flags, ['email', 'password', 'password-file']);
  const email = readEmail(taken.email);
  const password = await readPassword(taken);
  return withServices(configFrom(settings), async (services) => {
    const user = await findUserByEmail(services.db.sql, email);
    if (user === undefined) throw new ConfigError(`There is no user with the email ${email}.`);
    const passwordHash = await services.passwords.hash(password);
    await setPassword(services.db.sql, {
      user: user.id,
      passwordHash,
      time: isoNow(services.clock),
      keptSession: null,
    });
    return { user: user.id, account: user.account };
  });
}

function readEmail(email: string | undefined): string {
  if (email === undefined) throw new ConfigError('--email is missing.');
  if (!isMailAddress(email.trim())) throw new ConfigError(`--email is "${email}", but must be an email address.`);
  return email.trim();
}

function migrateConfigured(config: Config) {
  return withDatabase(config, (url) => migrateCommand(url, config));
}

async function migrateCommand(url: string, config: Config) {
  const wait = { maxMs: config.databaseWaitSeconds * 1000, log: openLog('warn') };
  const db = await openDb(url, { maxConnections: 1, wait });
  try {
    return await migrate(db);
  } finally {
    await db.close();
  }
}

async function withServices<T>(config: Config, work: (services: OpenedServices) => Promise<T>): Promise<T> {
  const log = openLog('warn');
  return withDatabase(config, async (databaseUrl) => {
    const services = await openServices({ config, databaseUrl, log });
    try {
      return await work(services);
    } finally {
      await services.close();
    }
  });
}

/** The configured database, that of the running server, or, when nothing runs, the embedded one for a moment. */
async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl !== undefined) return work(config.databaseUrl);
  const running = await findRunningEmbedded(config.dataDir);
  if (running !== undefined) return work(running.url);
  const embedded = await openEmbedded({ dataDir: config.dataDir, log: () => {}, isBrief: true });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

function print(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
