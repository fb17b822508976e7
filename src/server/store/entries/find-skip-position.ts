// Where a list by id goes on after so many entries. Their number is not in any index, so they are walked: from the nearer end, and
// along an index that knows ids and statuses alone, so that a million entries need not be read themselves. [odata.skip]

import type { Runner } from '../connection/db.ts';
import { countEntries, isCounted, sumCounters } from './count-entries.ts';
import { type EntryPage, wantedStatuses, whereOf } from './list-entries.ts';

type Skipped = Omit<EntryPage, 'includesDeleted' | 'limit'> & { readonly skip: number };

/** The id of the last of so many entries in the list's order; undefined where there are not more than these. */
export async function findSkipPosition(sql: Runner, page: Skipped): Promise<string | undefined> {
  const found = isCounted(page.filter) ? await findCounted(sql, page) : 'unknown';
  if (found !== 'unknown') return found;
  const rows = await sql<{ id: string }[]>`select e.id from entries e
    where ${whereOf(sql, { ...page, includesDeleted: false })}
    order by e.id ${sql.unsafe(page.isNewestFirst ? 'desc' : 'asc')} limit 2 offset ${page.skip - 1}`;
  return rows.length < 2 ? undefined : rows[0]?.id;
}

const tries = 3;

/** Where their number is known, what is nearer to the end is looked for from there. */
async function findCounted(sql: Runner, page: Skipped): Promise<string | undefined | 'unknown'> {
  let total = await countEntries(sql, page);
  for (let round = 0; round < tries; round += 1) {
    if (total <= page.skip) return undefined;
    const isFromEnd = page.skip >= total / 2;
    const place = isFromEnd ? total - page.skip + 1 : page.skip;
    const row = await findAtPlace(sql, page, { isDescending: (page.isNewestFirst === true) !== isFromEnd, place });
    // Counted in the same moment: else one that came or went meanwhile would move it.
    if (row === undefined) return 'unknown';
    if (row.total === total) return row.id;
    total = row.total;
  }
  return 'unknown';
}

const statuses = [0, 1, 2, 3, 4, 5];
const submitted = 2;

/** The entry at that place, which begins at 1, and how many there are in the same moment. */
async function findAtPlace(
  sql: Runner,
  page: Skipped,
  { isDescending, place }: { readonly isDescending: boolean; readonly place: number },
): Promise<{ id: string; total: number } | undefined> {
  const { account, filter } = page;
  const form = filter.form?.eq;
  const wanted = wantedStatuses({ filter, includesDeleted: false });
  const order = sql.unsafe(isDescending ? 'desc' : 'asc');
  const total = sumCounters(sql, page);
  if (form === undefined || !wanted.includes(submitted)) {
    const [row] = await sql<{ id: string; total: number }[]>`select e.id, (${total}) as total
      from entries e where ${whereOf(sql, { ...page, includesDeleted: false })}
      order by e.id ${order} limit 1 offset ${place - 1}`;
    return row;
  }
  // Submitted entries are nearly all, and the index of ids does not know the status: so as many ids are walked as entries are wanted,
  // those among them that are not wanted are counted in the index of the rarer statuses, as many more are walked, and so on.
  const others = sql.unsafe(statuses.filter((status) => !wanted.includes(status)).join(', '));
  const [start, before, upTo] = isDescending ? ['g', '<', '>='] : ['', '>', '<='];
  const [row] = await sql<{ id: string; total: number }[]>`with recursive walk (id, missing) as (
      select ${start}::text collate "C", ${place}::bigint
      union all
      select p.id, (select count(*) from entries e where e.account = ${account} and e.form = ${form}
          and e.status <> ${sql.unsafe(String(submitted))} and e.status in (${others})
          and e.id ${sql.unsafe(before)} w.id and e.id ${sql.unsafe(upTo)} p.id)
      from walk w cross join lateral (select e.id from entries e
          where e.account = ${account} and e.form = ${form} and e.id ${sql.unsafe(before)} w.id
          order by e.id ${order} limit 1 offset w.missing - 1) as p
      where w.missing > 0)
    select w.id, (${total}) as total from walk w where w.missing = 0`;
  return row;
}
