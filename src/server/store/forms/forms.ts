// Forms and their counters. Every statement that a caller's id reaches names the account too, or is checked by its row.
// [forms.times]
import type { Runner } from '../connection/db.ts';

export interface FormCounts {
  readonly countAll: number;
  readonly countSubmit: number;
  readonly countSave: number;
  readonly countDelete: number;
  readonly countStart: number;
  readonly countTemplate: number;
  readonly countRender: number;
  readonly currentAll: number;
  readonly currentSubmit: number;
  readonly currentSave: number;
  readonly currentTemplate: number;
  readonly currentRender: number;
}

export interface FormRow extends FormCounts {
  readonly id: string;
  readonly account: string;
  readonly version: number;
  /** JSON text of the writable properties. */
  readonly definition: string;
  readonly createTime: string;
  readonly modifyTime: string;
  readonly changedAt: string;
}

const formColumns = `f.id, f.account, c.version, f.definition, f.create_time as "createTime",
  f.modify_time as "modifyTime", greatest(f.changed_at, c.changed_at) as "changedAt",
  c.count_all as "countAll", c.count_submit as "countSubmit", c.count_save as "countSave",
  c.count_delete as "countDelete", c.count_start as "countStart", c.count_template as "countTemplate",
  c.count_render as "countRender", c.current_all as "currentAll", c.current_submit as "currentSubmit",
  c.current_save as "currentSave", c.current_template as "currentTemplate", c.current_render as "currentRender"`;

export async function findForm(sql: Runner, id: string): Promise<FormRow | undefined> {
  const [row] = await sql<FormRow[]>`
    select ${sql.unsafe(formColumns)} from forms f join form_counters c on c.form = f.id where f.id = ${id}`;
  return row;
}

export interface FormToLoad extends Pick<FormRow, 'id' | 'account' | 'version' | 'definition'> {
  readonly isAccountClosed: boolean;
}

export async function findFormToLoad(sql: Runner, id: string): Promise<FormToLoad | undefined> {
  const [row] = await sql<FormToLoad[]>`
    select f.id, f.account, c.version, f.definition, a.closed_at is not null as "isAccountClosed"
    from forms f join form_counters c on c.form = f.id join accounts a on a.id = f.account where f.id = ${id}`;
  return row;
}

export async function findFormAccount(sql: Runner, id: string): Promise<string | undefined> {
  const [row] = await sql<{ account: string }[]>`select account from forms where id = ${id}`;
  return row?.account;
}

export interface FormFilter {
  readonly account: string;
  readonly after: string | undefined;
  readonly limit: number | undefined;
  readonly ids: { readonly in?: string[] | undefined; readonly notIn?: string[] | undefined };
}

/** A form of a list; its definition is there only among the first few MB of the list. */
export interface ListedForm extends Omit<FormRow, 'definition'> {
  readonly definition: string | null;
  readonly bytes: number;
}

/** SQL: about how large a definition is. Unpacking a compressed one to tell would cost as much as reading it. */
const definitionBytes = `pg_column_size(definition) * case when pg_column_compression(definition) is null then 1 else 20 end`;

/** Oldest first. */
export async function listForms(sql: Runner, filter: FormFilter, maxBytes: number): Promise<ListedForm[]> {
  const { ids } = filter;
  const shown = `case when f.until <= ${maxBytes} then f.definition end as definition`;
  return sql<ListedForm[]>`
    select ${sql.unsafe(formColumns.replace('f.definition', shown))}, f.bytes
    from (
      select *, sum(bytes) over (order by id) as until
      from (
        select *, ${sql.unsafe(definitionBytes)} as bytes from forms f
        where f.account = ${filter.account}
          ${filter.after === undefined ? sql`` : sql`and f.id > ${filter.after}`}
          ${ids.in === undefined ? sql`` : sql`and f.id = any(${ids.in}::text[])`}
          ${ids.notIn === undefined ? sql`` : sql`and not (f.id = any(${ids.notIn}::text[]))`}
        order by f.id ${filter.limit === undefined ? sql`` : sql`limit ${filter.limit}`}
      ) as page
    ) as f join form_counters c on c.form = f.id order by f.id`;
}

/** The definitions of some forms, by id; a form that went meanwhile has none. */
export async function findDefinitions(sql: Runner, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ id: string; definition: string }[]>`
    select id, definition from forms where id = any(${ids as string[]}::text[])`;
  return new Map(rows.map(({ id, definition }) => [id, definition]));
}

export async function insertForm(
  sql: Runner,
  form: { id: string; account: string; definition: string; time: string },
): Promise<void> {
  const { time } = form;
  await sql`insert into forms (id, account, definition, create_time, modify_time, changed_at)
    values (${form.id}, ${form.account}, ${form.definition}, ${time}, ${time}, ${time})`;
  await sql`insert into form_counters (form, changed_at, bytes_counted_at) values (${form.id}, ${time}, ${time})`;
}

/** The definition as it is now, locked until the transaction ends. */
export async function lockFormDefinition(
  sql: Runner,
  id: string,
): Promise<{ account: string; definition: string } | undefined> {
  const [row] = await sql<{ account: string; definition: string }[]>`
    select account, definition from forms where id = ${id} for update`;
  return row;
}

/** The definition's version; it stands still while the definition is locked. */
export async function findFormVersion(sql: Runner, id: string): Promise<number | undefined> {
  const [row] = await sql<{ version: number }[]>`select version from form_counters where form = ${id}`;
  return row?.version;
}

export async function updateForm(sql: Runner, form: { id: string; definition: string; time: string }): Promise<void> {
  await sql`update forms set definition = ${form.definition}, modify_time = ${form.time}, changed_at = ${form.time}
    where id = ${form.id}`;
  await sql`update form_counters set version = version + 1 where form = ${form.id}`;
}

/** Nothing is added to the forms' entries from here to the end of the transaction. Taken before any lock of an entry. */
export async function lockFormCounters(sql: Runner, forms: readonly string[]): Promise<void> {
  await sql`select form from form_counters where form = any(${forms as string[]}::text[]) order by form for update`;
}

export async function deleteForm(sql: Runner, id: string): Promise<void> {
  await sql`delete from forms where id = ${id}`;
}

export async function addFormStarts(sql: Runner, id: string, starts: number): Promise<void> {
  await sql`update form_counters set count_start = count_start + ${starts} where form = ${id}`;
}
