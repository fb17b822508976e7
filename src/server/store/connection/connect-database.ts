// The first connection to the database: waits for one that is not there yet, and finds out whether a pooler is in between.
// [running.start.database]
//
// Behind a pooler (PgBouncer in transaction mode and its like) two statements of one connection may run on two servers: statements
// prepared by name are then unknown or, worse, somebody else's. It shows in the process id, which the pooler makes up.
import { setTimeout as sleep } from 'node:timers/promises';
import { asUnavailable } from './database-errors.ts';
import type { Sql } from './db.ts';

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
  sql: Sql,
  options: {
    readonly hosts: readonly string[];
    readonly saysPrepare: boolean;
    /** Start-up parameters that a pooler may not know. */
    readonly limits: Readonly<Record<string, number>>;
    readonly wait: DatabaseWait | undefined;
  },
): Promise<void> {
  const { hosts, wait } = options;
  const name = hosts.join(', ');
  const driver = (sql as unknown as { options: DriverOptions }).options;
  const started = performance.now();
  let reported = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      const isPooled = await hasPooler(sql);
      if (isPooled && !options.saysPrepare) driver.prepare = false;
      if (isPooled) leaveOut(options.limits, driver);
      return;
    } catch (error) {
      const { message } = error as Error;
      // What PgBouncer says to parameters that it does not keep for each client.
      if (/startup parameter/.test(message) && leaveOut(options.limits, driver)) continue;
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

interface DriverOptions {
  prepare: boolean;
  readonly connection: Record<string, unknown>;
}

async function hasPooler(sql: Sql): Promise<boolean> {
  const rows = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid');
  const { pid } = (rows as unknown as { state: { pid: number } }).state;
  return rows[0]?.pid !== pid;
}

/** True when there was something to leave out. */
function leaveOut(limits: Readonly<Record<string, number>>, driver: DriverOptions): boolean {
  const names = Object.keys(limits).filter((name) => driver.connection[name] !== undefined);
  for (const name of names) delete driver.connection[name];
  return names.length > 0;
}
