// The account activity log.
import type { ActivityType } from '../../../api-types/identity.ts';
import type { Runner } from '../connection/db.ts';

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

/** The email of the colleague who last added a user with this email to the account. */
export async function findAdder(
  sql: Runner,
  { account, email }: { account: string; email: string },
): Promise<string | undefined> {
  const [row] = await sql<{ email: string }[]>`select email from activity_log
    where account = ${account} and type in ('userAdd', 'userInvite') and lower(about) = lower(${email}) order by id desc limit 1`;
  return row?.email;
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
