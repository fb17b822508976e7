// The commands that work on the database. They load most of the server's code, which `serve` itself does not. [running.commands]
import { verifyAudit } from '../audit/verify-audit.ts';
import type { Config } from '../base/config.ts';
import { openLog } from '../base/log.ts';
import { isMailAddress } from '../base/mail-address.ts';
import { ConfigError } from '../base/settings.ts';
import { reconcileStorage } from '../files/reconcile-storage.ts';
import { readQuotaChange, setQuota } from '../quotas/set-quota.ts';
import { openDb } from '../store/connection/db.ts';
import { migrate } from '../store/connection/migrate.ts';
import { unlinkIdentities } from '../store/identity/provider-identities.ts';
import { backupCommand, drillCommand, listBackupsCommand, restoreCommand, verifyCommand } from './backup-commands.ts';
import { doctorCommand } from './doctor-command.ts';
import { configFrom, readFlags, takeArguments, takeFlags } from './flags.ts';
import { type OpenedServices, openServices } from './open-services.ts';
import {
  addAccountCommand,
  addKeyCommand,
  addUserCommand,
  closeAccountCommand,
  factorsCommand,
  listAccountsCommand,
  listKeysCommand,
  listUsersCommand,
  passwordLinkCommand,
  requireUser,
  revokeKeyCommand,
  setDisabledCommand,
  setPasswordCommand,
  verifyUserCommand,
} from './people-commands.ts';
import { readOptionalPassword, readPassword } from './read-password.ts';
import { autocompleteCommand, checkRefresh, findMaintained, refreshCommand } from './sets-commands.ts';
import { historyCommand, readListNumber, rollbackCommand } from './sets-history-commands.ts';
import { withDatabase } from './with-database.ts';

/** By name: what is printed, made from the arguments after the name. */
export const commands: Readonly<Record<string, (rest: string[]) => Promise<object>>> = {
  'user add': (rest) => userAddCommand(readFlags(rest)),
  'user list': listUsersOf,
  'user password': userPasswordCommand,
  'user unlink': (rest) => userUnlinkCommand(readFlags(rest)),
  'user verify': (rest) => userVerifyCommand(readFlags(rest)),
  'user disable': (rest) => disableCommand(rest, true),
  'user enable': (rest) => disableCommand(rest, false),
  'user factors': userFactorsCommand,
  'key list': keyListCommand,
  'key add': keyAddCommand,
  'key revoke': keyRevokeCommand,
  'account list': (rest) => withServices(configFrom(readFlags(rest)), listAccountsCommand),
  'account add': accountAddCommand,
  'account close': accountCloseCommand,
  'sets refresh': setsRefreshCommand,
  'sets history': setsHistoryCommand,
  'sets rollback': setsRollbackCommand,
  'sets autocomplete': setsAutocompleteCommand,
  'quota set': (rest) => quotaSetCommand(readFlags(rest)),
  'files check': filesCheckCommand,
  'audit verify': (rest) => auditVerifyCommand(readFlags(rest)),
  doctor: doctorCommand,
  backup: backupCommand,
  'backup list': listBackupsCommand,
  'backup drill': drillCommand,
  restore: restoreCommand,
  verify: verifyCommand,
  migrate: (rest) => migrateConfigured(configFrom(readFlags(rest))),
};

