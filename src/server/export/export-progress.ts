// Tells how far an export is: GET /entry/export/{progressId}/progress, and the writing of what it reads. In the database,
// because whoever asks may reach another process. [export.progress]
import type { ExportProgress as Progress } from '../../api-types/entries.ts';
import { isoNow } from '../base/clock.ts';
import { errors, errorText, ServiceError } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { findExportProgress, setExportProgress, startExportProgress } from '../store/jobs/export-progress.ts';

export async function getExportProgress(
  request: ApiRequest<{ progressId: string }>,
  services: Pick<Services, 'clock' | 'db'>,
): Promise<Progress> {
  const { progressId: id } = request.params;
  const row = await findExportProgress(services.db.sql, { account: callerOf(request).account, id });
  if (row === undefined) throw errors.exportNotFound(id);
  const { rowsDone, rowsTotal, isDone, error, changedAt } = row;
  // Its process was killed: nobody else will say so.
  const isLost = !isDone && services.clock.now() - Date.parse(changedAt) > lostMs;
  const text = isLost ? errorText(errors.exportInterrupted(), request.locales) : error;
  return { rowsDone, rowsTotal, isDone: isDone || isLost, ...(text === null ? {} : { error: text }) };
}

export interface ExportProgress {
  add(rows: number): void;
  /** The last word; never throws. */
  end(failure?: unknown): Promise<void>;
}

/** For an export that nobody asks about. */
export const noProgress: ExportProgress = { add: () => {}, end: async () => {} };

/** Of an export that reads the entries several times: an entry is done when it was read for the last time. */
export function sharedProgress(progress: ExportProgress, passes: number): Pick<ExportProgress, 'add'> {
  let read = 0;
  let done = 0;
  return {
    add(rows) {
      read += rows;
      const now = Math.floor(read / passes);
      if (now > done) progress.add(now - done);
      done = now;
    },
  };
}

const lookMs = 1_000;
/** So often at least, also while an export waits for its turn: then it is alive. */
const aliveMs = 15_000;
const lostMs = 60_000;

export async function trackProgress(
  { id, rowsTotal, request }: { id: string; rowsTotal: number; request: ApiRequest },
  services: Pick<Services, 'clock' | 'log' | 'db'>,
): Promise<ExportProgress> {
  const { db, clock, log } = services;
  const run = { account: callerOf(request).account, id, request: request.id };
  await startExportProgress(db.sql, { ...run, rowsTotal, time: isoNow(clock) });
  let rowsDone = 0;
  let written = { rowsDone, at: performance.now() };
  let writing = Promise.resolve();

  function write(last: { isDone: boolean; error: string | null }): Promise<void> {
    written = { rowsDone, at: performance.now() };
    // Entries that came meanwhile are in the export too.
    const total = last.isDone && last.error === null ? rowsDone : Math.max(rowsTotal, rowsDone);
    const state = { rowsDone, rowsTotal: total, time: isoNow(clock), ...last };
    writing = writing
      .then(() => db.transaction((tx) => setExportProgress(tx, run, state)))
      // The export itself does not depend on it.
      .catch((error: unknown) => log.warn({ requestId: request.id, error: String(error) }, 'progress not written'));
    return writing;
  }

  const timer = setInterval(() => {
    const isDue = rowsDone > written.rowsDone || performance.now() - written.at >= aliveMs;
    if (isDue) void write({ isDone: false, error: null });
  }, lookMs);
  timer.unref();

  return {
    add(rows) {
      const isFirst = rowsDone === 0;
      rowsDone += rows;
      // That it has begun is said at once.
      if (isFirst) void write({ isDone: false, error: null });
    },
    end(failure) {
      clearInterval(timer);
      return write({ isDone: true, error: failure === undefined ? null : sayFailure(failure, request) });
    },
  };
}

function sayFailure(failure: unknown, request: ApiRequest): string {
  return errorText(failure instanceof ServiceError ? failure : errors.internal(failure), request.locales);
}
