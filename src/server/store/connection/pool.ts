// The connections of one address: opened as they are needed, each for one statement or transaction at a time. Callers whose statements
// wait for a connection take turns. When a connection is lost, only what ran on it is told. [limits.fair-turns]
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { findRequestScope } from '../../base/request-scope.ts';
import { createFairQueue } from '../../scheduling/fair-queue.ts';
import { type Connection, type ConnectionEvents, openConnection } from './connection.ts';
import { type ConnectionAddress, readConnectionAddress } from './connection-address.ts';
import { ConnectionError, codeOf } from './database-errors.ts';
import { createHosts, type Hosts } from './hosts.ts';
import { createRunner, type Query, type Runner } from './sql.ts';
import { createStatementTexts } from './statement-texts.ts';
import { runTransaction, type Session } from './transaction.ts';

/** Statements run on any connection. */
export interface Sql extends Runner {
  /** Statements of the work run on one connection, one after another. It must end the transactions that it begins. */
  hold<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** A transaction: throws what the work throws, or else the first error of its statements, after rolling back. */
  begin<T>(work: (tx: Session) => PromiseLike<T>, begin?: string): Promise<T>;
  /** Waits so long for what is in progress, then cuts it off. */
  end(options?: { readonly timeoutSeconds?: number }): Promise<void>;
}

export interface Pool {
  readonly sql: Sql;
  readonly hosts: Hosts;
  connections(): readonly Connection[];
  /** Statements and transactions that wait for a connection. */
  waiting(): readonly Waiting[];
  /** True while it has a statement or a transaction. */
  isBusy(connection: Connection): boolean;
  /** How many statements were done. */
  countDone(): number;
  /** For poolers. */
  stopPreparing(): void;
  /** Settings that the server is not sent any more. False when it was not sent them before. */
  leaveOut(settings: readonly string[]): boolean;
}

export interface Waiting {
  giveUp(error: Error): void;
}

export interface PoolOptions {
  readonly max: number;
  readonly kind?: ConnectionAddress['kind'];
  /** Those of the address win. */
  readonly settings?: Readonly<Record<string, string | number>>;
  readonly prepares?: boolean;
  readonly connectMs?: number;
  readonly idleMs?: number;
  /** What stands in a comment before a statement that begins here. */
  readonly label?: () => string | undefined;
  /** Gets each error of a statement, and of a connection that could not be made. */
  readonly onError?: (error: unknown) => void;
}

export function openSql(url: string, options: PoolOptions): Sql {
  return openPool(url, options).sql;
}

