// Idempotency keys and the responses kept for them. They are inserted with their entries: insert-entries.ts.
// [entries.idempotency]
import type { Runner } from '../connection/db.ts';

export interface KnownKey {
  readonly requestHash: string;
  readonly entry: string | null;
  /** Null while the first request is still at work; empty once its entry is gone. */
  readonly answer: string | null;
  readonly createTime: string;
  /** The first request said that it is still at work. */
  readonly owedUntil: string | null;
}

/** A key in its former scope counts for the address that made its entry. */
export async function findIdempotencyKey(
  sql: Runner,
  key: { scope: string; key: string; from: string; former?: { scope: string; ip: string } },
): Promise<KnownKey | undefined> {
  const { scope, former = { scope: null, ip: null } } = key;
  const [row] = await sql<KnownKey[]>`
    select request_hash as "requestHash", entry, create_time as "createTime", owed_until as "owedUntil",
      case when exists (select 1 from entries e join leaving_forms l on l.form = e.form where e.id = k.entry)
        then '' else answer end as answer
    from idempotency_keys k
    where scope in (${scope}, ${former.scope}) and key = ${key.key} and create_time >= ${key.from} and (scope = ${scope}
      or exists (select 1 from entries e where e.id = k.entry and e.actions -> 0 ->> 'ip' = ${former.ip}))
    order by scope = ${scope} desc limit 1`;
  return row;
}

/** The request that used the key is at work; before its commit there is nothing to mark yet. */
export async function markOwed(sql: Runner, key: { scope: string; key: string; until: string }): Promise<void> {
  await sql`update idempotency_keys set owed_until = ${key.until}
    where scope = ${key.scope} and key = ${key.key} and answer is null`;
}

export interface KeptResponse {
  readonly scope: string;
  readonly key: string;
  readonly answer: string;
}

/** Not for entries that were deleted meanwhile. */
export async function keepResponses(sql: Runner, kept: readonly KeptResponse[]): Promise<void> {
  await sql`update idempotency_keys k set answer = v.answer
    from unnest(${kept.map(({ scope }) => scope)}::text[], ${kept.map(({ key }) => key)}::text[],
      ${kept.map(({ answer }) => answer)}::text[]) as v (scope, key, answer)
    where k.scope = v.scope and k.key = v.key and k.answer is null`;
}

/** What was kept of deleted entries goes with them. The keys stay: a late repetition must not make the entry again. */
export async function forgetResponses(sql: Runner, entries: readonly string[]): Promise<void> {
  await sql`update idempotency_keys set answer = '' where entry = any(${[...entries]}::text[])`;
}

/** For requests that make many entries in a transaction of their own: true when the key was free. */
export async function takeIdempotencyKey(
  sql: Runner,
  key: { scope: string; key: string; requestHash: string; entry: string; time: string; from: string },
): Promise<boolean> {
  const rows = await sql`insert into idempotency_keys (scope, key, request_hash, entry, create_time)
    values (${key.scope}, ${key.key}, ${key.requestHash}, ${key.entry}, ${key.time})
    on conflict (scope, key) do update set request_hash = excluded.request_hash, entry = excluded.entry,
      answer = null, create_time = excluded.create_time, owed_until = null
      where idempotency_keys.create_time < ${key.from} returning scope`;
  return rows.length === 1;
}

export async function deleteOldIdempotencyKeys(sql: Runner, before: string): Promise<void> {
  await sql`delete from idempotency_keys where create_time < ${before}`;
}
