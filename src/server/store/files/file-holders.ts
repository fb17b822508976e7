// Which entries hold a stored file: the rules of files.life in statements. A row is written before its entry is
// and says that the entry shows the file, or has shown it, or was about to. [files.life.dropped] [files.life.entry]
//
// Whoever changes holders locks the files first, in the order of their keys: no file ends while an entry begins to hold it.
import type { Runner, Transaction } from '../connection/db.ts';

export interface HolderPair {
  readonly storageKey: string;
  readonly entry: string;
}

/** The entry is about to hold these. Answers the keys of those that are stored for the account. */
export async function holdFiles(
  sql: Runner,
  files: { account: string; entry: string; keys: readonly string[]; time: string; checkAt: string },
): Promise<string[]> {
  const rows = await sql<{ storageKey: string }[]>`
    with locked as (
      select storage_key from files
      where storage_key = any(${files.keys as string[]}::text[]) and account = ${files.account} and state = 'stored'
      order by storage_key for update
    ),
    used as (
      update files f set used_at = coalesce(f.used_at, ${files.time}::timestamptz)
      from locked l where f.storage_key = l.storage_key returning f.storage_key
    ),
    held as (
      insert into file_holders (storage_key, entry, check_at)
      select storage_key, ${files.entry}::text, ${files.checkAt}::timestamptz from used
      on conflict (storage_key, entry) do update set dropped_at = null where file_holders.dropped_at is not null
    )
    select storage_key as "storageKey" from used`;
  return rows.map((row) => row.storageKey);
}

/** The entry, a draft, stopped showing these. */
export async function dropFiles(
  sql: Runner,
  files: { entry: string; keys: readonly string[]; time: string },
): Promise<void> {
  await sql`update file_holders set dropped_at = ${files.time}
    where entry = ${files.entry} and storage_key = any(${files.keys as string[]}::text[]) and dropped_at is null`;
}

/** What the entries hold or held. */
export async function listHeldFiles(sql: Runner, entries: readonly string[]): Promise<HolderPair[]> {
  return sql<HolderPair[]>`select storage_key as "storageKey", entry from file_holders
    where entry = any(${entries as string[]}::text[])`;
}

export async function lockFiles(tx: Transaction, keys: readonly string[]): Promise<void> {
  await tx`select 1 from files where storage_key = any(${keys as string[]}::text[]) order by storage_key for update`;
}

export async function releaseHolders(tx: Transaction, pairs: readonly HolderPair[]): Promise<void> {
  await tx`delete from file_holders h
    using unnest(${pairs.map((pair) => pair.storageKey)}::text[], ${pairs.map((pair) => pair.entry)}::text[])
      as p (storage_key, entry)
    where h.storage_key = p.storage_key and h.entry = p.entry`;
}

/** Marks as deleted the locked files that no entry holds and no form keeps, and returns their keys. */
export async function endUnheldFiles(
  tx: Transaction,
  files: { keys: readonly string[]; time: string },
): Promise<string[]> {
  const rows = await tx<{ storageKey: string }[]>`
    update files f set state = 'deleted', delete_time = ${files.time}
    where f.storage_key = any(${files.keys as string[]}::text[]) and f.state <> 'deleted' and f.kept_at is null
      and not exists (select 1 from file_holders h where h.storage_key = f.storage_key)
    returning f.storage_key as "storageKey"`;
  return rows.map((row) => row.storageKey);
}

/** Those of the locked uploads that no entry holds and no form kept count as unused again: they end when their time is over. */
export async function unuseUnheldFiles(tx: Transaction, keys: readonly string[]): Promise<void> {
  await tx`update files f set used_at = null
    where f.storage_key = any(${keys as string[]}::text[]) and f.state <> 'deleted' and f.kept_at is null
      and not exists (select 1 from file_holders h where h.storage_key = f.storage_key)`;
}

/** Their form keeps them: the end of their entry is not theirs. */
export async function keepFiles(
  tx: Transaction,
  files: { account: string; keys: readonly string[]; time: string },
): Promise<void> {
  await tx`update files set kept_at = coalesce(kept_at, ${files.time}::timestamptz)
    where storage_key = any(${files.keys as string[]}::text[]) and account = ${files.account} and state = 'stored'`;
}

