// While a backup copies files, nobody removes content that its snapshot still shows: deletions are marked as ever, and their content
// goes when the backup is done. A hold runs out by itself, should its backup have been killed. [running.backup.files]
import type { Runner } from '../connection/db.ts';

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
    or (name like ${`${prefix}%`} and value::bigint not between extract(epoch from now())
      and extract(epoch from now()) + ${2 * holdMinutes * 60})`;
}

export async function areFilesHeld(sql: Runner): Promise<boolean> {
  // One that ends later than any hold can was made while the clock was ahead.
  const rows = await sql`select 1 from settings where name like ${`${prefix}%`}
    and value::bigint between extract(epoch from now()) and extract(epoch from now()) + ${2 * holdMinutes * 60} limit 1`;
  return rows.length > 0;
}

/** A restored database has the hold of its own backup. */
export async function dropHolds(sql: Runner): Promise<void> {
  await sql`delete from settings where name like ${`${prefix}%`}`;
}
