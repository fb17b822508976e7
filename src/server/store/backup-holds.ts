// While a backup copies files, nobody removes content that its snapshot still shows: deletions are marked as ever, and their content
// goes when the backup is done. A hold runs out by itself, should its backup have been killed. [running.backup.files]
import type { Runner } from './db.ts';

const prefix = 'backupHold.';
const holdMinutes = 10;

/** Longer than the pause between two calls. */
export async function holdFiles(sql: Runner, backup: string): Promise<void> {
  await sql`insert into settings (name, value)
    values (${prefix + backup}, (extract(epoch from now() + ${holdMinutes} * interval '1 minute'))::bigint::text)
    on conflict (name) do update set value = excluded.value`;
}

export async function releaseFiles(sql: Runner, backup: string): Promise<void> {
  await sql`delete from settings where name = ${prefix + backup}
    or (name like ${`${prefix}%`} and value::bigint < extract(epoch from now()))`;
}

export async function areFilesHeld(sql: Runner): Promise<boolean> {
  const rows = await sql`select 1 from settings
    where name like ${`${prefix}%`} and value::bigint >= extract(epoch from now()) limit 1`;
  return rows.length > 0;
}

/** A restored database has the hold of its own backup. */
export async function dropHolds(sql: Runner): Promise<void> {
  await sql`delete from settings where name like ${`${prefix}%`}`;
}
