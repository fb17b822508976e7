// What uploads take of quotas: held a step ahead of the bytes that have arrived, and counted until their content is gone from storage.
//
//   hold -> grows -> claim (the files row counts now) -> content removed -> freed          hold -> failed, crashed or idle -> given back
//
// A stranger's upload counts as unused until `settle` sees that an entry took it: whoever meets the limit settles first, so
// that submits pay nothing for it.
import type { Runner, Transaction } from '../connection/db.ts';
import { giveParts, type QuotaPart, takeParts } from '../identity/quotas.ts';

export interface UploadHold {
  readonly id: string;
  readonly account: string;
  readonly form: string;
  /** A keyed hash of the address; null with a credential of the account. */
  readonly stranger: string | null;
  /** Held so far: a part of the file while it arrives. */
  readonly size: number;
  readonly day: string;
  /** When bytes were last received, give or take some seconds. */
  readonly time: string;
}

type Counted = Pick<UploadHold, 'form' | 'stranger' | 'size'>;

/** What counts for as long as the content is stored. */
export function storedParts({ form, size }: Pick<Counted, 'form' | 'size'>): QuotaPart[] {
  const kind = 'storedBytes';
  return [
    { kind, part: '', day: '', amount: size, max: 0 },
    { kind, part: form, day: '', amount: size, max: 0 },
  ];
}

/** What counts for as long as no entry took a stranger's upload. */
export function unusedParts({ form, size, stranger }: Counted): QuotaPart[] {
  if (stranger === null) return [];
  return [
    { kind: 'unusedUploads', part: form, day: '', amount: 1, max: 0 },
    { kind: 'unusedUploadsPerAddress', part: `${form} ${stranger}`, day: '', amount: 1, max: 0 },
    { kind: 'unusedBytes', part: form, day: '', amount: size, max: 0 },
    { kind: 'unusedBytesPerAddress', part: `${form} ${stranger}`, day: '', amount: size, max: 0 },
  ];
}

export function uploadParts({ form, day }: Pick<UploadHold, 'form' | 'day'>): QuotaPart[] {
  const kind = 'uploads';
  return [
    { kind, part: '', day, amount: 1, max: 0 },
    { kind, part: form, day, amount: 1, max: 0 },
  ];
}

/** Takes the parts for an upload that begins; answers the place of a part without room. */
export async function takeHold(
  sql: Runner,
  hold: UploadHold,
  parts: readonly QuotaPart[],
): Promise<number | undefined> {
  const { account } = hold;
  const insert = sql`insert into upload_holds (id, account, form, stranger, size, day, time)
    select ${hold.id}, ${account}, ${hold.form}, ${hold.stranger}, ${hold.size}::bigint, ${hold.day},
      ${hold.time}::timestamptz
    from verdict where is_taken`;
  return takeParts(sql, account, parts, insert);
}

/** More bytes for an upload in progress, or none: then its time is renewed. Answers the place of a part without room. */
export async function growHold(
  tx: Transaction,
  hold: { readonly id: string; readonly account: string; readonly bytes: number; readonly time: string },
  parts: readonly QuotaPart[],
): Promise<number | undefined | typeof holdGone> {
  const rows = await tx`update upload_holds set time = ${hold.time}::timestamptz where id = ${hold.id} returning id`;
  if (rows.length === 0) return holdGone;
  if (hold.bytes === 0) return undefined;
  const grown = tx`update upload_holds set size = size + ${hold.bytes}::bigint
    where id = ${hold.id} and (select is_taken from verdict)`;
  return takeParts(tx, hold.account, parts, grown);
}

/** The upload received nothing for a while, and another one needed its room. */
export const holdGone = Symbol('holdGone');

const holdColumns = 'id, account, form, stranger, size, day, time';

/** An upload that failed takes nothing. */
export async function releaseHold(tx: Transaction, id: string): Promise<void> {
  const holds = await tx<UploadHold[]>`delete from upload_holds where id = ${id} returning ${tx.unsafe(holdColumns)}`;
  await giveHolds(tx, holds);
}

/** Whose uploads: those of an account, of one of its forms, or of one address in that form. */
export interface UploadsOf {
  readonly account: string;
  readonly form?: string;
  readonly stranger?: string;
}

function isOf(sql: Runner, { account, form, stranger }: UploadsOf) {
  return sql`account = ${account} ${form === undefined ? sql`` : sql`and form = ${form}`}
    ${stranger === undefined ? sql`` : sql`and stranger = ${stranger}`}`;
}

/** Those that received nothing since `before`; at most `limit`. Answers how many. */
export async function releaseOldHolds(
  tx: Transaction,
  old: { of?: UploadsOf; before: string; limit: number },
): Promise<number> {
  const holds = await tx<UploadHold[]>`delete from upload_holds where id in (
      select id from upload_holds where time < ${old.before}
        ${old.of === undefined ? tx`` : tx`and ${isOf(tx, old.of)}`}
      order by id limit ${old.limit} for update skip locked)
    returning ${tx.unsafe(holdColumns)}`;
  await giveHolds(tx, holds);
  return holds.length;
}

