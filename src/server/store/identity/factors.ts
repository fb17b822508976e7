// Second factors of users, their recovery codes, and challenges that were used.
import type { FactorKind } from '../../../api-types/factors.ts';
import type { Runner } from '../connection/db.ts';
import { type UserRow, userColumns } from './users.ts';

export interface FactorRow {
  readonly id: string;
  readonly userId: string;
  readonly kind: FactorKind;
  readonly name: string;
  readonly secret: string;
  readonly credentialId: string | null;
  /** JSON text. */
  readonly transports: string | null;
  readonly counter: number;
  readonly createTime: string;
  readonly lastUse: string | null;
}

const columns = `f.id, f.user_id as "userId", f.kind, f.name, f.secret, f.credential_id as "credentialId", f.transports,
  f.counter, f.create_time as "createTime", f.last_use as "lastUse"`;

/** Oldest first. */
export async function listFactors(sql: Runner, user: string): Promise<FactorRow[]> {
  return sql<FactorRow[]>`select ${sql.unsafe(columns)} from factors f where f.user_id = ${user} order by f.id`;
}

export async function insertFactor(sql: Runner, factor: FactorRow): Promise<void> {
  await sql`insert into factors
    (id, user_id, kind, name, secret, credential_id, transports, counter, create_time, last_use) values
    (${factor.id}, ${factor.userId}, ${factor.kind}, ${factor.name}, ${factor.secret}, ${factor.credentialId},
     ${factor.transports}, ${factor.counter}, ${factor.createTime}, ${factor.lastUse})`;
}

/** The passkey with whoever it belongs to. */
export async function findPasskey(
  sql: Runner,
  credentialId: string,
): Promise<{ factor: FactorRow; user: UserRow } | undefined> {
  const [factor] = await sql<FactorRow[]>`
    select ${sql.unsafe(columns)} from factors f where f.credential_id = ${credentialId}`;
  if (factor === undefined) return undefined;
  const [user] = await sql<UserRow[]>`select ${sql.unsafe(userColumns)} from users u where u.id = ${factor.userId}`;
  return user === undefined ? undefined : { factor, user };
}

/** True for the one use with this count: one that is not above all before it is none. */
export async function useFactor(
  sql: Runner,
  use: { id: string; counter: number; time: string; mayStay: boolean },
): Promise<boolean> {
  const rows = await sql`update factors set counter = ${use.counter}, last_use = ${use.time}
    where id = ${use.id} and (counter < ${use.counter} or (${use.mayStay} and counter = ${use.counter})) returning id`;
  return rows.length === 1;
}

export async function deleteFactor(sql: Runner, factor: { id: string; user: string }): Promise<void> {
  await sql`delete from factors where id = ${factor.id} and user_id = ${factor.user}`;
}

/** How many there were. */
export async function deleteFactors(sql: Runner, user: string): Promise<number> {
  const { count } = await sql`delete from factors where user_id = ${user}`;
  return count;
}

export async function replaceRecoveryCodes(sql: Runner, user: string, hashes: readonly string[]): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${user}`;
  await sql`insert into recovery_codes (user_id, code_hash) select ${user}, unnest(${[...hashes]}::text[])`;
}

export async function countRecoveryCodes(sql: Runner, user: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) as count from recovery_codes where user_id = ${user}`;
  return row?.count ?? 0;
}

/** True for the one caller that used it. */
export async function useRecoveryCode(sql: Runner, code: { user: string; hash: string }): Promise<boolean> {
  const { count } = await sql`delete from recovery_codes where user_id = ${code.user} and code_hash = ${code.hash}`;
  return count === 1;
}

/** True for the first caller. */
export async function useChallenge(sql: Runner, used: { challenge: string; expiresAt: string }): Promise<boolean> {
  const rows = await sql`insert into used_challenges (challenge, expires_at)
    values (${used.challenge}, ${used.expiresAt}) on conflict (challenge) do nothing returning challenge`;
  return rows.length === 1;
}

export async function deleteOldChallenges(sql: Runner, now: string): Promise<void> {
  await sql`delete from used_challenges where expires_at < ${now}`;
}

export async function isKnownAddress(
  sql: Runner,
  asked: { user: string; address: string; from: string },
): Promise<boolean> {
  const rows = await sql`select 1 from known_addresses
    where user_id = ${asked.user} and address = ${asked.address} and last_time >= ${asked.from}`;
  return rows.length === 1;
}