async function userAddCommand(flags: Record<string, string>) {
  const { taken, settings } = takeFlags(flags, ['email', 'password', 'password-file', 'name', 'account']);
  const { name } = taken;
  const email = readEmail(taken.email);
  const password = await readOptionalPassword(taken);
  const account = readAccount(taken.account);
  return withServices(configFrom(settings), (services) => addUserCommand({ email, password, name, account }, services));
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

/** Ends with code 1 when a line is missing or changed. */
async function auditVerifyCommand(flags: Record<string, string>) {
  return withServices(configFrom(flags), async (services) => {
    const report = await verifyAudit(services);
    process.exitCode = report.isWhole ? 0 : 1;
    return report;
  });
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

async function listUsersOf(rest: string[]) {
  const { taken, settings } = takeFlags(readFlags(rest), ['account']);
  const account = readAccount(taken.account);
  return withServices(configFrom(settings), (services) => listUsersCommand(account, services));
}

/** `--link` prints a link instead, with which the person chooses the password. */
async function userPasswordCommand(rest: string[]) {
  const flags = rest.filter((argument) => argument !== '--link');
  const { taken, settings } = takeFlags(readFlags(flags), ['email', 'password', 'password-file']);
  const email = readEmail(taken.email);
  const config = configFrom(settings);
  if (flags.length < rest.length) {
    if (taken.password !== undefined || taken['password-file'] !== undefined)
      throw new ConfigError('--link and a password cannot be given together.');
    return withServices(config, (services) => passwordLinkCommand(email, services));
  }
  const password = await readPassword(taken);
  return withServices(config, (services) => setPasswordCommand({ email, password }, services));
}

async function disableCommand(rest: string[], isDisabled: boolean) {
  const { taken, settings } = takeFlags(readFlags(rest), ['email']);
  const email = readEmail(taken.email);
  return withServices(configFrom(settings), (services) => setDisabledCommand({ email, isDisabled }, services));
}

/** `--reset` removes them all: the password alone is good again. */
async function userFactorsCommand(rest: string[]) {
  const flags = rest.filter((argument) => argument !== '--reset');
  const { taken, settings } = takeFlags(readFlags(flags), ['email']);
  const asked = { email: readEmail(taken.email), isReset: flags.length < rest.length };
  return withServices(configFrom(settings), (services) => factorsCommand(asked, services));
}

async function keyListCommand(rest: string[]) {
  const { taken, settings } = takeFlags(readFlags(rest), ['email', 'account']);
  const account = readAccount(taken.account);
  const email = taken.email === undefined ? undefined : readEmail(taken.email);
  return withServices(configFrom(settings), (services) => listKeysCommand({ account, email }, services));
}

async function keyAddCommand(rest: string[]) {
  const { taken, settings } = takeFlags(readFlags(rest), ['email', 'name', 'expires']);
  const wanted = { email: readEmail(taken.email), name: taken.name, expires: taken.expires };
  return withServices(configFrom(settings), (services) => addKeyCommand(wanted, services));
}

async function keyRevokeCommand(rest: string[]) {
  const { taken, settings } = takeFlags(readFlags(rest), ['key']);
  const { key } = taken;
  if (key === undefined || !/^[0-9a-f]{24}([0-9a-z]{32})?$/i.test(key))
    throw new ConfigError('--key must be the ID of an API key, or the whole key.');
  return withServices(configFrom(settings), (services) => revokeKeyCommand(key, services));
}

async function accountAddCommand(rest: string[]) {
  const { taken, settings } = takeFlags(readFlags(rest), ['name']);
  return withServices(configFrom(settings), (services) => addAccountCommand(taken.name, services));
}

async function accountCloseCommand(rest: string[]) {
  const flags = rest.filter((argument) => argument !== '--reopen');
  const { taken, settings } = takeFlags(readFlags(flags), ['account']);
  const id = readAccount(taken.account);
  if (id === undefined) throw new ConfigError('--account is missing.');
  const isReopened = flags.length < rest.length;
  return withServices(configFrom(settings), (services) => closeAccountCommand({ id, isReopened }, services));
}

function readAccount(account: string | undefined): string | undefined {
  if (account !== undefined && !/^[0-9a-f]{24}$/i.test(account))
    throw new ConfigError('--account must be an account ID.');
  return account?.toLowerCase();
}

/** The next sign-in at the identity provider with the user's verified email is linked to the user. */
async function userUnlinkCommand(flags: Record<string, string>) {
  const { taken, settings } = takeFlags(flags, ['email']);
  const email = readEmail(taken.email);
  return withServices(configFrom(settings), async (services) => {
    const { id, account } = await requireUser(email, services);
    return { user: id, account, unlinked: await unlinkIdentities(services.db.sql, id) };
  });
}

/** The operator vouches for the email: the identity provider may link the user. */
async function userVerifyCommand(flags: Record<string, string>) {
  const { taken, settings } = takeFlags(flags, ['email']);
  const email = readEmail(taken.email);
  return withServices(configFrom(settings), (services) => verifyUserCommand(email, services));
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
