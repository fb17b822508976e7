// Reads that may take long (exports, insight, long lists) can go to a standby (DATABASE_READ_URL) and never miss what was
// acknowledged before they began: the standby is asked only once it has replayed as much as the primary had written by then. One that
// is behind, away or not a standby costs nothing but speed: the primary is read instead. [running.read-url]

import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../base/log-types.ts';
import { type Db, openDb, type Runner, type Sql } from './db.ts';
import type { StatementLabels } from './statement-labels.ts';

export interface Reads {
  /** What is read through it shows at least everything that was committed when its first read began. */
  open(): ReadPoint;
  /** How many reads were served by which. */
  counts(): { readonly standby: number; readonly primary: number };
  close(): Promise<void>;
}

export interface ReadPoint {
  /** May run the work a second time, on the primary: it must only read. */
  run<T>(work: (sql: Runner) => Promise<T>): Promise<T>;
}

const maxConnections = 4;
/** A standby that is further behind is not waited for. */
const maxLagMs = 1_000;
const lookEveryMs = 20;
/** After a failure the primary is read for so long. */
const restMs = 10_000;

export function createReads({
  db,
  url,
  log,
  labels,
}: {
  db: Db;
  url: string | undefined;
  log: Log;
  labels: StatementLabels | undefined;
}): Reads {
  const counts = { standby: 0, primary: 0 };
  if (url === undefined) {
    return { open: () => ({ run: (work) => work(db.sql) }), counts: () => counts, async close() {} };
  }
  let opening: Promise<Db | undefined> | undefined;
  let restsUntil = 0;
  let isClosed = false;

  function rest(error: unknown): void {
    restsUntil = performance.now() + restMs;
    log.warn(
      { error: String(error) },
      'the standby of DATABASE_READ_URL cannot be read now; the primary is read instead',
    );
  }

  async function findStandby(): Promise<Db | undefined> {
    if (performance.now() < restsUntil || isClosed) return undefined;
    opening ??= openDb(url as string, { maxConnections, use: 'read', ...(labels && { labels }) }).catch(
      (error: unknown) => {
        opening = undefined;
        rest(error);
        return undefined;
      },
    );
    return opening;
  }

  return {
    open() {
      let position: Promise<string> | undefined;
      return {
        async run<T>(work: (sql: Runner) => Promise<T>): Promise<T> {
          position ??= findPosition(db.sql);
          const [standby, reached] = await Promise.all([findStandby(), position]);
          if (standby !== undefined) {
            try {
              // One transaction, so one connection: each may lead to another standby.
              const found = await standby.transaction(async (tx) => {
                await waitForPosition(tx, reached);
                return work(tx);
              });
              counts.standby += 1;
              return found;
            } catch (error) {
              // Also what is wrong with the work itself: the primary will say so.
              rest(error);
            }
          }
          counts.primary += 1;
          return work(db.sql);
        },
      };
    },
    counts: () => counts,
    async close() {
      isClosed = true;
      await (await opening)?.close();
    },
  };
}

/** What was acknowledged is flushed, except where commits do not wait for that. */
async function findPosition(sql: Sql): Promise<string> {
  const [row] = await sql<{ position: string }[]>`
    select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end::text as position`;
  return row!.position;
}

async function waitForPosition(sql: Runner, position: string): Promise<void> {
  for (const deadline = performance.now() + maxLagMs; ; await sleep(lookEveryMs)) {
    const [row] = await sql<{ isStandby: boolean; isThere: boolean | null }[]>`
      select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn() >= ${position}::text::pg_lsn as "isThere"`;
    if (row?.isStandby !== true) throw new Error('It is not a standby.');
    if (row.isThere === true) return;
    if (performance.now() > deadline) throw new Error(`It is more than ${maxLagMs / 1000} s behind.`);
  }
}

declare module '../../base/services.ts' {
  interface Services {
    /** Exports, insight and lists without a limit: from a standby where there is one. */
    readonly reads: Reads;
  }
}
