// Statements for what was deleted after the backup that is being restored. [running.restore.erasures]
import { entryStatusNumber } from '../../../core/plan/entry-status.ts';
import type { Runner } from '../connection/db.ts';

export async function listLivingIds(
  sql: Runner,
  table: 'forms' | 'users' | 'api_keys',
): Promise<{ id: string; owner: string | null }[]> {
  const owner = table === 'api_keys' ? sql`user_id` : sql`null`;
  return sql<{ id: string; owner: string | null }[]>`select id, ${owner} as owner from ${sql(table)} order by id`;
}

/** Those of the entries that are there and not deleted. */
export async function listStandingEntries(
  sql: Runner,
  ids: readonly string[],
): Promise<{ id: string; account: string }[]> {
  return sql<{ id: string; account: string }[]>`select id, account from entries
    where id = any(${ids as string[]}::text[]) and status <> ${entryStatusNumber('deleted')}`;
}

/** Only the deletion itself stays. */
export async function blankEntries(sql: Runner, ids: readonly string[]): Promise<void> {
  await sql`update entries set data = '{}', actions = '[]', sent_emails = '[]', archived_renders = '[]', name = null
    where id = any(${ids as string[]}::text[])`;
  await sql`delete from email_attempts where entry = any(${ids as string[]}::text[])`;
}
