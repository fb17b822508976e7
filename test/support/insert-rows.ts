// Many entries at once, written to the database as submits would leave them.
import type { TestService } from './service.ts';

/** Their ids, in the order of `all`. */
export async function insertRows(service: TestService, form: string, all: readonly object[]): Promise<string[]> {
  const { db, newId } = service.services;
  const { account } = service.people.alice;
  const [last] = await db.sql<{ idx: number }[]>`select coalesce(max(idx), 0) as idx from entries where form = ${form}`;
  const rows = all.map((data, at) => ({ id: newId(), idx: last!.idx + at + 1, data }));
  await db.sql`insert into entries (id, account, form, status, idx, data, actions, sent_emails, archived_renders, create_time,
      modify_time, changed_at) select r.id, ${account}, ${form}, 2, r.idx, r.data, '[{}]', '[]', '[]', t, t, t
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r (id text, idx int, data json), clock_timestamp() as t`;
  await db.sql`update form_counters set current_all = current_all + ${rows.length}, current_submit = current_submit + ${rows.length}
    where form = ${form}`;
  return rows.map(({ id }) => id);
}
