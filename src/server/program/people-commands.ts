// The commands about people, keys and accounts. They are the operator's, so no rule about passwords and no bound applies.
// [running.commands.people] [identity.accounts.closed]
import type { NewApiKey } from '../../api-types/identity.ts';
import { type Audited, recordAuditOf } from '../audit/record-audit.ts';
import { isoNow } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import { ConfigError } from '../base/settings.ts';
import { readFilterDate } from '../entry-facts/filter-date.ts';
import { recordActivity } from '../identity/activity-log.ts';
import { makeApiKey } from '../identity/api-keys.ts';
import { type AddedUser, insertUserWithHash, type UserToAdd } from '../identity/create-user.ts';
import { resetFactors } from '../identity/factors/reset-factors.ts';
import { linkAddress, newLinkToken, resetMs } from '../identity/person-links.ts';
import type { Transaction } from '../store/connection/db.ts';
import { closeAccount, findAccount, listAccounts, lockAccount, reopenAccount } from '../store/identity/accounts.ts';
import { deleteApiKey, listAllApiKeys, lockApiKey } from '../store/identity/api-keys.ts';
import { listFactors } from '../store/identity/factors.ts';
import { endResets, insertPersonLink } from '../store/identity/person-links.ts';
import {
  findUserByEmail,
  findUsersByIds,
  insertAccount,
  listAllUsers,
  setDisabled,
  setEmailVerified,
  setPassword,
  type UserRow,
} from '../store/identity/users.ts';

/** Where the activity log says that something came from. */
const operator = { ip: '127.0.0.1', userAgent: 'formstead command line' };

export async function requireUser(email: string, { db }: Services): Promise<UserRow> {
  const user = await findUserByEmail(db.sql, email);
  if (user === undefined) throw new ConfigError(`There is no user with the email ${email}.`);
  return user;
}

export async function listUsersCommand(account: string | undefined, services: Services) {
  if (account !== undefined) await requireAccount(account, services);
  const users = await listAllUsers(services.db.sql, account);
  return {
    users: users.map(
      ({ id, account, email, name, passwordHash, lastLogin, createTime, disabledAt, emailVerifiedAt }) => ({
        ...{ id, account, email, name, hasPassword: passwordHash !== null, lastLogin, createTime },
        ...(disabledAt !== null && { disabledAt }),
        ...(emailVerifiedAt === null && { isVerified: false }),
      }),
    ),
  };
}

export async function addUserCommand(wanted: UserToAdd, services: Services): Promise<AddedUser> {
  const { password } = wanted;
  const passwordHash = password === undefined ? null : await services.passwords.hash(password);
  return services.db.transaction(async (tx) => {
    const added = await insertUserWithHash(tx, { ...wanted, passwordHash, isVerified: true }, services);
    const audited = { action: 'userAdd', object: 'user', objectId: added.user, name: wanted.email.trim() } as const;
    await auditCommand(tx, audited, added.account, services);
    return added;
  });
}

function auditCommand(tx: Transaction, audited: Audited, account: string, services: Services): Promise<void> {
  return recordAuditOf(tx, audited, { account, user: undefined, ...operator }, services);
}

/** Ends the user's sessions. */
export async function setPasswordCommand({ email, password }: { email: string; password: string }, services: Services) {
  const user = await requireUser(email, services);
  const passwordHash = await services.passwords.hash(password);
  const time = isoNow(services.clock);
  await services.db.transaction(async (tx) => {
    await setPassword(tx, { user: user.id, passwordHash, time, keptSession: null });
    await endResets(tx, user.id);
    await recordActivity(tx, { type: 'passwordChange', user, request: operator }, services);
  });
  return { user: user.id, account: user.account };
}

/** A link to set a password that no other person has seen, also for users who have none yet. */
export async function passwordLinkCommand(email: string, services: Services) {
  const { id: userId, account, email: known, disabledAt } = await requireUser(email, services);
  if (disabledAt !== null) throw new ConfigError(`${known} is barred.`);
  const { token, tokenHash } = newLinkToken();
  const now = services.clock.now();
  const expiresAt = new Date(now + resetMs).toISOString();
  const times = { createTime: new Date(now).toISOString(), expiresAt };
  const noInviter = { name: null, inviter: null, inviterEmail: null };
  const link = { id: services.newId(), tokenHash, kind: 'reset', account, userId, email: known } as const;
  await insertPersonLink(services.db.sql, { ...link, ...times, ...noInviter, provesEmail: true });
  return { user: userId, account, link: linkAddress('reset', token, services.config), expireTime: expiresAt };
}

/** The operator vouches for the email, as a mailed link would; twice is as good as once. */
export async function verifyUserCommand(email: string, services: Services) {
  const user = await requireUser(email, services);
  if (user.emailVerifiedAt === null) {
    const time = isoNow(services.clock);
    await services.db.transaction(async (tx) => {
      if (!(await setEmailVerified(tx, { user: user.id, email: user.email, time })))
        throw new ConfigError(`There is no user with the email ${email}.`);
      await recordActivity(tx, { type: 'emailVerify', user, request: operator }, services);
    });
  }
  return { user: user.id, account: user.account, email: user.email };
}

