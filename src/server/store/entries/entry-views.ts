// Saved views of a form's entries. Whatever is asked for names the account and the user: a private view exists for nobody
// else. [lists.views]
import type { Runner } from '../connection/db.ts';

export interface EntryViewRow {
  readonly id: string;
  readonly account: string;
  readonly form: string;
  readonly name: string;
  /** Null: the whole account's. */
  readonly owner: string | null;
  /** Null: the user was removed. */
  readonly madeBy: string | null;
  readonly makerName: string | null;
  readonly createTime: string;
  readonly modifyTime: string;
  /** JSON text. */
  readonly state: string;
}

export type NewEntryViewRow = Omit<EntryViewRow, 'makerName'>;

interface Visible {
  readonly account: string;
  readonly form: string;
  readonly user: string;
}

const viewColumns = `v.id, v.account, v.form, v.name, v.owner, v.made_by as "madeBy",
  coalesce(nullif(u.name, ''), u.email) as "makerName",
  v.create_time as "createTime", v.modify_time as "modifyTime", v.state`;

/** Shared ones and those of the user, oldest first. */
export async function listEntryViews(sql: Runner, { account, form, user }: Visible): Promise<EntryViewRow[]> {
  return sql<EntryViewRow[]>`
    select ${sql.unsafe(viewColumns)} from entry_views v left join users u on u.id = v.made_by
    where v.form = ${form} and v.account = ${account} and (v.owner is null or v.owner = ${user}) order by v.id`;
}

export async function countEntryViews(sql: Runner, { account, form, user }: Visible): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from entry_views v
    where v.form = ${form} and v.account = ${account} and (v.owner is null or v.owner = ${user})`;
  return row?.count ?? 0;
}

/** The view, locked against changes of others until the transaction ends. */
export async function lockEntryView(
  sql: Runner,
  { id, account, form, user }: Visible & { id: string },
): Promise<EntryViewRow | undefined> {
  const [row] = await sql<EntryViewRow[]>`
    select ${sql.unsafe(viewColumns)} from entry_views v left join users u on u.id = v.made_by
    where v.id = ${id} and v.form = ${form} and v.account = ${account} and (v.owner is null or v.owner = ${user})
    for no key update of v`;
  return row;
}

export async function insertEntryView(sql: Runner, view: NewEntryViewRow): Promise<void> {
  await sql`insert into entry_views (id, account, form, name, owner, made_by, create_time, modify_time, state)
    values (${view.id}, ${view.account}, ${view.form}, ${view.name}, ${view.owner}, ${view.madeBy}, ${view.createTime},
      ${view.modifyTime}, ${view.state})`;
}

export async function setEntryView(
  sql: Runner,
  view: Pick<EntryViewRow, 'id' | 'name' | 'owner' | 'modifyTime' | 'state'>,
): Promise<void> {
  await sql`update entry_views set name = ${view.name}, owner = ${view.owner}, modify_time = ${view.modifyTime},
    state = ${view.state} where id = ${view.id}`;
}

export async function deleteEntryView(sql: Runner, id: string): Promise<void> {
  await sql`delete from entry_views where id = ${id}`;
}

/** Whose the form is, which stays until the transaction ends; undefined when it is gone. */
export async function shareForm(sql: Runner, form: string): Promise<string | undefined> {
  const [row] = await sql<{ account: string }[]>`select account from forms where id = ${form} for key share`;
  return row?.account;
}
