// API keys. Only a hash of the secret is stored. [identity.keys]
import type { Runner } from './db.ts';
import { runNamed } from './named-statement.ts';
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
}

/** A key that was never used. */
export type NewApiKeyRow = Omit<ApiKeyRow, 'lastUse' | 'lastAddress'>;

export interface ApiKeyHolder {
  readonly secretHash: string;
  readonly user: UserRow;
}

const holdersText = `select k.id as "keyId", k.secret_hash as "secretHash", ${userColumns}
  from api_keys k join users u on u.id = k.user_id and u.disabled_at is null where k.id = any($1::text[])`;

export async function findApiKeyHolders(sql: Runner, ids: string[]): Promise<Map<string, ApiKeyHolder>> {
  const rows = await runNamed<UserRow & { keyId: string; secretHash: string }>(sql, {
    name: 'holders of API keys',
    text: holdersText,
    parameters: [ids],
  });
  return new Map(rows.map(({ keyId, secretHash, ...user }) => [keyId, { secretHash, user }]));
}

export async function insertApiKey(sql: Runner, key: NewApiKeyRow & { secretHash: string }): Promise<void> {
  await sql`insert into api_keys (id, account, user_id, email, secret_hash, create_time, modify_time)
    values (${key.id}, ${key.account}, ${key.userId}, ${key.email}, ${key.secretHash}, ${key.createTime}, ${key.modifyTime})`;
}

export async function listApiKeys(sql: Runner, user: string): Promise<ApiKeyRow[]> {
  return sql<ApiKeyRow[]>`select id, account, user_id as "userId", email, create_time as "createTime",
    modify_time as "modifyTime", last_use as "lastUse", last_address as "lastAddress" from api_keys where user_id = ${user} order by id`;
}

export async function findApiKeyOwner(sql: Runner, id: string): Promise<string | undefined> {
  const [row] = await sql<{ userId: string }[]>`select user_id as "userId" from api_keys where id = ${id}`;
  return row?.userId;
}

export async function deleteApiKey(sql: Runner, id: string, user: string): Promise<boolean> {
  const rows = await sql`delete from api_keys where id = ${id} and user_id = ${user} returning id`;
  return rows.length === 1;
}
