// Stored files: whom they belong to, what they are called, whether they are given out.
// The account is part of every statement that a key from outside reaches: a forged file object touches nobody else's file.
// [files.owner]
import type { Runner, Transaction } from '../connection/db.ts';
import { type QuotaPart, takeParts } from '../identity/quotas.ts';

export type FileKind = 'upload' | 'generated';
/** A picture belongs to forms, not to entries: store/pictures.ts. */
type StoredKind = FileKind | 'picture';

export interface FileRow {
  readonly storageKey: string;
  readonly account: string;
  readonly form: string;
  readonly kind: StoredKind;
  readonly state: 'storing' | 'stored' | 'deleted';
  readonly name: string;
  readonly contentType: string;
  readonly contentEncoding: string | null;
  readonly size: number;
  readonly etag: string | null;
  readonly createTime: string;
}

const fileColumns = `storage_key as "storageKey", account, form, kind, state, name, content_type as "contentType",
  content_encoding as "contentEncoding", size, etag, create_time as "createTime"`;

export interface NewFile {
  readonly storageKey: string;
  readonly account: string;
  readonly form: string;
  readonly kind: StoredKind;
  readonly name: string;
  readonly contentType: string;
  readonly contentEncoding: string | null;
  readonly size: number;
  readonly time: string;
  readonly expiresAt: string | null;
}

/** A file that the service makes, or a picture, takes its bytes from the quota. Answers the place of a part without room. */
export async function claimGenerated(
  sql: Runner,
  file: NewFile,
  parts: readonly QuotaPart[],
): Promise<number | undefined> {
  const insert = sql`
    insert into files (storage_key, account, form, kind, state, name, content_type, content_encoding, size, create_time,
      expires_at, is_counted)
    select ${file.storageKey}, ${file.account}, ${file.form}, ${file.kind}, 'storing', ${file.name},
      ${file.contentType}, ${file.contentEncoding}, ${file.size}::bigint, ${file.time}::timestamptz,
      ${file.expiresAt}::timestamptz, true
    from verdict where is_taken`;
  return takeParts(sql, file.account, parts, insert);
}

/** True for the one upload that may store content under the key; what it held counts for the file from now on. */
export async function claimUpload(sql: Runner, hold: string, file: NewFile): Promise<boolean> {
  const rows = await sql`
    with claimed as (
      insert into files (storage_key, account, form, kind, state, name, content_type, content_encoding, size, create_time,
        expires_at, is_counted, stranger)
      select ${file.storageKey}, ${file.account}, ${file.form}, ${file.kind}, 'storing', ${file.name},
        ${file.contentType}, ${file.contentEncoding}, ${file.size}::bigint, ${file.time}::timestamptz,
        ${file.expiresAt}::timestamptz, true,
        h.stranger
      from upload_holds h where h.id = ${hold}
      on conflict (storage_key) do nothing returning storage_key
    )
    delete from upload_holds where id = ${hold} and exists (select 1 from claimed) returning id`;
  return rows.length === 1;
}

/** True for the one who takes what arrived in the store: what it is to be is noted, and nobody else takes it. */
export async function startTaking(sql: Runner, storageKey: string, etag: string): Promise<boolean> {
  const rows = await sql`update files set etag = ${etag}
    where storage_key = ${storageKey} and state = 'storing' and etag is null returning storage_key`;
  return rows.length === 1;
}

export async function setFileStored(sql: Runner, storageKey: string, etag: string): Promise<boolean> {
  const rows = await sql`update files set state = 'stored', etag = ${etag}
    where storage_key = ${storageKey} and state = 'storing' returning storage_key`;
  return rows.length === 1;
}

/** False when the file is stored, or nobody's claim any more. Waits for a change of the row that is still on its way. */
export async function giveUpClaim(sql: Runner, storageKey: string, time: string): Promise<boolean> {
  const rows = await sql`update files set state = 'deleted', delete_time = ${time}::timestamptz
    where storage_key = ${storageKey} and state = 'storing' returning storage_key`;
  return rows.length === 1;
}

export async function findFile(sql: Runner, storageKey: string): Promise<FileRow | undefined> {
  const [row] = await sql<FileRow[]>`
    select ${sql.unsafe(fileColumns)} from files where storage_key = ${storageKey}`;
  return row;
}

export async function findFiles(sql: Runner, storageKeys: string[]): Promise<Map<string, FileRow>> {
  const rows = await sql<FileRow[]>`
    select ${sql.unsafe(fileColumns)} from files where storage_key = any(${storageKeys}::text[])`;
  return new Map(rows.map((row) => [row.storageKey, row]));
}

