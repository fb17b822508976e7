// What addresses have used of their minute, over all processes. Only busy ones are here: src/server/http/throttle.ts
import type { Sql } from '../connection/db.ts';

/** What a process reports of an address, and how that one stands over all: since when its minute runs, and what was used. */
export interface RateUse {
  readonly address: string;
  /** ISO 8601. */
  readonly start: string;
  readonly used: number;
}

/** Adds these uses, and answers the sums. A minute that began before `from` is over. */
export async function addRequests(sql: Sql, uses: readonly RateUse[], from: string): Promise<readonly RateUse[]> {
  // In the order of addresses, so that no two processes wait for each other.
  return sql<RateUse[]>`
    insert into request_rates (address, start, used)
    select * from unnest(${uses.map(({ address }) => address)}::text[], ${uses.map(({ start }) => start)}::timestamptz[],
      ${uses.map(({ used }) => used)}::integer[]) as reported (address, start, used) order by address
    on conflict (address) do update set
      start = case when request_rates.start < ${from} then excluded.start else least(request_rates.start, excluded.start) end,
      used = excluded.used + case when request_rates.start < ${from} then 0 else request_rates.used end
    returning address, start, used`;
}

export async function deleteOldRates(sql: Sql, before: string): Promise<void> {
  await sql`delete from request_rates where start < ${before}`;
}
