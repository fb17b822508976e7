// Accounts: their names and settings.
import type { Runner } from './db.ts';

export interface AccountRow {
  readonly id: string;
  readonly name: string | null;
  /** JSON text of what was set. */
  readonly settings: string;
  readonly createTime: string;
}

export async function findAccount(sql: Runner, id: string): Promise<AccountRow | undefined> {
  const [row] = await sql<AccountRow[]>`
    select id, name, settings, create_time as "createTime" from accounts where id = ${id}`;
  return row;
}

/** The account, locked against changes of others until the transaction ends. */
export async function lockAccount(sql: Runner, id: string): Promise<AccountRow | undefined> {
  const [row] = await sql<AccountRow[]>`
    select id, name, settings, create_time as "createTime" from accounts where id = ${id} for no key update`;
  return row;
}

export async function setAccount(sql: Runner, change: Omit<AccountRow, 'createTime'>): Promise<void> {
  await sql`update accounts set name = ${change.name}, settings = ${change.settings} where id = ${change.id}`;
}
