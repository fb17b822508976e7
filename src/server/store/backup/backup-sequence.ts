// The number of the last backup. It only grows, also where a place of backups lost files; a restore takes the number of the place over.
// [running.backup.order]
import type { Runner, Transaction } from '../connection/db.ts';

const name = 'backupSequence';

/** One more than the last. The row stays locked until the transaction ends: backups that start at once take their turn here. */
export async function takeSequence(tx: Transaction): Promise<number> {
  const [row] = await tx<{ value: string }[]>`insert into settings (name, value) values (${name}, '1')
    on conflict (name) do update set value = (settings.value::bigint + 1)::text returning value`;
  return Number(row?.value);
}

/** Never lowers it. */
export async function raiseSequence(sql: Runner, atLeast: number): Promise<void> {
  await sql`insert into settings (name, value) values (${name}, ${String(atLeast)})
    on conflict (name) do update set value = excluded.value where settings.value::bigint < excluded.value::bigint`;
}
