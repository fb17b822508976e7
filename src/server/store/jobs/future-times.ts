// Times that something is decided by later, and that a clock which was ahead for a while left in the future: brought back to
// now, so that nothing waits for them for years. What only tells when something was (an entry's times, the activity log)
// stays as it was written, and what pollers go by goes on from where it is (change-times.ts).
// [conventions.times.database]
import type { Runner } from '../connection/db.ts';

export interface DecidingTime {
  readonly table: string;
  readonly column: string;
  /** How far ahead it may rightly lie. */
  readonly aheadMs: number;
  /** Of the index that finds such rows, where it holds only some. */
  readonly where?: string;
  /** Assignments that belong with it. */
  readonly also?: string;
}

const hourMs = 3_600_000;

export const decidingTimes: readonly DecidingTime[] = [
  { table: 'jobs', column: 'last_run', aheadMs: 0 },
  // The next night, and an hour's spread.
  { table: 'set_refresh_plan', column: 'next_time', aheadMs: 26 * hourMs },
  { table: 'set_refreshes', column: 'last_try', aheadMs: 0 },
  { table: 'set_refreshes', column: 'last_success', aheadMs: 0 },
  { table: 'idempotency_keys', column: 'create_time', aheadMs: 0, also: 'owed_until = null' },
  { table: 'login_failures', column: 'window_start', aheadMs: 0 },
  { table: 'request_rates', column: 'start', aheadMs: 0 },
  { table: 'export_progress', column: 'changed_at', aheadMs: 0 },
  { table: 'known_addresses', column: 'last_time', aheadMs: 0 },
  { table: 'notices', column: 'last_time', aheadMs: 0 },
  { table: 'sessions', column: 'last_use', aheadMs: 0 },
  { table: 'sessions', column: 'proved_at', aheadMs: 0 },
  { table: 'sessions', column: 'expires_at', aheadMs: 30 * 24 * hourMs },
  { table: 'api_keys', column: 'last_use', aheadMs: 0 },
  { table: 'person_links', column: 'expires_at', aheadMs: 7 * 24 * hourMs },
  { table: 'upload_holds', column: 'time', aheadMs: 0 },
  { table: 'options_uploads', column: 'change_time', aheadMs: 0 },
  { table: 'web_assets', column: 'last_built', aheadMs: 0 },
  { table: 'files', column: 'create_time', aheadMs: 0, where: `used_at is null and state <> 'deleted'` },
  { table: 'files', column: 'expires_at', aheadMs: 48 * hourMs, where: `state <> 'deleted'` },
  { table: 'files', column: 'delete_time', aheadMs: 0, where: `state = 'deleted'` },
  { table: 'file_holders', column: 'check_at', aheadMs: hourMs },
  { table: 'file_holders', column: 'dropped_at', aheadMs: 0 },
  { table: 'pictures', column: 'unnamed_since', aheadMs: 0 },
  { table: 'outbox', column: 'create_time', aheadMs: 0 },
  { table: 'outbox', column: 'taken_at', aheadMs: 0 },
  { table: 'users', column: 'tokens_from', aheadMs: 0 },
  // Tokens of the future are refused now, and must not be good when it has come.
  { table: 'users', column: 'last_login', aheadMs: 0, also: 'token_generation = token_generation + 1' },
  { table: 'form_indexes', column: 'last_use', aheadMs: 0 },
  { table: 'form_indexes', column: 'builds_until', aheadMs: hourMs },
  { table: 'entry_key_sets', column: 'last_use', aheadMs: 0 },
  { table: 'forms', column: 'changed_at', aheadMs: 0 },
  { table: 'form_counters', column: 'changed_at', aheadMs: 0 },
  { table: 'form_counters', column: 'bytes_counted_at', aheadMs: 0 },
];

/** How many rows of each were brought back; `leadMs` more than is right is left alone. */
export async function correctFutureTimes(
  sql: Runner,
  { now, leadMs }: { now: number; leadMs: number },
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const time = new Date(now).toISOString();
  for (const { table, column, aheadMs, where = 'true', also } of decidingTimes) {
    const latest = new Date(now + aheadMs + leadMs).toISOString();
    const more = also === undefined ? sql`` : sql`, ${sql.unsafe(also)}`;
    const { count } = await sql`update ${sql.unsafe(table)} set ${sql.unsafe(column)} = ${time}::timestamptz ${more}
      where ${sql.unsafe(column)} > ${latest}::timestamptz and ${sql.unsafe(where)}`;
    if (count > 0) counts[`${table}.${column}`] = count;
  }
  // Days that are not there yet have used nothing. Tomorrow may have begun where the caller is.
  const tomorrow = new Date(now + 24 * hourMs).toISOString().slice(0, 10);
  const used = await sql`delete from quota_use where day > ${tomorrow}`;
  if (used.count > 0) counts['quota_use.day'] = used.count;
  const emails = await sql`delete from email_counts where day > ${tomorrow}::date`;
  if (emails.count > 0) counts['email_counts.day'] = emails.count;
  return counts;
}
