// Bounds every wait for the database. Statements under way are looked at twice a second:
//
//   waits for a connection   -> given up after a while, and sooner when no server can be reached at all
//   has run for some seconds -> its host is asked whether it is alive; one that stays silent loses all its connections
//   has run for too long     -> its connection is cut. The server's own limits are shorter, so this is for one that ignores them
//
// Time is counted in looks, not by the clock: a process that was suspended does not blame the database for it.
import { DatabaseTimeout } from './database-errors.ts';
import type { Sql, Transaction } from './db.ts';
import { type HostAddress, isHostAlive } from './probe-host.ts';

const lookEveryMs = 500;
const suspiciousMs = 3_000;
const probeMs = 2_500;
const maxSilentProbes = 2;
/** Migrations build indexes. */
const maxLongMs = 6 * 60 * 60 * 1000;

export interface WatchLimits {
  /** One statement, from when it is handed over. */
  readonly statementMs: number;
  /** A statement that waits for a connection while others work. */
  readonly waitMs: number;
  /** The same while no connection is open. */
  readonly waitWithoutAnyMs: number;
}

/** What the driver keeps of a connection; `isOpen`, `destroy` and the address are there by scripts/postgres-edits.mjs. */
interface Connection {
  readonly host: string;
  readonly port: number;
  readonly path: string | false;
  isOpen(): boolean;
  destroy(error: Error): void;
}

/** The parts of the driver's query that are used here. */
interface Query {
  /** Null until a connection runs it. */
  readonly state: Connection | null;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
  cancel(): void;
}

interface Watched {
  readonly since: number;
  readonly transaction: Transaction | undefined;
}

export interface StatementWatch {
  /** Statements of this transaction may take as long as they need, while their host is alive. */
  allowLong(tx: Transaction): void;
  /** True while a host with statements under way does not respond. */
  hasSilentHost(): boolean;
  stop(): void;
}

export function watchStatements(
  pool: Sql,
  options: {
    readonly limits: WatchLimits;
    readonly onError: (error: unknown) => void;
    /** All its connections were cut. */
    readonly onDeadHost: (address: string) => void;
  },
): StatementWatch {
  const { limits } = options;
  const underWay = new Map<Query, Watched>();
  const longTransactions = new WeakSet<Transaction>();
  const connections = new Set<Connection>();
  const silentProbes = new Map<string, number>();
  const probing = new Set<string>();
  let looks = 0;

  // Called by the driver for every statement, `begin` and `commit` included.
  function watch(query: Query, transaction: Transaction | undefined): void {
    const { resolve, reject } = query;
    underWay.set(query, { since: looks, transaction });
    query.resolve = (result) => {
      underWay.delete(query);
      if (connections.size < maxKnown && query.state !== null) connections.add(query.state);
      resolve(result);
    };
    query.reject = (error) => {
      underWay.delete(query);
      options.onError(error);
      reject(error);
    };
  }

  function look(): void {
    looks += 1;
    const suspects = new Map<string, HostAddress>();
    for (const [query, { since, transaction }] of underWay) {
      const ms = (looks - since) * lookEveryMs;
      const { state } = query;
      if (state === null) {
        // Statements of a transaction wait for each other only: the one in front has its own limit.
        if (transaction === undefined && ms > (hasOpenConnection() ? limits.waitMs : limits.waitWithoutAnyMs)) {
          query.reject(new DatabaseTimeout('No connection to the database became free.'));
          query.cancel();
        }
        continue;
      }
      connections.add(state);
      const maxMs = transaction && longTransactions.has(transaction) ? maxLongMs : limits.statementMs;
      if (ms > maxMs) state.destroy(new DatabaseTimeout(`A statement took longer than ${maxMs / 1000} s.`));
      else if (ms >= suspiciousMs) suspects.set(nameOf(state), addressOf(state));
    }
    for (const name of silentProbes.keys()) if (!suspects.has(name)) silentProbes.delete(name);
    for (const [name, address] of suspects) if (!probing.has(name)) void probe(name, address);
  }

  async function probe(name: string, address: HostAddress): Promise<void> {
    probing.add(name);
    const isAlive = await isHostAlive(address, probeMs);
    probing.delete(name);
    if (isAlive) return void silentProbes.delete(name);
    const count = (silentProbes.get(name) ?? 0) + 1;
    silentProbes.set(name, count);
    if (count < maxSilentProbes) return void probe(name, address);
    const error = new DatabaseTimeout(`The database at ${name} does not respond.`);
    for (const connection of connections) if (nameOf(connection) === name) connection.destroy(error);
    silentProbes.delete(name);
    options.onDeadHost(name);
  }

  function hasOpenConnection(): boolean {
    for (const connection of connections) if (connection.isOpen()) return true;
    return false;
  }

  const { options: driver } = pool as unknown as { options: { max: number; watch: typeof watch } };
  const maxKnown = driver.max;
  driver.watch = watch;
  const timer = setInterval(look, lookEveryMs).unref();
  return {
    allowLong: (tx) => void longTransactions.add(tx),
    hasSilentHost: () => silentProbes.size > 0,
    stop: () => clearInterval(timer),
  };
}

function nameOf({ host, port, path }: Connection): string {
  return path || `${host}:${port}`;
}

function addressOf({ host, port, path }: Connection): HostAddress {
  return path ? { path } : { host, port };
}
