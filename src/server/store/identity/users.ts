// Accounts and users.
import type { Runner } from '../connection/db.ts';

export interface UserRow {
  readonly id: string;
  readonly account: string;
  readonly email: string;
  readonly name: string;
  /** JSON text. */
  readonly settings: string;
  readonly passwordHash: string | null;
  readonly tokensFrom: string;
  readonly tokenGeneration: number;
  readonly keptSession: string | null;
  readonly lastLogin: string | null;
  /** Since when the user is barred. */
  readonly disabledAt: string | null;
  /** Since when the email is known to belong to whoever uses the user. */
  readonly emailVerifiedAt: string | null;
  readonly createTime: string;
  readonly modifyTime: string;
  readonly changedAt: string;
}

/** SQL: the columns of a user as its row names them; the table must be called u. */
export const userColumns = `u.id, u.account, u.email, u.name, u.settings, u.password_hash as "passwordHash",
  u.tokens_from as "tokensFrom", u.token_generation as "tokenGeneration", u.kept_session as "keptSession",
  u.last_login as "lastLogin", u.disabled_at as "disabledAt", u.email_verified_at as "emailVerifiedAt",
  u.create_time as "createTime", u.modify_time as "modifyTime", u.changed_at as "changedAt"`;

export async function findUsersByIds(sql: Runner, ids: string[]): Promise<Map<string, UserRow>> {
  const rows = await sql<UserRow[]>`select ${sql.unsafe(userColumns)} from users u where u.id = any(${ids}::text[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findUserByEmail(sql: Runner, email: string): Promise<UserRow | undefined> {
  const [row] = await sql<UserRow[]>`
    select ${sql.unsafe(userColumns)} from users u where lower(u.email) = lower(${email})`;
  return row;
}

/** Oldest first. */
export async function listUsers(sql: Runner, account: string): Promise<UserRow[]> {
  return sql<UserRow[]>`select ${sql.unsafe(userColumns)} from users u where u.account = ${account} order by u.id`;
}

/** Of all accounts, or of one. */
export async function listAllUsers(sql: Runner, account: string | undefined): Promise<UserRow[]> {
  const own = account === undefined ? sql`true` : sql`u.account = ${account}`;
  return sql<UserRow[]>`select ${sql.unsafe(userColumns)} from users u where ${own} order by u.id`;
}

/** Null lets the user in again. False when the user is gone. */
export async function setDisabled(
  sql: Runner,
  { user, time }: { user: string; time: string | null },
): Promise<boolean> {
  return (await sql`update users set disabled_at = ${time} where id = ${user} returning id`).length === 1;
}

/** Nobody joins or leaves the account, or is changed, until the transaction ends. */
export async function lockUsers(sql: Runner, account: string): Promise<{ id: string; email: string }[]> {
  return sql<{ id: string; email: string }[]>`
    select id, email from users where account = ${account} order by id for update`;
}

/** The user, locked against changes of others until the transaction ends. */
export async function lockUser(sql: Runner, id: string): Promise<UserRow | undefined> {
  const [row] = await sql<UserRow[]>`select ${sql.unsafe(userColumns)} from users u where u.id = ${id} for update`;
  return row;
}

/** As lockUser, by email. */
export async function lockUserByEmail(sql: Runner, email: string): Promise<UserRow | undefined> {
  const [row] = await sql<UserRow[]>`
    select ${sql.unsafe(userColumns)} from users u where lower(u.email) = lower(${email}) for update`;
  return row;
}

/** False when the user is gone; otherwise it stays until the transaction ends. */
export async function shareUser(sql: Runner, id: string): Promise<boolean> {
  return (await sql`select 1 from users where id = ${id} for key share`).length === 1;
}

/** As lockUser; undefined also when the password was changed or reset after `user` was read, which ends its sessions. */
export async function lockSignedInUser(
  sql: Runner,
  { id, tokenGeneration }: Pick<UserRow, 'id' | 'tokenGeneration'>,
): Promise<UserRow | undefined> {
  const user = await lockUser(sql, id);
  return user?.tokenGeneration === tokenGeneration ? user : undefined;
}

/** The user's keys go along. */
export async function deleteUser(sql: Runner, id: string): Promise<void> {
  await sql`delete from users where id = ${id}`;
}

export async function countUsers(sql: Runner): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) as count from users`;
  return row?.count ?? 0;
}

