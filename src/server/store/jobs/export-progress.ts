// How far exports are. Written by the process at work about once a second, read by any.
import type { Runner } from '../connection/db.ts';

export interface ExportProgressRow {
  readonly rowsDone: number;
  readonly rowsTotal: number;
  readonly isDone: boolean;
  readonly error: string | null;
  readonly changedAt: string;
}

export interface ExportRun {
  readonly account: string;
  readonly id: string;
  readonly request: string;
}

/** The id belongs to this request from now on. */
export async function startExportProgress(
  sql: Runner,
  run: ExportRun & { rowsTotal: number; time: string },
): Promise<void> {
  await sql`insert into export_progress (account, id, request, rows_done, rows_total, is_done, changed_at)
    values (${run.account}, ${run.id}, ${run.request}, 0, ${run.rowsTotal}, false, ${run.time})
    on conflict (account, id) do update set request = excluded.request, rows_done = 0, rows_total = excluded.rows_total,
      is_done = false, error = null, changed_at = excluded.changed_at`;
}

export async function setExportProgress(
  sql: Runner,
  run: ExportRun,
  state: { rowsDone: number; rowsTotal: number; isDone: boolean; error: string | null; time: string },
): Promise<void> {
  await sql`update export_progress set rows_done = ${state.rowsDone}, rows_total = ${state.rowsTotal},
      is_done = ${state.isDone}, error = ${state.error}, changed_at = ${state.time}
    where account = ${run.account} and id = ${run.id} and request = ${run.request}`;
}

export async function findExportProgress(
  sql: Runner,
  wanted: { account: string; id: string },
): Promise<ExportProgressRow | undefined> {
  const [row] = await sql<ExportProgressRow[]>`select rows_done as "rowsDone", rows_total as "rowsTotal",
      is_done as "isDone", error, changed_at as "changedAt" from export_progress
    where account = ${wanted.account} and id = ${wanted.id}`;
  return row;
}

export async function deleteOldExportProgress(sql: Runner, before: string): Promise<void> {
  await sql`delete from export_progress where changed_at < ${before}`;
}
