// What an account and its forms hold and use, for those who ask about their quotas.
import type { Runner } from '../connection/db.ts';

export interface FormUse {
  readonly kind: string;
  readonly form: string;
  readonly used: number;
  /** Over all forms. */
  readonly total: number;
}

/** Entries and drafts by form, for each kind the forms with most. */
export async function listFormUse(sql: Runner, filter: { account: string; maxForms: number }): Promise<FormUse[]> {
  return sql<FormUse[]>`
    select kind, form, used, total from (
      select v.kind, f.id as form, v.used, (sum(v.used) over of_kind)::float8 as total,
        row_number() over (partition by v.kind order by v.used desc, f.id) as place
      from forms f join form_counters c on c.form = f.id cross join lateral (values
        ('entries', c.current_all::bigint), ('entryBytes', greatest(c.entry_bytes, 0)), ('drafts', c.current_save::bigint),
        ('strangerDrafts', c.stranger_drafts::bigint), ('strangerDraftBytes', c.stranger_draft_bytes)
      ) as v (kind, used)
      where f.account = ${filter.account} window of_kind as (partition by v.kind)
    ) u where place <= ${filter.maxForms} order by kind, place`;
}

/** The names of the forms that there still are. */
export async function listFormNames(
  sql: Runner,
  filter: { account: string; forms: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; name: string }[]>`
    select id, coalesce(nullif(definition ->> 'name', ''), id) as name from forms
    where account = ${filter.account} and id = any(${filter.forms as string[]}::text[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
