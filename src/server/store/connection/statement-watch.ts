// Bounds every wait for the database. Twice a second the connections are looked at; statements themselves pay nothing for it.
//
//   waits for a connection -> given up after a while, and sooner when no server can be reached at all
//   has run for a moment   -> its host is asked whether it is alive; one that stays silent loses all its connections
//   is still unanswered    -> the server is asked about that one connection; one that it has finished or forgotten is cut (silent-backends.ts)
//   has run for too long   -> its connection is cut. The server's own limits are shorter, so this is for one that ignores them
//
// Callers hear sooner that the database is away (`isAway`, http/refuse-while-away.ts): a wrong suspicion costs them one more try, a
// connection that is cut by mistake costs everybody.
// Time is counted in looks, not by the clock: a process that was suspended does not blame the database for it.
import { DatabaseTimeout, isLoss } from './database-errors.ts';
import type { Sql } from './db.ts';
import { type HostAddress, isHostAlive } from './probe-host.ts';
import type { SilentBackends } from './silent-backends.ts';

const lookEveryMs = 500;
const suspiciousMs = 500;
/** A host that responded is not asked again for so long. */
const trustedMs = 1_000;
/** How long each question may remain without a response. */
const probesMs = [1_000, 2_500, 2_500];
/** A statement that has run for so long is asked about. */
const unansweredMs = 3_000;
/** Sent bytes may wait in the system for a slow link: about so many, at about this rate. */
const maxBufferedBytes = 4_000_000;
const slowestBytesPerMs = 200;
const awayMs = 1_000;
/** Migrations build indexes. */
const maxLongMs = 6 * 60 * 60 * 1000;

export interface WatchLimits {
  readonly statementMs: number;
  /** A statement that waits for a connection while others work. */
  readonly waitMs: number;
  /** The same while no connection is open. */
  readonly waitWithoutAnyMs: number;
}

/** What the driver shows of a connection, by scripts/postgres-edits.mjs. */
export interface Connection {
  /** Of the server's process; a pooler makes one up. */
  readonly pid: number | null;
  readonly host: string | null;
  readonly port: number | null;
  readonly path: string | false;
  isOpen(): boolean;
  /** The statement that it runs. */
  current(): Query | null;
  /** Bytes. */
  received(): number;
  /** Bytes, with those that still wait in the process. */
  sent(): number;
  unsent(): number;
  /** The statement that it was opened for, until it is open. */
  opening(): Query | null;
  destroy(error: Error): void;
}

interface Query {
  reject(error: Error): void;
  cancel(): void;
}

interface WatchedPool {
  readonly connections: readonly Connection[];
  waiting(): Query[];
  readonly options: { onqueryerror?: (error: unknown) => void; readonly shared: { readonly done?: number } };
}

interface Traffic {
  readonly received: number;
  readonly sent: number;
  /** The look from which on the connection may be asked about. */
  readonly quietFrom: number;
}

export interface StatementWatch {
  /** Statements on this connection may take as long as they need while their host is alive, until the function is called. */
  allowLong(connection: Connection): () => void;
  load(): { readonly open: number; readonly busy: number; readonly waiting: number };
  /** True while a host with statements in progress does not respond. */
  hasSilentHost(): boolean;
  /** The same; or connections fail and no statement has been done since; or no server that can be used was found for a while. */
  isAway(): boolean;
  stop(): void;
}

