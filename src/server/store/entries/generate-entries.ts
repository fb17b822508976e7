// Many entries that nobody has filled in, in one transaction, numbered without gaps.

import type { Runner } from '../connection/db.ts';
import { changeTime } from './change-times.ts';
import { type EntryRow, entryColumns } from './entries.ts';

/** Undefined when the form is gone, or has no room for as many. Rows come back in the order of their numbers. */
export async function insertCreatedEntries(
  sql: Runner,
  batch: {
    form: string;
    account: string;
    /** Of each. */
    data: string;
    items: readonly { id: string; actions: string }[];
    chunkSize: number;
    time: string;
    /** What the form may hold afterwards; 0 means no limit. */
    max: number;
  },
): Promise<EntryRow[] | undefined> {
  const { form, account, data, items, chunkSize, time, max } = batch;
  const [counters] = await sql<{ idx: number }[]>`update form_counters set idx = idx + ${items.length},
      count_all = count_all + ${items.length}, current_all = current_all + ${items.length},
      entry_bytes = entry_bytes + ${items.length * Buffer.byteLength(data)},
      changed_at = greatest(changed_at, ${time}::timestamptz)
    where form = ${form} and (${max}::int = 0 or current_all + ${items.length} <= ${max}::int) returning idx`;
  if (counters === undefined) return undefined;
  const before = counters.idx - items.length;
  const rows: EntryRow[] = [];
  for (let start = 0; start < items.length; start += chunkSize) {
    const chunk = items.slice(start, start + chunkSize);
    const inserted = await sql<EntryRow[]>`
      with mark as materialized (select ${changeTime(sql, sql`${account}`, time)} as time)
      insert into entries as e (id, account, form, status, idx, data, actions, sent_emails, archived_renders,
        create_time, modify_time, changed_at)
      select i.id, ${account}, ${form}, 0, ${before + start}::int + i.place, ${data}, i.actions, '[]', '[]',
        ${time}::timestamptz, ${time}::timestamptz, m.time
      from mark m, unnest(${chunk.map((item) => item.id)}::text[], ${chunk.map((item) => item.actions)}::json[])
        with ordinality as i (id, actions, place)
      returning ${sql.unsafe(entryColumns)}`;
    rows.push(...inserted);
  }
  return rows.sort((a, b) => a.idx - b.idx);
}

/** The entries made in one request, from its first on. */
export async function listCreatedTogether(sql: Runner, batch: { first: string; num: number }): Promise<EntryRow[]> {
  return sql<EntryRow[]>`select ${sql.unsafe(entryColumns)} from entries e
    join entries f on f.id = ${batch.first} and f.form = e.form
    where e.idx >= f.idx and e.idx < f.idx + ${batch.num} and e.id >= f.id order by e.idx`;
}
