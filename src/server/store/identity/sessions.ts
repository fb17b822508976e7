// Sessions, which of them were ended, and the addresses people signed in from.
import type { Runner } from '../connection/db.ts';
import { type UserRow, userColumns } from './users.ts';

export interface SessionKey {
  readonly user: string;
  readonly session: string;
}

export interface SessionRow {
  readonly id: string;
  readonly userId: string;
  readonly method: string;
  readonly createTime: string;
  readonly lastUse: string;
  readonly expiresAt: string;
  readonly ip: string;
  readonly userAgent: string;
}

export interface NewSession extends SessionRow {
  /** When the person last proved who they are. */
  readonly provedAt: string;
  readonly isOfApp: boolean;
}

/** A user with what is known of the session they came with. */
export interface SessionHolder {
  readonly user: UserRow;
  /** Null for a session that an older version of the service opened. */
  readonly lastUse: string | null;
  /** When the person last proved who they are; null as above. */
  readonly provedAt: string | null;
  /** Opened by the management app; null for a session that was opened before this was recorded. */
  readonly isOfApp: boolean | null;
  /** JSON text. */
  readonly accountSettings: string;
  /** The account asks for a second factor, and neither the user has one nor a provider vouches for them. */
  readonly mustSetUpFactor: boolean;
}

/** The holders of sessions that have not been ended, by session. One statement, whatever is asked. */
export async function findSessionHolders(
  sql: Runner,
  keys: readonly SessionKey[],
): Promise<Map<string, SessionHolder>> {
  const users = keys.map(({ user }) => user);
  const sessions = keys.map(({ session }) => session);
  const rows = await sql<(UserRow & Omit<SessionHolder, 'user'> & { session: string })[]>`
    select asked.session, s.last_use as "lastUse", s.proved_at as "provedAt", s.is_of_app as "isOfApp", a.settings as "accountSettings",
      case when a.settings ->> 'requireSecondFactor' = 'true' and s.method is distinct from 'provider'
        then not exists (select 1 from factors f where f.user_id = u.id) else false end as "mustSetUpFactor",
      ${sql.unsafe(userColumns)}
    from unnest(${users}::text[], ${sessions}::text[]) as asked (user_id, session)
      join users u on u.id = asked.user_id and u.disabled_at is null
      join accounts a on a.id = u.account
      left join sessions s on s.id = asked.session and s.user_id = u.id
    where not exists (select 1 from ended_sessions e where e.session = asked.session)`;
  return new Map(
    rows.map(({ session, lastUse, provedAt, isOfApp, accountSettings, mustSetUpFactor, ...user }) => [
      session,
      { user, lastUse, provedAt, isOfApp, accountSettings, mustSetUpFactor },
    ]),
  );
}

export async function insertSession(sql: Runner, session: NewSession): Promise<void> {
  await sql`insert into sessions (id, user_id, method, create_time, last_use, expires_at, ip, user_agent, proved_at, is_of_app) values
    (${session.id}, ${session.userId}, ${session.method}, ${session.createTime}, ${session.lastUse}, ${session.expiresAt},
     ${session.ip}, ${session.userAgent}, ${session.provedAt}, ${session.isOfApp})`;
}

/** False for a session that is gone, and for one that an older version of the service opened. */
export async function setProved(sql: Runner, { session, time }: { session: string; time: string }): Promise<boolean> {
  return (await sql`update sessions set proved_at = ${time} where id = ${session} returning 1`).length === 1;
}

/** Undefined for a session that an older version of the service opened. */
export async function findSessionMethod(sql: Runner, session: string): Promise<string | undefined> {
  const [row] = await sql<{ method: string }[]>`select method from sessions where id = ${session}`;
  return row?.method;
}

/** Those that are open at `now`, or the one of them that is `only`; last used first. */
export async function listSessions(
  sql: Runner,
  asked: { user: string; now: string; only?: string; limit: number },
): Promise<SessionRow[]> {
  return sql<SessionRow[]>`
    select s.id, s.user_id as "userId", s.method, s.create_time as "createTime", s.last_use as "lastUse",
      s.expires_at as "expiresAt", s.ip, s.user_agent as "userAgent"
    from sessions s join users u on u.id = s.user_id
    where s.user_id = ${asked.user} and s.expires_at > ${asked.now}
      ${asked.only === undefined ? sql`` : sql`and s.id = ${asked.only}`}
      and (s.create_time >= u.tokens_from or s.id = u.kept_session)
      and not exists (select 1 from ended_sessions e where e.session = s.id)
    order by s.last_use desc, s.id limit ${asked.limit}`;
}

/** Ends those that are open at `now`, however many; how many there were. */
export async function endOtherSessionsOf(
  sql: Runner,
  ended: { user: string; except: string; now: string },
): Promise<number> {
  const { count } = await sql`insert into ended_sessions (session, expires_at)
    select s.id, s.expires_at from sessions s
    where s.user_id = ${ended.user} and s.expires_at > ${ended.now} and s.id <> ${ended.except}
    on conflict (session) do nothing`;
  return count;
}

/** Tokens of the session are refused from now on, in every process. */
export async function endSession(sql: Runner, ended: { session: string; expiresAt: string }): Promise<void> {
  await sql`insert into ended_sessions (session, expires_at) values (${ended.session}, ${ended.expiresAt})
    on conflict (session) do nothing`;
}

/** Those that were ended stay known until `endedBefore`: a clock that was ahead for a while must not open them again. */
export async function deleteExpiredSessions(
  sql: Runner,
  { now, endedBefore }: { now: string; endedBefore: string },
): Promise<void> {
  await sql`delete from ended_sessions where expires_at < ${endedBefore}`;
  await sql`delete from sessions where expires_at < ${now}`;
}

/** The user with this email, and whether they signed in from the address since `from`. */
export async function findUserToSignIn(
  sql: Runner,
  asked: { email: string; address: string; from: string },
): Promise<{ user: UserRow; isKnownAddress: boolean } | undefined> {
  const [row] = await sql<(UserRow & { isKnownAddress: boolean })[]>`
    select ${sql.unsafe(userColumns)}, exists (
      select 1 from known_addresses k
      where k.user_id = u.id and k.address = ${asked.address} and k.last_time >= ${asked.from}) as "isKnownAddress"
    from users u where lower(u.email) = lower(${asked.email})`;
  if (row === undefined) return undefined;
  const { isKnownAddress, ...user } = row;
  return { user, isKnownAddress };
}

export async function rememberAddress(
  sql: Runner,
  known: { user: string; address: string; time: string },
): Promise<void> {
  await sql`insert into known_addresses (user_id, address, last_time)
    values (${known.user}, ${known.address}, ${known.time})
    on conflict (user_id, address) do update set last_time = excluded.last_time`;
}

export async function forgetAddresses(sql: Runner, from: string): Promise<void> {
  await sql`delete from known_addresses where last_time < ${from}`;
}
