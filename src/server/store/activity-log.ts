// The account activity log, and the counters that slow down password guessing.
import type { Runner } from './db.ts';

export type ActivityType =
  | 'login'
  | 'loginFailed'
  | 'passwordChange'
  | 'keyCreate'
  | 'keyRevoke'
  | 'userAdd'
  | 'userRemove';

export interface ActivityRow {
  readonly id: string;
  readonly type: ActivityType;
  readonly time: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly user: string;
  readonly email: string;
  /** Whom it is about, where that is a colleague. */
  readonly about: string | null;
}

export async function insertActivity(sql: Runner, activity: ActivityRow & { account: string }): Promise<void> {
  await sql`insert into activity_log (id, account, type, time, ip, user_agent, user_id, email, about) values
    (${activity.id}, ${activity.account}, ${activity.type}, ${activity.time}, ${activity.ip}, ${activity.userAgent},
     ${activity.user}, ${activity.email}, ${activity.about})`;
}

/** Newest first, below the id `before`. */
export async function listActivity(
  sql: Runner,
  page: { account: string; before: string | undefined; limit: number },
): Promise<ActivityRow[]> {
  return sql<ActivityRow[]>`
    select id, type, time, ip, user_agent as "userAgent", user_id as "user", email, about from activity_log
    where account = ${page.account} ${page.before === undefined ? sql`` : sql`and id < ${page.before}`}
    order by id desc limit ${page.limit}`;
}

export interface FailureCount {
  readonly name: string;
  readonly count: number;
  readonly windowStart: string;
}

/** Adds one failure to each name; a window older than `windowFrom` starts anew. */
export async function addLoginFailures(
  sql: Runner,
  failure: { names: string[]; time: string; windowFrom: string },
): Promise<void> {
  await sql`insert into login_failures (name, count, window_start)
    select name, 1, ${failure.time}::timestamptz from unnest(${failure.names}::text[]) as name order by name
    on conflict (name) do update set
      count = case when login_failures.window_start < ${failure.windowFrom} then 1 else login_failures.count + 1 end,
      window_start = case when login_failures.window_start < ${failure.windowFrom}
        then excluded.window_start else login_failures.window_start end`;
}

export async function listLoginFailures(sql: Runner, names: string[], windowFrom: string): Promise<FailureCount[]> {
  return sql<FailureCount[]>`select name, count, window_start as "windowStart" from login_failures
    where name = any(${names}::text[]) and window_start >= ${windowFrom}`;
}

export async function clearLoginFailures(sql: Runner, names: string[]): Promise<void> {
  await sql`delete from login_failures where name = any(${names}::text[])`;
}

export async function deleteOldLoginFailures(sql: Runner, windowFrom: string): Promise<void> {
  await sql`delete from login_failures where window_start < ${windowFrom}`;
}