export function openPool(url: string, options: PoolOptions): Pool {
  const { max, connectMs = 30_000, idleMs = 300_000, label = () => undefined, onError = () => {} } = options;
  const read = readConnectionAddress(url);
  const settings: Record<string, string> = { ...textsOf(options.settings ?? {}), ...read.settings };
  const address = { ...read, kind: options.kind ?? read.kind, settings };
  const hosts = createHosts(address.hosts);
  const texts = createStatementTexts({ prepares: options.prepares ?? address.prepares });
  // A connection serves many requests: it does not run in the context of the one that it was opened for.
  const outside = AsyncLocalStorage.snapshot();
  const open = new Map<Connection, Use>();
  let free: Connection[] = [];
  const waiters = createFairQueue<Waiter>();
  let opening = 0;
  let failures = 0;
  let failedAt = 0;
  let done = 0;
  let idleTimer: NodeJS.Timeout | undefined;
  const ending = new AbortController();
  let onEnded: (() => void) | undefined;

  function take(waiter: Waiter): void {
    if (onEnded !== undefined)
      return void waiter.giveUp(new ConnectionError('CONNECTION_ENDED', 'The database is closed'));
    for (let connection = free.pop(); connection !== undefined; connection = free.pop()) {
      if (connection.lost() === undefined) return void waiter.serve(connection);
    }
    waiters.add(waiter.caller, waiter);
    openMore();
  }

  function openMore(): void {
    while (opening < waiters.size && open.size + opening < max && !ending.signal.aborted) {
      opening += 1;
      outside(() => void openOne());
    }
    if (onEnded !== undefined && open.size === 0 && opening === 0 && waiters.size === 0) onEnded();
  }

  async function openOne(): Promise<void> {
    try {
      const pauseMs = failures === 0 ? 0 : failedAt + Math.min(50 * 2 ** failures, maxPauseMs) - performance.now();
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: ending.signal });
      const connection = await openAny();
      failures = 0;
      opening -= 1;
      open.set(connection, { isHeld: false, freeSince: 0, expires: performance.now() + lifeMs * (1 + Math.random()) });
      idleTimer ??= setInterval(closeIdle, idleMs / 4).unref();
      give(connection);
    } catch (error) {
      opening -= 1;
      failures += 1;
      failedAt = performance.now();
      onError(error);
      // While there are others, one of them will be free.
      if (open.size === 0) waiters.take(() => true)?.giveUp(error);
      openMore();
    }
  }

  /** Each host is tried once. */
  async function openAny(): Promise<Connection> {
    let failure: unknown;
    for (const host of hosts.inOrder()) {
      try {
        const connection = await openConnection(address, host, { connectMs, events, signal: ending.signal });
        hosts.served(host);
        return connection;
      } catch (error) {
        failure = error;
        if (codeOf(error) === 'CONNECT_TIMEOUT') hosts.wasSilent(host);
        else hosts.answered(host);
        // A server that is starting, stopping or full is not a failure while there is another; a wrong password is.
        if (error instanceof DatabaseError && !/^(57P|53)/.test(error.code ?? '')) break;
      }
    }
    throw failure;
  }

  const events: ConnectionEvents = {
    onDone() {
      done += 1;
    },
    onError(error, { text }, isOutdated) {
      if (isOutdated) texts.forget(text);
      onError(error);
    },
    onFree(connection) {
      if (open.get(connection)?.isHeld === false) give(connection);
    },
    onLost(connection) {
      open.delete(connection);
      free = free.filter((other) => other !== connection);
      openMore();
    },
  };

  /** To the caller whose turn it is. */
  function give(connection: Connection): void {
    const use = open.get(connection);
    if (use === undefined || connection.lost() !== undefined) return;
    if (!connection.isOutsideTransaction()) {
      return void connection.destroy(new ConnectionError('CONNECTION_CLOSED', 'A transaction was left open'));
    }
    if (performance.now() > use.expires) return void connection.close();
    const waiter = waiters.take(() => true);
    if (waiter !== undefined) return void waiter.serve(connection);
    if (onEnded !== undefined) return void connection.close();
    use.freeSince = performance.now();
    free.push(connection);
  }

  function closeIdle(): void {
    const since = performance.now() - idleMs;
    for (const connection of free) if ((open.get(connection)?.freeSince ?? 0) < since) connection.close();
  }

  /** Runs `serve` with a connection, or `reject` when none comes. */
  function request(serve: (connection: Connection) => void, reject: (error: unknown) => void): void {
    const caller = findRequestScope()?.caller() ?? '';
    take({
      caller,
      serve,
      giveUp(error) {
        waiters.remove(caller, this);
        onError(error);
        reject(error);
      },
    });
  }

  function send(query: Query): void {
    request(
      (connection) => connection.send(query),
      (error) => query.reject(error),
    );
  }

  async function hold<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const connection = await new Promise<Connection>((resolve, reject) => {
      request((taken) => {
        (open.get(taken) as Use).isHeld = true;
        resolve(taken);
      }, reject);
    });
    try {
      return await work(Object.assign(createRunner({ send: connection.send, texts, label }), { connection }));
    } finally {
      const use = open.get(connection);
      if (use !== undefined) use.isHeld = false;
      // Otherwise it is given on once it is.
      if (connection.current() === undefined) give(connection);
    }
  }

  const sql: Sql = Object.assign(createRunner({ send, texts, label }), {
    hold,
    begin: <T>(work: (tx: Session) => PromiseLike<T>, begin = 'begin') =>
      hold((session) => runTransaction(session, { begin, work, texts, label })),
    end({ timeoutSeconds }: { readonly timeoutSeconds?: number } = {}) {
      return new Promise<void>((resolve) => {
        const timer = timeoutSeconds === undefined ? undefined : setTimeout(cutOff, timeoutSeconds * 1000);
        onEnded = () => {
          clearTimeout(timer);
          clearInterval(idleTimer);
          resolve();
        };
        for (const connection of free.splice(0)) connection.close();
        openMore();
      });
    },
  });

  function cutOff(): void {
    const error = new ConnectionError('CONNECTION_ENDED', 'The database is closed');
    ending.abort(error);
    for (const waiter of waiters.items()) waiter.giveUp(error);
    for (const connection of open.keys()) connection.destroy(error);
  }

  return {
    sql,
    hosts,
    connections: () => [...open.keys()],
    waiting: waiters.items,
    isBusy: (connection) => open.get(connection)?.isHeld === true || connection.current() !== undefined,
    countDone: () => done,
    stopPreparing: texts.stopPreparing,
    leaveOut(names) {
      const sent = names.filter((name) => settings[name] !== undefined);
      for (const name of sent) delete settings[name];
      return sent.length > 0;
    },
  };
}

const maxPauseMs = 500;
/** So that connections move to where a name leads by now, and backends give back what they have gathered. */
const lifeMs = 30 * 60_000;

interface Use {
  /** For one transaction or session. */
  isHeld: boolean;
  freeSince: number;
  readonly expires: number;
}

interface Waiter {
  readonly caller: string;
  serve(connection: Connection): void;
  giveUp(error: unknown): void;
}

function textsOf(settings: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));
}
