// The connections to PostgreSQL: transactions, the limits of every wait, and what an error means for a caller.
import { DatabaseError } from 'pg';
import { type DatabaseUse, readDatabaseUrl, serverKind } from '../../base/database-url.ts';
import { connectToDatabase, type DatabaseWait } from './connect-database.ts';
import { codeOf } from './database-errors.ts';
import { createLockLanes } from './lock-lanes.ts';
import { openPool, type Sql } from './pool.ts';
import { createSilentBackends } from './silent-backends.ts';
import type { StatementLabels } from './statement-labels.ts';
import { type StatementWatch, watchStatements } from './statement-watch.ts';
import type { Session } from './transaction.ts';

export type { Sql } from './pool.ts';
export type { Runner, Statement } from './sql.ts';
export type { Fragment } from './statement-texts.ts';
export type Transaction = Session;

export interface Db {
  readonly sql: Sql;
  /**
   * Throws what the work throws, after rolling back. Work that met a deadlock or a locked row runs again: it must touch nothing else.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** One state of the whole database, however long the work takes and whatever is written meanwhile. It only reads. */
  snapshot<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** False while the database is away, does not respond, is a standby or read-only, or has no room. */
  canWrite(): Promise<boolean>;
  /** True when no server that can be used has been found for a second, or the one in use does not respond. Costs nothing. */
  isAway(): boolean;
  /** Connections that are open, those with a statement or transaction in progress, and statements that wait for one. */
  load(): PoolLoad;
  /** Errors of statements and connections so far, by their code. */
  errorCounts(): ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  /** Lifts the limits on its statements: for migrations and the like, never for a request. */
  readonly isLong?: boolean;
  /** What the transaction locks, as far as it is known beforehand: the id of a form or an account. See lock-lanes.ts. */
  readonly lane?: string;
  /** The caller bounds how many such transactions there are: they wait for their locks in the database. */
  readonly isBounded?: boolean;
}

export interface PoolLoad {
  readonly open: number;
  readonly busy: number;
  readonly waiting: number;
}

export const connectionsPerProcess = 10;

/** Limits that the server keeps, in milliseconds; those of an address (`?statement_timeout=...`) win. docs/limits.md */
const serverLimits = { statement_timeout: 60_000, lock_timeout: 10_000, idle_in_transaction_session_timeout: 30_000 };
const statementMs = serverLimits.statement_timeout + 5_000;
const waitMs = 10_000;
const oneHost = { connectMs: 8_000, waitWithoutAnyMs: 8_000 };
/** Another host may serve: each gets less time. */
const severalHosts = { connectMs: 2_000, waitWithoutAnyMs: 2_000 };
const healthTimeoutMs = 2_000;
const closeSeconds = 3;

export async function openDb(
  url: string,
  options: { maxConnections: number; wait?: DatabaseWait; use?: DatabaseUse; labels?: StatementLabels },
): Promise<Db> {
  const { use = 'write' } = options;
  const address = readDatabaseUrl(url, use);
  // Instead of a standby the primary serves.
  const isAlone = address.hosts.length === 1 && use === 'write';
  const { connectMs, waitWithoutAnyMs } = isAlone ? oneHost : severalHosts;
  let hasRoom = true;
  const errorCounts = new Map<string, number>();
  const lanes = createLockLanes({ maxConnections: options.maxConnections, maxWaitMs: serverLimits.lock_timeout });
  const onError = (error: unknown) => {
    const code = codeOf(error) ?? 'none';
    errorCounts.set(code, (errorCounts.get(code) ?? 0) + 1);
    if (noRoomCodes.has(code)) hasRoom = false;
    watch.noteError(error);
  };
  const pool = openPool(address.url, {
    max: options.maxConnections,
    kind: serverKind[use],
    settings: { application_name: 'formstead', TimeZone: 'UTC', DateStyle: 'ISO', ...serverLimits },
    connectMs,
    ...(options.labels && { label: options.labels.find }),
    onError,
  });
  const { sql } = pool;
  const connectOnce = () =>
    openPool(address.url, {
      max: 1,
      kind: serverKind[use],
      settings: { application_name: 'formstead' },
      prepares: false,
      connectMs: 2_000,
      idleMs: 10_000,
    });
  const silentBackends = createSilentBackends(connectOnce, onError);
  const limits = { statementMs, waitMs, waitWithoutAnyMs };
  const watch = watchStatements(pool, { limits, silentBackends });
  const close = async (timeoutSeconds = closeSeconds) => {
    await sql.end({ timeoutSeconds });
    watch.stop();
    await silentBackends.close();
  };
  try {
    await connectToDatabase(pool, { ...address, limits: Object.keys(serverLimits), wait: options.wait });
  } catch (error) {
    await close(0);
    throw error;
  }

  return {
    sql,
    transaction<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
      const { isLong = false, isBounded = false, lane } = options;
      return runAgainOnDeadlock(() => {
        if (isLong) return runLong(sql, work, watch);
        if (isBounded) return sql.begin(work);
        // How long it waits for each lock is sent along with its beginning.
        return lanes.run((lockMs) => sql.begin(work, `begin; set local lock_timeout = ${lockMs}`), lane);
      });
    },
    snapshot: (work) => runLong(sql, work, watch, 'begin isolation level repeatable read read only'),
    async canWrite() {
      if (watch.hasSilentHost()) return false;
      const timeout = new Promise<false>((done) => setTimeout(done, healthTimeoutMs, false).unref());
      // A failure of any kind is the response to the question asked here.
      const isWritable = await Promise.race([isPrimary(sql).catch(() => false), timeout]);
      if (isWritable && !hasRoom) hasRoom = await Promise.race([findRoom(sql).catch(() => false), timeout]);
      return isWritable && hasRoom;
    },
    isAway: watch.isAway,
    load: watch.load,
    errorCounts: () => errorCounts,
    close: () => close(),
  };
}

/** Without the limits of the server and of the watch. */
function runLong<T>(
  sql: Sql,
  work: (tx: Transaction) => Promise<T>,
  watch: StatementWatch,
  begin = 'begin',
): Promise<T> {
  const noLimits = Object.keys(serverLimits).map((name) => `set local ${name} = 0`);
  return sql.begin(
    async (tx) => {
      const end = watch.allowLong(tx.connection);
      try {
        return await work(tx);
      } finally {
        end();
      }
    },
    [begin, ...noLimits].join('; '),
  );
}

async function isPrimary(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ isReadOnly: boolean }[]>`
    select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly"`;
  return row?.isReadOnly === false;
}

/** After a write found the disk full: whether a small one finds room again. Nothing of it stays. */
async function findRoom(sql: Sql): Promise<boolean> {
  await sql.begin(async (tx) => {
    await tx`create temporary table formstead_room (filler text) on commit drop`;
    await tx`alter table formstead_room alter column filler set storage external`;
    await tx`insert into formstead_room select repeat('x', 8000)`;
  });
  return true;
}

const noRoomCodes = new Set(['53100', '58030']);

const maxAttempts = 4;
/** 40P01: two processes locked rows in each other's way; 40001: a distributed database asks for another try. */
export async function runAgainOnDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const code = codeOf(error);
      if ((code !== '40P01' && code !== '40001') || attempt === maxAttempts) throw error;
    }
  }
}

/** The name of the unique constraint that a statement broke, if that is why it failed. */
export function brokenUnique(error: unknown): string | undefined {
  return error instanceof DatabaseError && error.code === '23505' ? error.constraint : undefined;
}

declare module '../../base/services.ts' {
  interface Services {
    readonly db: Db;
  }
}
