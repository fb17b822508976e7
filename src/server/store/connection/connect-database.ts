// The first connection to the database: waits for one that is not there yet, and finds out whether a pooler is in between.
// [running.start.database]
//
// Behind a pooler (PgBouncer in transaction mode and its like) two statements of one connection may run on two servers: statements
// prepared by name are then unknown or, worse, somebody else's. It shows in the process id, which the pooler makes up.
import { setTimeout as sleep } from 'node:timers/promises';
import { asUnavailable } from './database-errors.ts';
import type { Pool } from './pool.ts';
import type { Session } from './transaction.ts';

export interface DatabaseWait {
  /** How long a database that cannot be reached is waited for. */
  readonly maxMs: number;
  readonly log: { warn(fields: object, message: string): void };
}

/** The database cannot be used; the message says why in one line. */
export class DatabaseConnectionError extends Error {}

const tryEveryMs = 500;
const reportEveryMs = 10_000;

export async function connectToDatabase(
  pool: Pool,
  options: {
    readonly hosts: readonly string[];
    readonly saysPrepare: boolean;
    /** Settings that a pooler may not know. */
    readonly limits: readonly string[];
    readonly wait: DatabaseWait | undefined;
  },
): Promise<void> {
  const { hosts, wait } = options;
  const name = hosts.join(', ');
  const started = performance.now();
  let reported = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      const isPooled = await pool.sql.hold(hasPooler);
      if (isPooled && !options.saysPrepare) pool.stopPreparing();
      if (isPooled) pool.leaveOut(options.limits);
      return;
    } catch (error) {
      const { message } = error as Error;
      // What PgBouncer says to parameters that it does not keep for each client.
      if (/startup parameter/.test(message) && pool.leaveOut(options.limits)) continue;
      const waitedMs = performance.now() - started;
      const isPassing = asUnavailable(error) !== error;
      if (!isPassing) throw new DatabaseConnectionError(`The database at ${name} cannot be used: ${message}`);
      if (wait === undefined || waitedMs + tryEveryMs > wait.maxMs) {
        const seconds = Math.round(waitedMs / 1000);
        throw new DatabaseConnectionError(
          `The database at ${name} could not be reached within ${seconds} s: ${message}. DATABASE_WAIT sets how long a start waits.`,
        );
      }
      if (performance.now() - reported >= reportEveryMs) {
        reported = performance.now();
        const left = Math.ceil((wait.maxMs - waitedMs) / 1000);
        wait.log.warn({}, `Waiting for the database at ${name} (for ${left} s at most): ${message}`);
      }
      await sleep(tryEveryMs);
    }
  }
}

/** Of the server that the session leads to. */
export async function hasPooler({ unsafe, connection }: Session): Promise<boolean> {
  const [row] = await unsafe<{ pid: number }[]>('select pg_backend_pid() as pid');
  return row?.pid !== connection.pid;
}
