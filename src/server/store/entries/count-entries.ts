// How many entries that are not deleted a filter matches. Where it asks for forms and statuses only, the counters that
// every change of an entry keeps know it already: a million rows need not be counted again.
import type { Fragment, Runner } from '../connection/db.ts';
import type { EntryFilter } from './implied-bounds.ts';
import { conditions, wantedStatuses, whereOf } from './list-entries.ts';

export async function countEntries(sql: Runner, wanted: { account: string; filter: EntryFilter }): Promise<number> {
  const [row] = isCounted(wanted.filter) ? await sql<Count>`${sumCounters(sql, wanted)}` : await countRows(sql, wanted);
  return row?.count ?? 0;
}

/** Whether the counters know how many entries match. */
export function isCounted({ form: _, status: __, deleted: ___, ...others }: EntryFilter): boolean {
  return Object.values(others).every((condition) => condition === undefined);
}

type Count = { count: number }[];

function countRows(sql: Runner, wanted: { account: string; filter: EntryFilter }): Promise<Count> {
  const where = whereOf(sql, { ...wanted, includesDeleted: false, after: undefined });
  return sql<Count>`select count(*) as count from entries e where ${where}`;
}

/** By the number of the status. What is in no other status is as generateEntries made it. */
const counters = [
  'c.current_all - c.current_submit - c.current_save - c.current_template - c.current_render',
  'c.current_save',
  'c.current_submit',
  '0',
  'c.current_template',
  'c.current_render',
];

export function sumCounters(sql: Runner, { account, filter }: { account: string; filter: EntryFilter }): Fragment {
  const summed = wantedStatuses({ filter, includesDeleted: false }).map((status) => counters[status]);
  return sql`select coalesce(sum(${sql.unsafe(['0', ...summed].join(' + '))}), 0)::bigint as count
    from forms f join form_counters c on c.form = f.id
    where f.account = ${account} ${conditions(sql, 'f.id', 'text', filter.form)}`;
}
