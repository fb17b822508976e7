// Emails of an account's entries whose last attempt did not reach everybody it was meant for, newest first.
// [after-actions.emails.failed]
import type { Runner } from '../connection/db.ts';
import { type SentEmailRow, sentEmailColumns } from './sent-emails.ts';

export interface FailedEmailRow extends SentEmailRow {
  readonly entry: string;
  readonly form: string;
  /** Number of the entry. */
  readonly idx: number;
  readonly email: string;
  /** Of its last attempt. */
  readonly time: string;
  readonly actionTime: string;
}

/** After which one the next page begins. */
export type FailedPlace = Pick<FailedEmailRow, 'time' | 'entry' | 'email'>;

const deleted = 3;

export async function listFailedEmails(
  sql: Runner,
  page: {
    readonly account: string;
    readonly after: FailedPlace | undefined;
    readonly limit: number;
    leftAfterMs: number;
  },
): Promise<FailedEmailRow[]> {
  const { after } = page;
  // Emails are found in their entries only for the page itself: one entry may keep 5 MB of them.
  return sql<FailedEmailRow[]>`
    with failed as (
      select a.entry, a.email, a.form, a.time from forms f join email_attempts a on a.form = f.id
      where f.account = ${page.account} and a.state in ('refused', 'notSent', 'partlySent', 'unknown', 'sending')
        and (a.state <> 'sending' or a.time < clock_timestamp() - ${page.leftAfterMs}::float8 * interval '1 millisecond')
        ${after === undefined ? sql`` : sql`and (a.time, a.entry, a.email) < (${after.time}::timestamptz, ${after.entry}, ${after.email})`}
        and not exists (select from email_attempts l where l.entry = a.entry and l.email = a.email and l.attempt > a.attempt)
      order by a.time desc, a.entry desc, a.email desc limit ${page.limit})
    select f.entry, f.form, f.email, f.time, e.idx, e.create_time as "actionTime", ${sql.unsafe(sentEmailColumns)}
    from failed f join entries e on e.id = f.entry and e.status <> ${deleted}
      cross join lateral json_array_elements(e.sent_emails) with ordinality as s (item, place)
    where (s.item->'id')::text = '"' || f.email || '"'
    order by f.time desc, f.entry desc, f.email desc`;
}

/** JSON of each form's name; null for one without. */
export async function listFormNames(
  sql: Runner,
  ids: readonly string[],
): Promise<{ id: string; name: string | null }[]> {
  return sql<{ id: string; name: string | null }[]>`
    select id, (definition->'name')::text as name from forms where id = any(${ids as string[]}::text[])`;
}
