// Emails per day and recipient, counted for all processes together. docs/limits.md "Emails".
import type { Runner } from '../connection/db.ts';

export interface EmailCount {
  /** A form, or empty for all forms together. */
  readonly scope: string;
  readonly recipient: string;
  /** As many as may be sent on the day. */
  readonly most: number;
}

/** Adds one to each count that has not reached its bound. Returns those. No count may be named twice. */
export async function takeEmailCounts(
  sql: Runner,
  counts: readonly EmailCount[],
  day: string,
): Promise<Pick<EmailCount, 'scope' | 'recipient'>[]> {
  // In one order, so that two requests for the same recipients cannot wait for each other.
  return sql<Pick<EmailCount, 'scope' | 'recipient'>[]>`
    insert into email_counts (day, scope, recipient, sent, most)
    select ${day}::date, scope, recipient, 1, most from unnest(
      ${counts.map((count) => count.scope)}::text[], ${counts.map((count) => count.recipient)}::text[],
      ${counts.map((count) => count.most)}::int[]) as c (scope, recipient, most)
    order by scope collate "C", recipient collate "C"
    on conflict (day, scope, recipient) do update set sent = email_counts.sent + 1, most = excluded.most
      where email_counts.sent < excluded.most
    returning scope, recipient`;
}

/** Whether every count had one left. They are taken in turn: where an earlier one is used up, the later ones are not touched. */
export async function takeAllEmailCounts(sql: Runner, counts: readonly EmailCount[], day: string): Promise<boolean> {
  for (const count of counts) {
    if ((await takeEmailCounts(sql, [count], day)).length === 0) return false;
  }
  return true;
}

export async function deleteOldEmailCounts(sql: Runner, before: string): Promise<void> {
  await sql`delete from email_counts where day < ${before}::date`;
}