export async function insertAccount(
  sql: Runner,
  account: { id: string; time: string; name?: string | null },
): Promise<void> {
  await sql`insert into accounts (id, create_time, name) values (${account.id}, ${account.time}, ${account.name ?? null})`;
}

export interface NewUser {
  readonly id: string;
  readonly account: string;
  readonly email: string;
  readonly name: string;
  readonly settings: string;
  readonly passwordHash: string | null;
  readonly emailVerifiedAt: string | null;
  readonly time: string;
}

export async function insertUser(sql: Runner, user: NewUser): Promise<void> {
  const { time } = user;
  await sql`insert into users
    (id, account, email, name, settings, password_hash, email_verified_at, tokens_from, create_time, modify_time, changed_at)
    values (${user.id}, ${user.account}, ${user.email}, ${user.name}, ${user.settings}, ${user.passwordHash},
      ${user.emailVerifiedAt}, ${time}, ${time}, ${time}, ${time})`;
}

/**
 * The generation of the tokens that are issued now; undefined when the user is gone or barred, or when the password was changed or reset
 * after the user was read. A clock that was ahead must neither end them, nor leave tokens that are good
 * again when its time has come.
 */
export async function setLastLogin(
  sql: Runner,
  login: { user: Pick<UserRow, 'id' | 'tokenGeneration'>; time: string; lastPossible: string },
): Promise<number | undefined> {
  const { user, time, lastPossible } = login;
  const [row] = await sql<{ generation: number }[]>`update users set last_login = ${time}, changed_at = ${time},
      tokens_from = least(tokens_from, ${time}::timestamptz),
      token_generation = token_generation + case when last_login > ${lastPossible} then 1 else 0 end
    where id = ${user.id} and token_generation = ${user.tokenGeneration} and disabled_at is null
    returning token_generation as generation`;
  return row?.generation;
}

/** What changed of a user who had no language; undefined of one who has. [identity.user.language] */
export async function keepFirstLanguage(
  sql: Runner,
  { user, locale, time }: { user: string; locale: string; time: string },
): Promise<Pick<UserRow, 'settings' | 'modifyTime'> | undefined> {
  const [row] = await sql<{ settings: string }[]>`update users
    set settings = (settings::jsonb || jsonb_build_object('locale', ${locale}::text))::json, modify_time = ${time}
    where id = ${user} and settings ->> 'locale' is null returning settings`;
  return row && { settings: row.settings, modifyTime: time };
}

export async function setProfile(
  sql: Runner,
  change: { user: string; name: string; settings: string; time: string },
): Promise<void> {
  await sql`update users set name = ${change.name}, settings = ${change.settings}, modify_time = ${change.time},
    changed_at = ${change.time} where id = ${change.user}`;
}

/** False when the user is gone or has another email by now. */
export async function setEmailVerified(
  sql: Runner,
  { user, email, time }: { user: string; email: string; time: string },
): Promise<boolean> {
  const rows = await sql`update users set email_verified_at = coalesce(email_verified_at, ${time}::timestamptz)
    where id = ${user} and lower(email) = lower(${email}) returning 1`;
  return rows.length === 1;
}

/** The same password in another hash; not when it was changed meanwhile. */
export async function replacePasswordHash(
  sql: Runner,
  { user, passwordHash, by }: { user: string; passwordHash: string; by: string },
): Promise<void> {
  await sql`update users set password_hash = ${by} where id = ${user} and password_hash = ${passwordHash}`;
}

/** Ends every login token made before `time` except those of `keptSession`. */
export async function setPassword(
  sql: Runner,
  change: { user: string; passwordHash: string; time: string; keptSession: string | null },
): Promise<void> {
  await sql`update users set password_hash = ${change.passwordHash}, tokens_from = ${change.time},
    token_generation = token_generation + 1, kept_session = ${change.keptSession}, modify_time = ${change.time}, changed_at = ${change.time}
    where id = ${change.user}`;
}
