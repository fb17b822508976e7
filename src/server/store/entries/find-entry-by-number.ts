// The entry of a form with a given number (idx). Numbers have no index of their own, which every submit would pay for: they
// are given in nearly the order of ids, so the place is found by halving the time that ids begin with, and then looked
// through. Where that fails, the form's entries are.
import type { Runner } from '../connection/db.ts';

export interface EntryNumber {
  readonly account: string;
  readonly form: string;
  readonly idx: number;
}

/** Numbers are given when an entry is written, ids before its PDFs are made: so far can the two orders differ. */
const neighbours = 2000;

export async function findEntryByNumber(sql: Runner, wanted: EntryNumber): Promise<string | undefined> {
  const { account, form, idx } = wanted;
  const [last] = await sql<{ idx: number }[]>`select idx from form_counters where form = ${form}`;
  if (last === undefined || idx > last.idx) return undefined;
  const id = startOf(await findTime(sql, wanted));
  const [near] = await sql<{ id: string }[]>`select id from (
      (select id, idx from entries where account = ${account} and form = ${form} and id >= ${id}
        order by id limit ${neighbours})
      union all
      (select id, idx from entries where account = ${account} and form = ${form} and id < ${id}
        order by id desc limit ${neighbours})) as around
    where idx = ${idx}`;
  if (near !== undefined) return near.id;
  const [far] = await sql<{ id: string }[]>`select id from entries
    where account = ${account} and form = ${form} and idx = ${idx} limit 1`;
  return far?.id;
}

/** About when the number was given, in milliseconds. */
async function findTime(sql: Runner, { account, form, idx }: EntryNumber): Promise<number> {
  const [ends] = await sql<{ first: string | null; last: string | null }[]>`select
    (select id from entries where account = ${account} and form = ${form} order by id limit 1) as first,
    (select id from entries where account = ${account} and form = ${form} order by id desc limit 1) as last`;
  let low = timeOf(ends?.first ?? startOf(0));
  let high = timeOf(ends?.last ?? startOf(0));
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const [row] = await sql<{ idx: number }[]>`select idx from entries
      where account = ${account} and form = ${form} and id >= ${startOf(middle)} order by id limit 1`;
    if (row === undefined || row.idx >= idx) high = middle;
    else low = middle;
  }
  return high;
}

const timeDigits = 12;

function startOf(time: number): string {
  return time
    .toString(16)
    .padStart(timeDigits, '0')
    .padEnd(2 * timeDigits, '0');
}

function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, timeDigits), 16);
}