/** Barred or let in again; twice is as good as once. */
export async function setDisabledCommand(
  { email, isDisabled }: { email: string; isDisabled: boolean },
  services: Services,
) {
  const user = await requireUser(email, services);
  const account = await requireAccount(user.account, services);
  if (account.closedAt !== null) throw new ConfigError(`The account ${account.id} is closed.`);
  const time = isDisabled ? (user.disabledAt ?? isoNow(services.clock)) : null;
  if (time !== user.disabledAt) {
    await services.db.transaction(async (tx) => {
      await setDisabled(tx, { user: user.id, time });
      const type = isDisabled ? 'userDisable' : 'userEnable';
      await recordActivity(tx, { type, user, request: operator, about: user.email }, services);
    });
  }
  return { user: user.id, account: user.account, disabledAt: time };
}

export async function factorsCommand({ email, isReset }: { email: string; isReset: boolean }, services: Services) {
  const { id: user, account } = await requireUser(email, services);
  const removed = isReset ? { removed: await resetFactors(user, services) } : {};
  const factors = await listFactors(services.db.sql, user);
  const shown = factors.map(({ id, kind, name, createTime, lastUse }) => ({ id, kind, name, createTime, lastUse }));
  return { user, account, factors: shown, ...removed };
}

export async function listKeysCommand(
  { account, email }: { account: string | undefined; email: string | undefined },
  services: Services,
) {
  if (account !== undefined) await requireAccount(account, services);
  const user = email === undefined ? undefined : (await requireUser(email, services)).id;
  const keys = await listAllApiKeys(services.db.sql, account);
  return {
    keys: keys
      .filter(({ userId }) => user === undefined || userId === user)
      .map(({ userId, ...key }) =>
        Object.fromEntries(Object.entries({ ...key, user: userId }).filter(([, value]) => value !== null)),
      ),
  };
}

export async function addKeyCommand(
  wanted: { email: string; name: string | undefined; expires: string | undefined },
  services: Services,
): Promise<NewApiKey> {
  const { email, name, expires } = wanted;
  const user = await requireUser(email, services);
  const expireTime = expires === undefined ? undefined : readFilterDate(expires);
  if (expires !== undefined && (expireTime === undefined || Date.parse(expireTime) <= services.clock.now())) {
    throw new ConfigError(`--expires is "${expires}", but must be a time in the future, such as 2030-01-31.`);
  }
  const options = { ...(name !== undefined && { name }), ...(expireTime !== undefined && { expireTime }) };
  return makeApiKey({ user, request: operator, createdBy: 'commandLine', ...options }, services);
}

/** `key` is the key's id, or the whole key. */
export async function revokeKeyCommand(key: string, services: Services) {
  const id = key.slice(0, 24).toLowerCase();
  return services.db.transaction(async (tx) => {
    const found = await lockApiKey(tx, id);
    const user = found && (await findUsersByIds(tx, [found.userId])).get(found.userId);
    if (found === undefined || user === undefined) throw new ConfigError(`There is no API key with ID ${id}.`);
    await deleteApiKey(tx, id, user.id);
    const about = found.name === null ? {} : { about: found.name };
    await recordActivity(tx, { type: 'keyRevoke', user, request: operator, ...about }, services);
    return { key: id, user: user.id, account: user.account };
  });
}

export async function listAccountsCommand({ db }: Services) {
  const accounts = await listAccounts(db.sql);
  return {
    accounts: accounts.map(({ closedAt, ...account }) => ({ ...account, ...(closedAt !== null && { closedAt }) })),
  };
}

export async function addAccountCommand(name: string | undefined, services: Services) {
  const account = services.newId();
  await insertAccount(services.db.sql, { id: account, time: isoNow(services.clock), name: name?.trim() || null });
  return { account };
}

/** Nothing is deleted. Users and keys stop at once, forms within the moment in which a process looks at them again. */
export async function closeAccountCommand({ id, isReopened }: { id: string; isReopened: boolean }, services: Services) {
  await requireAccount(id, services);
  return services.db.transaction(async (tx) => {
    const account = await lockAccount(tx, id);
    const closedAt = account?.closedAt ?? null;
    const isDone = (closedAt === null) === isReopened;
    const time = isoNow(services.clock);
    const users = await changeAccount();
    return { account: id, closedAt: isReopened ? null : (closedAt ?? time), users };

    async function changeAccount(): Promise<string[]> {
      if (isDone) return [];
      const action = isReopened ? 'accountReopen' : 'accountClose';
      await auditCommand(tx, { action, object: 'account', objectId: id }, id, services);
      return closedAt === null ? closeAccount(tx, { id, time }) : reopenAccount(tx, { id, closedAt });
    }
  });
}

async function requireAccount(id: string, { db }: Services) {
  const account = await findAccount(db.sql, id);
  if (account === undefined) throw new ConfigError(`There is no account with ID ${id}.`);
  return account;
}
