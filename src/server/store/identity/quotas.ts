// Counts what is used of quotas: exact over processes, because one statement locks the rows, looks and adds.
import type { Fragment, Runner } from '../connection/db.ts';

export interface QuotaPart {
  readonly kind: string;
  /** '' for the whole account, else a form, a recipient or an address. */
  readonly part: string;
  /** '' for totals. */
  readonly day: string;
  readonly amount: number;
  /** What `used` may be afterwards; 0 means no limit. */
  readonly max: number;
}

/**
 * All parts are taken or none. Answers the place of a part that has no room, undefined when all are taken. `also` is a change
 * that happens with it: it asks `is_taken` of `verdict`.
 */
export async function takeParts(
  sql: Runner,
  account: string,
  parts: readonly QuotaPart[],
  also?: Fragment,
): Promise<number | undefined> {
  for (;;) {
    const [verdict] = await sql<{ isKnown: boolean; full: number | null }[]>`
      with wanted as (${wantedParts(sql, parts)}),
      locked as (
        select q.kind, q.part, q.day, q.used from quota_use q join wanted w
          on q.account = ${account} and q.kind = w.kind and q.part = w.part and q.day = w.day
        order by q.kind, q.part, q.day for update of q
      ),
      verdict as (
        select is_known, full_place, is_known and full_place is null as is_taken from (
          select count(l.part) = count(*) as is_known,
            min(w.place) filter (where w.max > 0 and l.used + w.amount > w.max) as full_place
          from wanted w left join locked l on l.kind = w.kind and l.part = w.part and l.day = w.day
        ) v
      ),
      taken as (
        update quota_use q set used = q.used + w.amount from wanted w, verdict v
        where q.account = ${account} and q.kind = w.kind and q.part = w.part and q.day = w.day
          and v.is_taken
      )
      ${also === undefined ? sql`` : sql`, also as (${also})`}
      select is_known as "isKnown", (full_place - 1)::int as full from verdict`;
    if (verdict?.isKnown === true) return verdict.full ?? undefined;
    await makeParts(sql, account, parts);
  }
}

/** The same question without taking anything: what is true now may not be a moment later. */
export async function findFullPart(
  sql: Runner,
  account: string,
  parts: readonly QuotaPart[],
): Promise<number | undefined> {
  const [row] = await sql<{ full: number | null }[]>`
    select (min(w.place) - 1)::int as full from (${wantedParts(sql, parts)}) w left join quota_use q
      on q.account = ${account} and q.kind = w.kind and q.part = w.part and q.day = w.day
    where w.max > 0 and coalesce(q.used, 0) + w.amount > w.max`;
  return row?.full ?? undefined;
}

/** Gives back what was taken; never below nothing. */
export async function giveParts(sql: Runner, account: string, parts: readonly QuotaPart[]): Promise<void> {
  await sql`
    with wanted as (${wantedParts(sql, parts)}),
    locked as (
      select q.kind, q.part, q.day from quota_use q join wanted w
        on q.account = ${account} and q.kind = w.kind and q.part = w.part and q.day = w.day
      order by q.kind, q.part, q.day for update of q
    )
    update quota_use q set used = greatest(q.used - w.amount, 0)
    from wanted w join locked l on l.kind = w.kind and l.part = w.part and l.day = w.day
    where q.account = ${account} and q.kind = w.kind and q.part = w.part and q.day = w.day`;
}

/** The first use of a part; of several processes one makes the row. In the order of the locks. */
async function makeParts(sql: Runner, account: string, parts: readonly QuotaPart[]): Promise<void> {
  await sql`
    insert into quota_use (account, kind, part, day, used)
    select ${account}, w.kind, w.part, w.day, 0 from (${wantedParts(sql, parts)}) w order by w.kind, w.part, w.day
    on conflict do nothing`;
}

function wantedParts(sql: Runner, parts: readonly QuotaPart[]) {
  return sql`
    select w.kind, w.part, w.day, w.amount::bigint as amount, w.max::bigint as max, w.place from unnest(
      ${parts.map(({ kind }) => kind)}::text[], ${parts.map(({ part }) => part)}::text[],
      ${parts.map(({ day }) => day)}::text[], ${parts.map(({ amount }) => String(amount))}::text[],
      ${parts.map(({ max }) => String(max))}::text[]
    ) with ordinality as w (kind, part, day, amount, max, place)`;
}

export interface QuotaUse {
  readonly kind: string;
  readonly part: string;
  readonly used: number;
  /** Of the account: its own row, or what its parts have together. */
  readonly total: number;
}

/** Totals and the use of one day, the account's own rows first, then the parts that use most. */
export async function listQuotaUse(
  sql: Runner,
  filter: { account: string; day: string; kinds: readonly string[]; maxParts: number },
): Promise<QuotaUse[]> {
  return sql<QuotaUse[]>`
    select kind, part, used, total from (
      select kind, part, used, (coalesce(max(used) filter (where part = '') over of_kind,
        sum(used) over of_kind))::float8 as total, row_number() over (partition by kind order by part = '' desc, used desc, part) as place
      from quota_use
      where account = ${filter.account} and day in ('', ${filter.day}) and kind = any(${filter.kinds as string[]}::text[])
        and (used > 0 or part = '')
      window of_kind as (partition by kind)
    ) u where place <= ${filter.maxParts + 1} order by kind, place`;
}

export async function deleteOldQuotaUse(sql: Runner, beforeDay: string): Promise<void> {
  await sql`delete from quota_use where (day <> '' and day < ${beforeDay}) or (day = '' and used = 0)`;
}

export interface QuotaLimit {
  readonly account: string;
  readonly name: string;
  readonly max: number;
}

/** Those of single accounts; few, because somebody set each by hand. */
export async function listQuotaLimits(sql: Runner): Promise<QuotaLimit[]> {
  return sql<QuotaLimit[]>`select account, name, max from quota_limits`;
}

/** False when there is no such account. */
export async function setQuotaLimit(sql: Runner, limit: QuotaLimit): Promise<boolean> {
  const rows = await sql`
    insert into quota_limits (account, name, max)
    select id, ${limit.name}, ${limit.max} from accounts where id = ${limit.account}
    on conflict (account, name) do update set max = excluded.max returning account`;
  return rows.length === 1;
}

export async function deleteQuotaLimit(sql: Runner, limit: { account: string; name: string }): Promise<void> {
  await sql`delete from quota_limits where account = ${limit.account} and name = ${limit.name}`;
}
