// When each job last ran, so that of several processes one runs it.
import type { Runner } from '../connection/db.ts';

/** True for the one process whose turn it is. One that last ran after `lastPossible` ran by a wrong clock: it is due. */
export async function claimJob(
  sql: Runner,
  job: { name: string; now: string; lastBefore: string; lastPossible: string },
): Promise<boolean> {
  const rows = await sql`
    insert into jobs (name, last_run) values (${job.name}, ${job.now})
    on conflict (name) do update set last_run = excluded.last_run 
      where jobs.last_run < ${job.lastBefore} or jobs.last_run > ${job.lastPossible}
    returning name`;
  return rows.length === 1;
}

/**
 * True for the one process that does what is due since `due`. The first process ever to ask only notes the time: a job that has a
 * time of day does not begin at any other. A time after `lastPossible` came of a wrong clock.
 */
export async function claimDaily(
  sql: Runner,
  job: { name: string; now: string; due: string; lastPossible: string },
): Promise<boolean> {
  await sql`insert into jobs (name, last_run) values (${job.name}, ${job.now}) on conflict (name) do nothing`;
  const rows = await sql`update jobs set last_run = ${job.now} where name = ${job.name}
    and (last_run < ${job.due} or last_run > ${job.lastPossible}) returning name`;
  return rows.length === 1;
}
