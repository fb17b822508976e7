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
import type { Connection } from './connection.ts';
import { addressOf, type DatabaseHost, nameOfHost } from './connection-address.ts';
import { DatabaseTimeout, isLoss } from './database-errors.ts';
import type { Pool } from './pool.ts';
import { isHostAlive } from './probe-host.ts';
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

type WatchedPool = Pick<Pool, 'connections' | 'waiting' | 'isBusy' | 'countDone' | 'hosts'>;

interface Traffic {
  readonly received: number;
  readonly sent: number;
  /** The look from which on the connection may be asked about. */
  readonly quietFrom: number;
}

export interface StatementWatch {
  /** Statements on this connection may take as long as they need while their host is alive, until the function is called. */
  allowLong(connection: Connection): () => void;
  /** Of a statement, or of a connection that could not be made. */
  noteError(error: unknown): void;
  load(): { readonly open: number; readonly busy: number; readonly waiting: number };
  /** True while a host with statements in progress does not respond. */
  hasSilentHost(): boolean;
  /** The same; or connections fail and no statement has been done since; or no server that can be used was found for a while. */
  isAway(): boolean;
  stop(): void;
}

export function watchStatements(
  pool: WatchedPool,
  { limits, silentBackends }: { readonly limits: WatchLimits; readonly silentBackends: SilentBackends },
): StatementWatch {
  /** The look at which a statement was first seen. */
  let seen = new Map<object, number>();
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
    const ageOf = (query: object): number => {
      const since = before.get(query) ?? looks;
      seen.set(query, since);
      return (looks - since) * lookEveryMs;
    };
    const waiting = [...pool.waiting()];
    const isWanted = waiting.length > 0 || hasFailed;
    looksWithoutServer = isWanted && !hasOpenConnection() ? looksWithoutServer + 1 : 0;
    hasFailed = false;
    for (const query of waiting) {
      if (ageOf(query) >= (hasOpenConnection() ? limits.waitMs : limits.waitWithoutAnyMs)) {
        query.giveUp(new DatabaseTimeout('No connection to the database became free.'));
      }
    }
    const suspects = new Map<string, DatabaseHost>();
    const unanswered: Connection[] = [];
    for (const connection of pool.connections()) {
      const query = connection.current();
      if (query === undefined) continue;
      const ms = ageOf(query);
      const { quietFrom } = noteTraffic(connection);
      // Long work may leave a response unread for as long as it likes.
      if (ms >= unansweredMs && looks >= quietFrom && !long.has(connection)) unanswered.push(connection);
      const maxMs = long.has(connection) ? maxLongMs : limits.statementMs;
      if (ms > maxMs) connection.destroy(new DatabaseTimeout(`A statement took longer than ${maxMs / 1000} s.`));
      else if (ms >= suspiciousMs) suspects.set(nameOfHost(connection.host), connection.host);
    }
    if (unanswered.length > 0 && !isAsking) void giveUpSilent(unanswered);
    for (const name of silentProbes.keys()) if (!suspects.has(name)) silentProbes.delete(name);
    for (const [name, host] of suspects) {
      const isTrusted = (looks - (responded.get(name) ?? Number.NEGATIVE_INFINITY)) * lookEveryMs < trustedMs;
      if (!probing.has(name) && !isTrusted) void probe(name, host);
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
    for (const connection of await silentBackends.find(connections)) {
      const isSame = connection.current() === queries.get(connection);
      if (isSame) connection.destroy(new DatabaseTimeout('The connection to the database is silent.'));
    }
    isAsking = false;
  }

  function hasOpenConnection(): boolean {
    return pool.connections().length > 0;
  }

  async function probe(name: string, host: DatabaseHost): Promise<void> {
    probing.add(name);
    const before = silentProbes.get(name) ?? 0;
    const isAlive = await isHostAlive(addressOf(host), probesMs[before] as number);
    probing.delete(name);
    if (isAlive) {
      responded.set(name, looks);
      silentProbes.delete(name);
      return;
    }
    const count = before + 1;
    silentProbes.set(name, count);
    if (count < probesMs.length) return void probe(name, host);
    const error = new DatabaseTimeout(`The database at ${name} does not respond.`);
    for (const connection of pool.connections()) if (nameOfHost(connection.host) === name) connection.destroy(error);
    silentProbes.delete(name);
    pool.hosts.passOver(host);
  }

  const timer = setInterval(look, lookEveryMs).unref();
  return {
    allowLong(connection) {
      long.add(connection);
      return () => void long.delete(connection);
    },
    noteError(error) {
      hasFailed = true;
      if (isLoss(error)) doneAtLoss = pool.countDone();
    },
    load() {
      const open = pool.connections();
      return { open: open.length, busy: open.filter(pool.isBusy).length, waiting: pool.waiting().length };
    },
    hasSilentHost: () => silentProbes.size > 0,
    isAway: () =>
      silentProbes.size > 0 || doneAtLoss === pool.countDone() || looksWithoutServer * lookEveryMs >= awayMs,
    stop: () => clearInterval(timer),
  };
}