/** Those of the locked uploads that the entry alone holds, or that were made for the form and nobody holds. */
export async function listOwnUploads(
  tx: Transaction,
  files: { account: string; form: string; entry: string; keys: readonly string[] },
): Promise<string[]> {
  const rows = await tx<{ storageKey: string }[]>`select f.storage_key as "storageKey" from files f
    where f.storage_key = any(${files.keys as string[]}::text[]) and f.account = ${files.account}
      and f.kind = 'upload' and f.kept_at is null
      and not exists (select 1 from file_holders h where h.storage_key = f.storage_key and h.entry <> ${files.entry})
      and (f.form = ${files.form}
        or exists (select 1 from file_holders h where h.storage_key = f.storage_key and h.entry = ${files.entry}))`;
  return rows.map((row) => row.storageKey);
}

/** Uploads for other forms that these entries of the form hold. */
export async function listForeignHeld(
  tx: Transaction,
  { form, entries }: { form: string; entries: readonly string[] },
): Promise<string[]> {
  const rows = await tx<{ storageKey: string }[]>`select distinct h.storage_key as "storageKey"
    from file_holders h join files f on f.storage_key = h.storage_key
    where h.entry = any(${entries as string[]}::text[]) and f.form <> ${form}`;
  return rows.map((row) => row.storageKey);
}

export async function releaseHoldersOfEntries(tx: Transaction, entries: readonly string[]): Promise<void> {
  await tx`delete from file_holders where entry = any(${entries as string[]}::text[])`;
}

export interface ClaimToCheck extends HolderPair {
  readonly kind: 'upload' | 'generated';
  /** Null when there is no such entry. */
  readonly status: number | null;
  /** A draft that was never submitted. */
  readonly isDraft: boolean;
  /** Whether the entry names the file now. */
  readonly isNamed: boolean;
}

/** Holders that were written before their entry, which must be there by now; at most `limit`. */
export async function listClaimsToCheck(sql: Runner, due: { now: string; limit: number }): Promise<ClaimToCheck[]> {
  return sql<ClaimToCheck[]>`
    select h.storage_key as "storageKey", h.entry, coalesce(f.kind, 'upload') as kind, e.status,
      coalesce(e.status in (0, 1) and e.submit_idx is null, false) as "isDraft",
      coalesce(position(h.storage_key in
        case when f.kind = 'generated' then e.archived_renders::text else e.data::text end) > 0, false) as "isNamed"
    from (select storage_key, entry from file_holders where check_at < ${due.now} order by check_at limit ${due.limit}) h
      left join files f on f.storage_key = h.storage_key left join entries e on e.id = h.entry`;
}

export async function confirmClaims(
  tx: Transaction,
  pairs: readonly (HolderPair & { droppedAt: string | null })[],
): Promise<void> {
  await tx`update file_holders h set check_at = null, dropped_at = coalesce(h.dropped_at, p.dropped_at::timestamptz)
    from unnest(${pairs.map((pair) => pair.storageKey)}::text[], ${pairs.map((pair) => pair.entry)}::text[],
      ${pairs.map((pair) => pair.droppedAt)}::text[]) as p (storage_key, entry, dropped_at)
    where h.storage_key = p.storage_key and h.entry = p.entry`;
}

/** Dropped before `before`; at most `limit`. What the entry shows again, or its form keeps, is not to end. */
export async function listDropped(
  sql: Runner,
  old: { before: string; limit: number },
): Promise<(HolderPair & { readonly isToEnd: boolean })[]> {
  return sql`
    select h.storage_key as "storageKey", h.entry,
      coalesce(position(h.storage_key in e.data::text), 0) = 0
        and coalesce((o.definition->'keepUploadedFiles')::text, '') not like '%"deleted"%' as "isToEnd"
    from (select storage_key, entry from file_holders where dropped_at < ${old.before}
        order by dropped_at limit ${old.limit}) h
      left join entries e on e.id = h.entry left join forms o on o.id = e.form`;
}

export async function undropFiles(tx: Transaction, pairs: readonly HolderPair[]): Promise<void> {
  await tx`update file_holders h set dropped_at = null
    from unnest(${pairs.map((pair) => pair.storageKey)}::text[], ${pairs.map((pair) => pair.entry)}::text[])
      as p (storage_key, entry)
    where h.storage_key = p.storage_key and h.entry = p.entry`;
}

/** Those of the pairs that the entry did not begin to show again; their files are locked. */
export async function releaseDropped(
  tx: Transaction,
  old: { before: string; pairs: readonly HolderPair[] },
): Promise<void> {
  const { pairs } = old;
  await tx`delete from file_holders h
    using unnest(${pairs.map((pair) => pair.storageKey)}::text[], ${pairs.map((pair) => pair.entry)}::text[])
      as p (storage_key, entry)
    where h.storage_key = p.storage_key and h.entry = p.entry and h.dropped_at < ${old.before}
      and not exists (select 1 from entries e where e.id = h.entry and position(h.storage_key in e.data::text) > 0)`;
}
