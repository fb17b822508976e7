// Notices for accounts and for the operator: one row for each kind and object, renewed every day. [limits.notices]
import type { Runner } from '../connection/db.ts';

export interface NoticeRow {
  readonly id: string;
  readonly kind: string;
  /** JSON text. */
  readonly detail: string;
  readonly firstTime: string;
  readonly lastTime: string;
  readonly count: number;
}

const columns = 'id, kind, detail, first_time as "firstTime", last_time as "lastTime", count';

export interface NoticeToStore extends Omit<NoticeRow, 'firstTime' | 'lastTime'> {
  /** Null: for the operator. */
  readonly account: string | null;
  readonly about: string;
  readonly time: string;
  readonly day: string;
}

/** A dismissed notice stays dismissed until the next day on which it occurs. */
export async function storeNotice(sql: Runner, notice: NoticeToStore): Promise<void> {
  const { id, account, kind, about, detail, time, day, count } = notice;
  await sql`
    insert into notices as n (id, account, kind, about, detail, day, first_time, last_time, count)
    values (${id}, ${account}, ${kind}, ${about}, ${detail}, ${day}::date, ${time}, ${time}, ${count})
    on conflict (coalesce(account, ''), kind, about) do update set
      detail = excluded.detail, day = excluded.day, last_time = excluded.last_time,
      first_time = case when n.day = excluded.day then n.first_time else excluded.first_time end,
      count = excluded.count + case when n.day = excluded.day then n.count else 0 end,
      is_dismissed = n.is_dismissed and n.day = excluded.day`;
}

/** Newest first, without those that were dismissed. */
export async function listNotices(
  sql: Runner,
  { account, limit }: { account: string; limit: number },
): Promise<NoticeRow[]> {
  return sql<NoticeRow[]>`
    select ${sql.unsafe(columns)} from notices where account = ${account} and not is_dismissed
    order by last_time desc, id limit ${limit}`;
}

/** Undefined when there is no such notice, false when it is not the account's. */
export async function dismissNotice(
  sql: Runner,
  { id, account }: { id: string; account: string },
): Promise<boolean | undefined> {
  const [row] = await sql<{ isOwn: boolean }[]>`
    update notices set is_dismissed = is_dismissed or account is not distinct from ${account} where id = ${id}
    returning account is not distinct from ${account} as "isOwn"`;
  return row?.isOwn;
}

export async function deleteOldNotices(sql: Runner, before: string): Promise<void> {
  await sql`delete from notices where last_time < ${before}`;
}
