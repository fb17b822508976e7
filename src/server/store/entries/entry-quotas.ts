// Totals of entries and drafts that a limit asks for: those of an account, and those that strangers made.
import type { Runner, Transaction } from '../connection/db.ts';
import { dataBytes } from './entry-bytes.ts';
import type { NewEntry } from './entry-headroom.ts';
import { type Insertion, insertEntries } from './insert-entries.ts';

/**
 * As insertEntries, for accounts with a limit of their own: their rows are locked first, so that no other process adds an entry
 * between the look at their forms and the insert.
 */
export async function insertEntriesOfLimited(
  tx: Transaction,
  batch: readonly NewEntry[],
  times: { time: string; keysFrom: string },
): Promise<Map<string, Insertion>> {
  const accounts = batch.filter(({ room }) => room.account !== undefined).map(({ account }) => account);
  const use = await lockAccountUse(tx, [...new Set(accounts)]);
  const results = new Map<string, Insertion>();
  const taken = new Map<string, { entries: number; drafts: number }>();
  const fitting = batch.filter((entry) => {
    const { account: max } = entry.room;
    const now = use.get(entry.account);
    if (max === undefined || now === undefined) return true;
    const others = taken.get(entry.account) ?? { entries: 0, drafts: 0 };
    const isDraft = entry.status === savedStatus;
    const isOver = (of: { entries: number; drafts: number }) =>
      (max.entries > 0 && of.entries >= max.entries && 'entries') ||
      (isDraft && max.drafts > 0 && of.drafts >= max.drafts && 'drafts');
    const full = isOver(now);
    const isCrowded = isOver({ entries: now.entries + others.entries, drafts: now.drafts + others.drafts }) !== false;
    if (full) results.set(entry.id, { outcome: 'full', limit: full });
    else if (isCrowded) results.set(entry.id, { outcome: 'crowded' });
    else taken.set(entry.account, { entries: others.entries + 1, drafts: others.drafts + (isDraft ? 1 : 0) });
    return !full && !isCrowded;
  });
  if (fitting.length > 0) for (const [id, one] of await insertEntries(tx, fitting, times)) results.set(id, one);
  return results;
}

const savedStatus = 1;

/** What the accounts' forms hold; nobody else adds to it before the transaction ends. */
export async function lockAccountUse(
  tx: Transaction,
  accounts: readonly string[],
): Promise<Map<string, { entries: number; drafts: number }>> {
  await tx`select id from accounts where id = any(${accounts as string[]}::text[]) order by id for no key update`;
  const rows = await listAccountUse(tx, accounts);
  return new Map(rows.map((row) => [row.account, row]));
}

export async function listAccountUse(
  sql: Runner,
  accounts: readonly string[],
): Promise<{ account: string; entries: number; drafts: number }[]> {
  return sql<{ account: string; entries: number; drafts: number }[]>`
    select f.account, sum(c.current_all)::float8 as entries, sum(c.current_save)::float8 as drafts
    from forms f join form_counters c on c.form = f.id
    where f.account = any(${accounts as string[]}::text[]) group by f.account`;
}

/** Bytes of the data of entries that are not deleted: of the account's forms, and of one of them. */
export async function findEntryBytes(
  sql: Runner,
  { account, form }: { account: string; form: string },
): Promise<{ account: number; form: number }> {
  const [row] = await sql<{ account: number; form: number }[]>`
    select coalesce(sum(c.entry_bytes), 0)::float8 as account,
      coalesce(sum(c.entry_bytes) filter (where c.form = ${form}), 0)::float8 as form
    from forms f join form_counters c on c.form = f.id where f.account = ${account}`;
  return row ?? { account: 0, form: 0 };
}

/** Forms whose bytes were never counted from their entries, or not since `before`. */
export async function listFormsToCount(sql: Runner, wanted: { before: string; limit: number }): Promise<string[]> {
  const rows = await sql<{ form: string }[]>`select form from form_counters
    where bytes_counted_at is null or bytes_counted_at < ${wanted.before}::timestamptz
    order by bytes_counted_at nulls first limit ${wanted.limit}`;
  return rows.map(({ form }) => form);
}

/** After rows were lost: the job counts every form again. */
export async function forgetByteCounts(tx: Transaction): Promise<void> {
  await tx`update form_counters set bytes_counted_at = null`;
}

/**
 * Corrects the bytes of a form by the difference that one snapshot shows between its entries and its counter: what other
 * transactions add or remove meanwhile changes both, and counts. Within 4 bytes of each entry.
 */
export async function recountEntryBytes(sql: Runner, form: string, time: string): Promise<void> {
  await sql`with snapshot as materialized (
      select c.form, c.entry_bytes as counted, (
        select coalesce(sum(${sql.unsafe(dataBytes)}), 0) from entries e
        where e.account = f.account and e.form = f.id and e.status <> 3) as found
      from form_counters c join forms f on f.id = c.form where c.form = ${form}
    )
    update form_counters c set entry_bytes = c.entry_bytes + s.found - s.counted, bytes_counted_at = ${time}::timestamptz
    from snapshot s where c.form = s.form`;
}

/** Drafts of strangers that are drafts no longer. Under the locks of their form's counters and of themselves. */
export async function releaseStrangerDrafts(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx`
    with done as (
      select id, form, draft_bytes from entries
      where id = any(${ids as string[]}::text[]) and draft_bytes > 0 and status not in (0, 1)
    ),
    cleared as (update entries e set draft_bytes = 0 from done d where e.id = d.id)
    update form_counters c set stranger_drafts = c.stranger_drafts - s.drafts,
      stranger_draft_bytes = c.stranger_draft_bytes - s.bytes
    from (select form, count(*)::int as drafts, sum(draft_bytes) as bytes from done group by form) s
    where c.form = s.form`;
}

/** What strangers' drafts of the entry's form take together, and what this one takes of it. */
export async function findStrangerDrafts(
  sql: Runner,
  entry: string,
): Promise<{ bytes: number; ownBytes: number } | undefined> {
  const [row] = await sql<{ bytes: number; ownBytes: number }[]>`
    select c.stranger_draft_bytes as bytes, e.draft_bytes as "ownBytes"
    from entries e join form_counters c on c.form = e.form where e.id = ${entry}`;
  return row;
}
