// Sessions that were ended, and the addresses people signed in from.
import type { Runner } from './db.ts';
import { type UserRow, userColumns } from './users.ts';

export interface SessionKey {
  readonly user: string;
  readonly session: string;
}

/** The users of sessions that have not been ended, by session. One statement, whatever is asked. */
export async function findSessionUsers(sql: Runner, keys: readonly SessionKey[]): Promise<Map<string, UserRow>> {
  const users = keys.map(({ user }) => user);
  const sessions = keys.map(({ session }) => session);
  const rows = await sql<(UserRow & { session: string })[]>`
    select asked.session, ${sql.unsafe(userColumns)}
    from unnest(${users}::text[], ${sessions}::text[]) as asked (user_id, session) join users u on u.id = asked.user_id
    where not exists (select 1 from ended_sessions e where e.session = asked.session)`;
  return new Map(rows.map(({ session, ...user }) => [session, user]));
}

export async function endSession(sql: Runner, ended: { session: string; expiresAt: string }): Promise<void> {
  await sql`insert into ended_sessions (session, expires_at) values (${ended.session}, ${ended.expiresAt})
    on conflict (session) do nothing`;
}

export async function deleteExpiredSessions(sql: Runner, now: string): Promise<void> {
  await sql`delete from ended_sessions where expires_at < ${now}`;
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