/** From now on these answer 403; their content is removed afterwards. Answers the keys that were marked. */
export async function markFilesDeleted(
  sql: Runner,
  files: { account: string; kind: FileKind; keys: string[]; time: string },
): Promise<string[]> {
  const rows = await sql<{ storageKey: string }[]>`
    update files set state = 'deleted', delete_time = ${files.time}
    where storage_key = any(${files.keys}::text[]) and account = ${files.account} and kind = ${files.kind}
      and state <> 'deleted'
    returning storage_key as "storageKey"`;
  return rows.map((row) => row.storageKey);
}

/** Every file of a form that is being deleted. */
export async function markFormFilesDeleted(
  tx: Transaction,
  files: { account: string; form: string; time: string; limit: number },
): Promise<number> {
  const marked = await tx`update files set state = 'deleted', delete_time = ${files.time}
    where storage_key in (select storage_key from files
      where account = ${files.account} and form = ${files.form} and state <> 'deleted' and kind <> 'picture'
      order by storage_key limit ${files.limit} for update)`;
  return marked.count;
}

/** The same, when the form keeps its files: those that an entry used, now or before. */
export async function keepFormFiles(
  tx: Transaction,
  files: { account: string; form: string; time: string; limit: number },
): Promise<number> {
  const kept = await tx`update files set kept_at = ${files.time}
    where storage_key in (select storage_key from files
      where account = ${files.account} and form = ${files.form} and state = 'stored' and used_at is not null
        and kept_at is null and expires_at is null and kind <> 'picture'
      order by storage_key limit ${files.limit} for update)`;
  return kept.count;
}

/** Files of a form that are given out, in total; what runs out by itself (renders, exports) is not counted. */
export async function countFormFiles(
  sql: Runner,
  files: { account: string; form: string },
): Promise<{ count: number; size: number }> {
  const [row] = await sql<{ count: number; size: number }[]>`
    select count(*)::float8 as count, coalesce(sum(size), 0)::float8 as size from files
    where account = ${files.account} and form = ${files.form} and state = 'stored' and expires_at is null
      and kind <> 'picture'`;
  return row ?? { count: 0, size: 0 };
}

/** Made before `before` and never used by an entry; at most `limit`, now marked as deleted. Answers how many. */
export async function markUnusedFiles(
  sql: Runner,
  unused: { before: string; now: string; limit: number },
): Promise<number> {
  // The outer condition holds for the row as it is when its turn comes: an entry may just have begun to use the file.
  const rows = await sql`
    update files set state = 'deleted', delete_time = ${unused.now}
    where used_at is null and state <> 'deleted' and storage_key in (
      select storage_key from files
      where used_at is null and state <> 'deleted' and expires_at is null and create_time < ${unused.before}
      limit ${unused.limit})
    returning storage_key`;
  return rows.length;
}

/** Renders and exports whose time is over; at most `limit`, now marked as deleted. Answers how many. */
export async function markExpiredFiles(sql: Runner, expired: { now: string; limit: number }): Promise<number> {
  const rows = await sql`
    update files set state = 'deleted', delete_time = ${expired.now}
    where state <> 'deleted' and storage_key in (
      select storage_key from files where state <> 'deleted' and expires_at < ${expired.now} limit ${expired.limit})
    returning storage_key`;
  return rows.length;
}

/** Deleted before `before` and gone from storage, oldest first. */
export async function listDeletedFiles(
  sql: Runner,
  filter: { kind: FileKind; before: string; limit: number },
): Promise<string[]> {
  // The kind is part of the statement: there is an index for each.
  const ofKind = filter.kind === 'upload' ? sql`kind = 'upload'` : sql`kind = 'generated'`;
  const rows = await sql<{ storageKey: string }[]>`
    select storage_key as "storageKey" from files
    where state = 'deleted' and ${ofKind} and delete_time < ${filter.before} and not is_counted
    order by delete_time limit ${filter.limit}`;
  return rows.map((row) => row.storageKey);
}

export async function dropDeletedFiles(sql: Runner, keys: string[]): Promise<void> {
  await sql`with dropped as (
      delete from files where storage_key = any(${keys}::text[]) and state = 'deleted' and not is_counted
      returning storage_key)
    delete from file_holders h using dropped d where h.storage_key = d.storage_key`;
}

/** Those of the keys that no row stands for, except one whose content was removed already. */
export async function listUnknownKeys(sql: Runner, keys: readonly string[]): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`select k.key from unnest(${keys as string[]}::text[]) as k (key)
    where not exists (
      select 1 from files f where f.storage_key = k.key and (f.state <> 'deleted' or f.is_counted))`;
  return rows.map((row) => row.key);
}

/** Files that are given out, in the order of their keys. */
export async function listStoredFiles(sql: Runner, page: { after: string; limit: number }): Promise<string[]> {
  const rows = await sql<{ storageKey: string }[]>`select storage_key as "storageKey" from files
    where storage_key > ${page.after} and state = 'stored' order by storage_key limit ${page.limit}`;
  return rows.map((row) => row.storageKey);
}
