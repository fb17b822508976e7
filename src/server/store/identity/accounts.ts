// Accounts: their names and settings.
import type { Runner } from '../connection/db.ts';

export interface AccountRow {
  readonly id: string;
  readonly name: string | null;
  /** JSON text of what was set. */
  readonly settings: string;
  readonly createTime: string;
  /** Since when nobody of the account gets in and its forms take nothing. */
  readonly closedAt: string | null;
}

const accountColumns = 'id, name, settings, create_time as "createTime", closed_at as "closedAt"';

export async function findAccount(sql: Runner, id: string): Promise<AccountRow | undefined> {
  const [row] = await sql<AccountRow[]>`
    select ${sql.unsafe(accountColumns)} from accounts where id = ${id}`;
  return row;
}

/** The account, locked against changes of others until the transaction ends. */
export async function lockAccount(sql: Runner, id: string): Promise<AccountRow | undefined> {
  const [row] = await sql<AccountRow[]>`
    select ${sql.unsafe(accountColumns)} from accounts where id = ${id} for no key update`;
  return row;
}

export async function setAccount(sql: Runner, change: Pick<AccountRow, 'id' | 'name' | 'settings'>): Promise<void> {
  await sql`update accounts set name = ${change.name}, settings = ${change.settings} where id = ${change.id}`;
}

export interface ListedAccount extends Omit<AccountRow, 'settings'> {
  readonly users: number;
  readonly forms: number;
}

/** Oldest first. */
export async function listAccounts(sql: Runner): Promise<ListedAccount[]> {
  return sql<ListedAccount[]>`
    select a.id, a.name, a.create_time as "createTime", a.closed_at as "closedAt",
      (select count(*) from users u where u.account = a.id) as users,
      (select count(*) from forms f where f.account = a.id) as forms
    from accounts a order by a.id`;
}

/** Bars its users and lets no process go on with its forms as they were. Returns the emails of those who were not barred before. */
export async function closeAccount(sql: Runner, closed: { id: string; time: string }): Promise<string[]> {
  const { id, time } = closed;
  await sql`update accounts set closed_at = ${time} where id = ${id}`;
  const barred = await sql<{ email: string }[]>`update users set disabled_at = ${time}
    where account = ${id} and disabled_at is null returning email`;
  await changeForms(sql, id);
  return barred.map(({ email }) => email);
}

/** Lets in again whom the closing barred; who was barred before stays so. */
export async function reopenAccount(
  sql: Runner,
  { id, closedAt }: { id: string; closedAt: string },
): Promise<string[]> {
  await sql`update accounts set closed_at = null where id = ${id}`;
  const freed = await sql<{ email: string }[]>`update users set disabled_at = null
    where account = ${id} and disabled_at = ${closedAt} returning email`;
  await changeForms(sql, id);
  return freed.map(({ email }) => email);
}

/** Every process keeps forms by their version. */
async function changeForms(sql: Runner, account: string): Promise<void> {
  await sql`update form_counters set version = version + 1 where form in (select id from forms where account = ${account})`;
}
