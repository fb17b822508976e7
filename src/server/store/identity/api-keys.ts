// API keys. Only a hash of the secret is stored. [identity.keys]
import type { Runner } from '../connection/db.ts';
import { type UserRow, userColumns } from './users.ts';

export interface ApiKeyRow {
  readonly id: string;
  readonly account: string;
  readonly userId: string;
  readonly email: string;
  readonly createTime: string;
  readonly modifyTime: string;
  readonly lastUse: string | null;
  readonly lastAddress: string | null;
  readonly name: string | null;
  readonly expireTime: string | null;
  /** The key that this one is to take the place of; it may be gone. */
  readonly replaces: string | null;
  /** Null: its user. */
  readonly createdBy: string | null;
}

/** A key that was never used. */
export type NewApiKeyRow = Omit<ApiKeyRow, 'lastUse' | 'lastAddress'>;

export interface ApiKeyHolder {
  readonly secretHash: string;
  readonly expireTime: string | null;
  readonly user: UserRow;
}

export async function findApiKeyHolders(sql: Runner, ids: string[]): Promise<Map<string, ApiKeyHolder>> {
  const rows = await sql<(UserRow & ApiKeyHolder & { keyId: string })[]>`
    select k.id as "keyId", k.secret_hash as "secretHash", k.expire_time as "expireTime", ${sql.unsafe(userColumns)}
    from api_keys k join users u on u.id = k.user_id and u.disabled_at is null where k.id = any(${ids}::text[])`;
  return new Map(rows.map(({ keyId, secretHash, expireTime, ...user }) => [keyId, { secretHash, expireTime, user }]));
}

export async function insertApiKey(sql: Runner, key: NewApiKeyRow & { secretHash: string }): Promise<void> {
  await sql`insert into api_keys (id, account, user_id, email, secret_hash, create_time, modify_time, name, expire_time, replaces, created_by)
    values (${key.id}, ${key.account}, ${key.userId}, ${key.email}, ${key.secretHash}, ${key.createTime}, ${key.modifyTime},
      ${key.name}, ${key.expireTime}, ${key.replaces}, ${key.createdBy})`;
}

const keyColumns = `k.id, k.account, k.user_id as "userId", k.email, k.create_time as "createTime", k.modify_time as "modifyTime",
  k.last_use as "lastUse", k.last_address as "lastAddress", k.name, k.expire_time as "expireTime", k.replaces, k.created_by as "createdBy"`;

export async function listApiKeys(sql: Runner, user: string): Promise<ApiKeyRow[]> {
  return sql<ApiKeyRow[]>`select ${sql.unsafe(keyColumns)} from api_keys k where k.user_id = ${user} order by k.id`;
}

/** Of all users or those of one account, oldest first. */
export async function listAllApiKeys(sql: Runner, account: string | undefined): Promise<ApiKeyRow[]> {
  const own = account === undefined ? sql`true` : sql`k.account = ${account}`;
  return sql<ApiKeyRow[]>`select ${sql.unsafe(keyColumns)} from api_keys k where ${own} order by k.id`;
}

/** The key, locked against changes of others until the transaction ends. */
export async function lockApiKey(sql: Runner, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await sql<ApiKeyRow[]>`
    select ${sql.unsafe(keyColumns)} from api_keys k where k.id = ${id} for no key update`;
  return row;
}

export async function setApiKey(
  sql: Runner,
  key: Pick<ApiKeyRow, 'id' | 'name' | 'expireTime' | 'modifyTime'>,
): Promise<void> {
  await sql`update api_keys set name = ${key.name}, expire_time = ${key.expireTime}, modify_time = ${key.modifyTime}
    where id = ${key.id}`;
}

export async function findApiKeyOwner(sql: Runner, id: string): Promise<string | undefined> {
  const [row] = await sql<{ userId: string }[]>`select user_id as "userId" from api_keys where id = ${id}`;
  return row?.userId;
}

export async function deleteApiKey(sql: Runner, id: string, user: string): Promise<boolean> {
  const rows = await sql`delete from api_keys where id = ${id} and user_id = ${user} returning id`;
  return rows.length === 1;
}