async function giveHolds(tx: Transaction, holds: readonly UploadHold[]): Promise<void> {
  await giveByAccount(tx, holds, (hold) => [...storedParts(hold), ...unusedParts(hold), ...uploadParts(hold)]);
}

interface CountedFile extends Counted {
  readonly storageKey: string;
  readonly account: string;
}

const countedColumns = 'storage_key as "storageKey", account, form, size, stranger';

/** Deleted files whose content is gone from storage. Safe to repeat. */
export async function freeFiles(tx: Transaction, keys: readonly string[]): Promise<void> {
  const files = await tx<CountedFile[]>`select ${tx.unsafe(countedColumns)} from files
    where storage_key = any(${keys as string[]}::text[]) and state = 'deleted' and is_counted
    order by storage_key for update`;
  if (files.length === 0) return;
  await tx`update files set is_counted = false, stranger = null
    where storage_key = any(${files.map((file) => file.storageKey)}::text[])`;
  await giveByAccount(tx, files, (file) => [...storedParts(file), ...unusedParts(file)]);
}

/** Deleted, but their content may still be in storage; of one form or of all, oldest first. */
export async function listLeavingFiles(sql: Runner, of: { form?: string; limit: number }): Promise<string[]> {
  const rows = await sql<{ storageKey: string }[]>`select storage_key as "storageKey" from files
    where state = 'deleted' and is_counted ${of.form === undefined ? sql`` : sql`and form = ${of.form}`}
    order by delete_time limit ${of.limit}`;
  return rows.map((row) => row.storageKey);
}

/**
 * Direct uploads whose address has ended and that were not reported as done, now marked as deleted; at most `limit`. Answers the keys.
 */
export async function markAbandonedClaims(
  sql: Runner,
  old: { of: UploadsOf; before: string; now: string; limit: number },
): Promise<string[]> {
  const rows = await sql<{ storageKey: string }[]>`
    update files set state = 'deleted', delete_time = ${old.now}::timestamptz
    where state = 'storing' and etag is null and storage_key in (
      select storage_key from files where state = 'storing' and kind = 'upload' and etag is null
        and ${isOf(sql, old.of)} and create_time < ${old.before} limit ${old.limit})
    returning storage_key as "storageKey"`;
  return rows.map((row) => row.storageKey);
}

/** Restores a claim that `markAbandonedClaims` ended: its file arrived after all, and the hold has room for it. */
export async function restoreClaim(
  tx: Transaction,
  claim: { readonly storageKey: string; readonly hold: string; readonly time: string; readonly unusedHours: number },
): Promise<boolean> {
  const rows = await tx`
    with restored as (
      update files f set state = 'storing', delete_time = null, create_time = ${claim.time}::timestamptz,
        is_counted = true, stranger = h.stranger
      from upload_holds h where h.id = ${claim.hold} and f.storage_key = ${claim.storageKey}
        and f.state = 'deleted' and f.kind = 'upload' and f.etag is null and not f.is_counted
        and f.create_time > ${claim.time}::timestamptz - make_interval(hours => ${claim.unusedHours}::int)
      returning f.storage_key
    )
    delete from upload_holds where id = ${claim.hold} and exists (select 1 from restored) returning id`;
  return rows.length === 1;
}

/** The content could not be stored, or was removed after its claim was given up: the key is free again, and so is what it took. */
export async function dropCountedClaim(tx: Transaction, storageKey: string): Promise<void> {
  const files = await tx<
    CountedFile[]
  >`delete from files where storage_key = ${storageKey} and state <> 'stored' and is_counted
    returning ${tx.unsafe(countedColumns)}`;
  await giveByAccount(tx, files, (file) => [...storedParts(file), ...unusedParts(file)]);
}

/** Uploads that an entry took, or that are deleted, are unused no longer; of one form or of all. Answers how many. */
export async function settleUnused(tx: Transaction, of: { form?: string; limit: number }): Promise<number> {
  const files = await tx<CountedFile[]>`select ${tx.unsafe(countedColumns)} from files
    where stranger is not null and (used_at is not null or state = 'deleted')
      ${of.form === undefined ? tx`` : tx`and form = ${of.form}`}
    order by storage_key limit ${of.limit} for update skip locked`;
  if (files.length === 0) return 0;
  await tx`update files set stranger = null where storage_key = any(${files.map((file) => file.storageKey)}::text[])`;
  await giveByAccount(tx, files, unusedParts);
  return files.length;
}

async function giveByAccount<T extends { readonly account: string }>(
  tx: Transaction,
  items: readonly T[],
  partsOf: (item: T) => readonly QuotaPart[],
): Promise<void> {
  for (const account of [...new Set(items.map((item) => item.account))].sort()) {
    const parts = items.filter((item) => item.account === account).flatMap(partsOf);
    await giveParts(tx, account, added(parts));
  }
}

/** Each part once: a statement changes a row only once. */
function added(parts: readonly QuotaPart[]): QuotaPart[] {
  const sums = new Map<string, QuotaPart>();
  for (const part of parts) {
    const name = `${part.kind} ${part.part} ${part.day}`;
    const sum = sums.get(name);
    sums.set(name, sum === undefined ? part : { ...sum, amount: sum.amount + part.amount });
  }
  return [...sums.values()];
}