export function watchStatements(
  sql: Sql,
  options: {
    readonly limits: WatchLimits;
    readonly onError: (error: unknown) => void;
    /** All its connections were cut. */
    readonly onDeadHost: (address: string) => void;
    readonly silentBackends: SilentBackends;
  },
): StatementWatch {
  const { limits } = options;
  const pool = sql as unknown as WatchedPool;
  /** The look at which a statement was first seen. */
  let seen = new Map<Query, number>();
  const long = new Set<Connection>();
  const silentProbes = new Map<string, number>();
  const probing = new Set<string>();
  /** The look at which a host last responded. */
  const responded = new Map<string, number>();
  const traffic = new WeakMap<Connection, Traffic>();
  let isAsking = false;
  let looks = 0;
  let looksWithoutServer = 0;
  let hasFailed = false;
  /** How many statements had been done when a connection last failed. */
  let doneAtLoss: number | undefined;

  function look(): void {
    looks += 1;
    const before = seen;
    seen = new Map();
    const ageOf = (query: Query): number => {
      const since = before.get(query) ?? looks;
      seen.set(query, since);
      return (looks - since) * lookEveryMs;
    };
    const waiting = listWaiting();
    const isWanted = waiting.length > 0 || hasFailed;
    looksWithoutServer = isWanted && !hasOpenConnection() ? looksWithoutServer + 1 : 0;
    hasFailed = false;
    for (const query of waiting) {
      if (ageOf(query) >= (hasOpenConnection() ? limits.waitMs : limits.waitWithoutAnyMs)) {
        query.reject(new DatabaseTimeout('No connection to the database became free.'));
        query.cancel();
      }
    }
    const suspects = new Map<string, HostAddress>();
    const unanswered: Connection[] = [];
    for (const connection of pool.connections) {
      const query = connection.current();
      // While it opens, the limit is the driver's connect_timeout.
      if (query === null || connection.opening() !== null) continue;
      const ms = ageOf(query);
      const { quietFrom } = noteTraffic(connection);
      // Long work may leave a response unread for as long as it likes.
      if (ms >= unansweredMs && looks >= quietFrom && !long.has(connection)) unanswered.push(connection);
      const maxMs = long.has(connection) ? maxLongMs : limits.statementMs;
      if (ms > maxMs) connection.destroy(new DatabaseTimeout(`A statement took longer than ${maxMs / 1000} s.`));
      else if (ms >= suspiciousMs) suspects.set(nameOf(connection), addressOf(connection));
    }
    if (unanswered.length > 0 && !isAsking) void giveUpSilent(unanswered);
    for (const name of silentProbes.keys()) if (!suspects.has(name)) silentProbes.delete(name);
    for (const [name, address] of suspects) {
      const isTrusted = (looks - (responded.get(name) ?? Number.NEGATIVE_INFINITY)) * lookEveryMs < trustedMs;
      if (!probing.has(name) && !isTrusted) void probe(name, address);
    }
  }

  /** A server that still reads a long statement looks as idle as one that the statement never reaches. */
  function noteTraffic(connection: Connection): Traffic {
    const last = traffic.get(connection);
    const [received, sent] = [connection.received(), connection.sent()];
    // While something waits in the process, the buffers of the system are full.
    const bytes = connection.unsent() > 0 ? maxBufferedBytes : sent - (last?.sent ?? 0);
    const isMoving = last === undefined || bytes > 0 || received !== last.received;
    const quietMs = unansweredMs + Math.min(bytes, maxBufferedBytes) / slowestBytesPerMs;
    const quietFrom = isMoving ? looks + (last === undefined ? 0 : quietMs / lookEveryMs) : last.quietFrom;
    const noted = { received, sent, quietFrom };
    traffic.set(connection, noted);
    return noted;
  }

  async function giveUpSilent(connections: readonly Connection[]): Promise<void> {
    isAsking = true;
    const queries = new Map(connections.map((connection) => [connection, connection.current()]));
    for (const connection of await options.silentBackends.find(connections)) {
      const isSame = connection.current() === queries.get(connection);
      if (isSame) connection.destroy(new DatabaseTimeout('The connection to the database is silent.'));
    }
    isAsking = false;
  }

  function listWaiting(): Query[] {
    const opening = pool.connections.flatMap((connection) => connection.opening() ?? []);
    return [...pool.waiting(), ...opening];
  }

  function hasOpenConnection(): boolean {
    return pool.connections.some((connection) => connection.isOpen());
  }

  function countDone(): number {
    return pool.options.shared.done ?? 0;
  }

  async function probe(name: string, address: HostAddress): Promise<void> {
    probing.add(name);
    const before = silentProbes.get(name) ?? 0;
    const isAlive = await isHostAlive(address, probesMs[before] as number);
    probing.delete(name);
    if (isAlive) {
      responded.set(name, looks);
      silentProbes.delete(name);
      return;
    }
    const count = before + 1;
    silentProbes.set(name, count);
    if (count < probesMs.length) return void probe(name, address);
    const error = new DatabaseTimeout(`The database at ${name} does not respond.`);
    for (const connection of pool.connections) if (nameOf(connection) === name) connection.destroy(error);
    silentProbes.delete(name);
    options.onDeadHost(name);
  }

  pool.options.onqueryerror = (error) => {
    hasFailed = true;
    if (isLoss(error)) doneAtLoss = countDone();
    options.onError(error);
  };
  const timer = setInterval(look, lookEveryMs).unref();
  return {
    allowLong(connection) {
      long.add(connection);
      return () => void long.delete(connection);
    },
    load() {
      const open = pool.connections.filter((connection) => connection.isOpen());
      return {
        open: open.length,
        busy: open.filter((connection) => connection.current() !== null).length,
        waiting: listWaiting().length,
      };
    },
    hasSilentHost: () => silentProbes.size > 0,
    isAway: () => silentProbes.size > 0 || doneAtLoss === countDone() || looksWithoutServer * lookEveryMs >= awayMs,
    stop: () => clearInterval(timer),
  };
}

function nameOf({ host, port, path }: Connection): string {
  return path || `${host}:${port}`;
}

function addressOf({ host, port, path }: Connection): HostAddress {
  return path ? { path } : { host: host ?? 'localhost', port: port ?? 0 };
}
