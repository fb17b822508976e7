// The connections to PostgreSQL: transactions, the limits of every wait, and what an error means for a caller.
import { AsyncLocalStorage } from 'node:async_hooks';
import postgres from 'postgres';
import { type DatabaseUse, readDatabaseUrl, serverKind } from '../../base/database-url.ts';
import { columnTypes } from './column-types.ts';
import { connectToDatabase, type DatabaseWait } from './connect-database.ts';
import { codeOf } from './database-errors.ts';
import { createLockLanes } from './lock-lanes.ts';
import { createSilentBackends } from './silent-backends.ts';
import type { StatementLabels } from './statement-labels.ts';
import { type Connection, type StatementWatch, watchStatements } from './statement-watch.ts';

export type Sql = postgres.Sql<Record<string, never>>;
export type Transaction = postgres.TransactionSql<Record<string, never>>;
/** What a statement can run on: the pool, or a transaction that is in progress. */
export type Runner = Sql | Transaction;

/** A piece of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

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
const oneHost = { connectSeconds: 8, waitWithoutAnyMs: 8_000 };
/** Another host may serve: each gets less time. */
const severalHosts = { connectSeconds: 2, waitWithoutAnyMs: 2_000 };
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
  const { connectSeconds, waitWithoutAnyMs } = isAlone ? oneHost : severalHosts;
  const sql = postgres(address.url, {
    max: options.maxConnections,
    fetch_types: false,
    idle_timeout: 300,
    connect_timeout: connectSeconds,
    keep_alive: 10,
    backoff: (failures: number) => Math.min(0.05 * 2 ** failures, 0.5),
    target_session_attrs: serverKind[use],
    onnotice: () => {},
    connection: { application_name: 'formstead', TimeZone: 'UTC', DateStyle: 'ISO', ...serverLimits },
    types: columnTypes,
  }) as unknown as Sql;
  // The driver takes only options that it knows; these are of its edits.
  Object.assign(sql.options, { outside: AsyncLocalStorage.snapshot() });
  if (options.labels !== undefined) Object.assign(sql.options, { label: options.labels.find });
  let hasRoom = true;
  const errorCounts = new Map<string, number>();
  const lanes = createLockLanes({ maxConnections: options.maxConnections, maxWaitMs: serverLimits.lock_timeout });
  const onError = (error: unknown) => {
    const code = codeOf(error) ?? 'none';
    errorCounts.set(code, (errorCounts.get(code) ?? 0) + 1);
    if (noRoomCodes.has(code)) hasRoom = false;
  };
  const connectOnce = () =>
    postgres(address.url, {
      max: 1,
      prepare: false,
      fetch_types: false,
      idle_timeout: 10,
      connect_timeout: 2,
      target_session_attrs: serverKind[use],
      onnotice: () => {},
      connection: { application_name: 'formstead' },
    });
  const silentBackends = createSilentBackends(connectOnce, onError);
  const watch = watchStatements(sql, {
    limits: { statementMs, waitMs, waitWithoutAnyMs },
    onError,
    onDeadHost: (dead) => passOverHost(sql, dead),
    silentBackends,
  });
  const close = async (timeout = closeSeconds) => {
    await sql.end({ timeout });
    watch.stop();
    await silentBackends.close();
  };
  try {
    await connectToDatabase(sql, { ...address, limits: serverLimits, wait: options.wait });
  } catch (error) {
    await close(0);
    throw error;
  }

  return {
    sql,
    transaction<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
      const { isLong = false, isBounded = false, lane } = options;
      const begin = (run: (tx: Transaction) => Promise<T>) =>
        sql.begin((tx) => run(tx as unknown as Transaction)) as Promise<T>;
      return runAgainOnDeadlock(() => {
        if (isLong) return begin((tx) => runLong(tx, work, watch));
        if (isBounded) return begin(work);
        return lanes.run((lockMs) => begin((tx) => runBriefly(tx, work, lockMs)), lane);
      });
    },
    snapshot(work) {
      const begun = sql.begin('isolation level repeatable read read only', (tx) =>
        runLong(tx as unknown as Transaction, work, watch),
      );
      return begun as ReturnType<typeof work>;
    },
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

/** Waits for each lock for so long. The setting is sent along with the first statement of the work, not before it. */
function runBriefly<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>, lockMs: number): Promise<T> {
  // A failure of it fails the transaction.
  void tx`select set_config('lock_timeout', ${String(lockMs)}, true)`.execute();
  return work(tx);
}

async function runLong<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>, watch: StatementWatch): Promise<T> {
  const names = Object.keys(serverLimits);
  const settings = names.map((name) => `set_config('${name}', '0', true)`);
  const { state } = (await tx.unsafe(`select ${settings.join(', ')}`)) as unknown as { state: Connection };
  const end = watch.allowLong(state);
  try {
    return await work(tx);
  } finally {
    end();
  }
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

/** Connections begin with the host that served last; when that one is dead, with its neighbour. */
function passOverHost(sql: Sql, dead: string): void {
  const { host, port, shared } = (sql as unknown as { options: DriverOptions }).options;
  const first = (shared.hostIndex ?? 0) % host.length;
  if (`${host[first]}:${port[first]}` === dead) shared.hostIndex = first + 1;
}

interface DriverOptions {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly shared: { hostIndex?: number };
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
  if (!(error instanceof postgres.PostgresError) || error.code !== '23505') return undefined;
  return error.constraint_name;
}

declare module '../../base/services.ts' {
  interface Services {
    readonly db: Db;
  }
}
