// The account activity log.
import type { ActivityType } from '../../api-types/identity.ts';
import type { Runner } from './db.ts';

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
