// Which connections were lost without a sign: a firewall or NAT forgot them, so the statement or its response never arrives. The server
// is asked over a connection of its own, because all others may be lost too. A backend that works on its statement is left alone; one
// that is idle or gone will never respond. An idle one is terminated, because it may hold locks. Behind a pooler process ids say
// nothing, and `statementMs` remains the limit. [errors.unavailable]
import type { Connection } from './connection.ts';
import { nameOfHost } from './connection-address.ts';
import type { Pool } from './pool.ts';
import type { Statement } from './sql.ts';
import type { Session } from './transaction.ts';

export interface SilentBackends {
  /** Those of the connections whose backend does not work on anything. Never throws. */
  find(connections: readonly Connection[]): Promise<Connection[]>;
  close(): Promise<void>;
}

const answerMs = 3_000;

interface Row {
  readonly own: number;
  /** The asking backend itself is listed. */
  readonly isVisible: boolean;
  readonly pid: number | null;
  /** Null for a backend that is gone. */
  readonly isIdle: boolean | null;
}

/** `onError` gets what the server answered to the question, such as a missing right; the connection is then not given up. */
export function createSilentBackends(connect: () => Pool, onError: (error: unknown) => void): SilentBackends {
  let pool: Pool | undefined;

  async function ask(connections: readonly Connection[]): Promise<Connection[]> {
    pool ??= connect();
    return pool.sql.hold((server) => findOn(server, connections));
  }

  async function close(): Promise<void> {
    const open = pool;
    pool = undefined;
    await open?.sql.end({ timeoutSeconds: 0 });
  }

  return {
    async find(connections) {
      let giveUp: NodeJS.Timeout | undefined;
      const silence = new Promise<undefined>((done) => {
        giveUp = setTimeout(done, answerMs, undefined).unref();
      });
      // Without an answer nothing is known; whether the host is alive is asked by others.
      const found = await Promise.race([ask(connections).catch(onError), silence]);
      clearTimeout(giveUp);
      if (found) return found;
      await close();
      return [];
    },
    close,
  };
}

async function findOn(server: Session, connections: readonly Connection[]): Promise<Connection[]> {
  const rows = await listBackends(server, pidsOf(connections));
  const [own] = rows;
  const isPooled = own?.own !== server.connection.pid;
  // Where even the asking backend is hidden, a backend that is not listed may still work.
  if (isPooled || !own?.isVisible) return [];
  const here = connections.filter(({ host }) => nameOfHost(host) === nameOfHost(server.connection.host));
  const known = new Map(rows.map(({ pid, isIdle }) => [pid, isIdle]));
  const gone = here.filter(({ pid }) => !known.has(pid));
  const idle = here.filter(({ pid }) => known.get(pid) === true);
  if (idle.length === 0) return gone;
  const ended = await endIdle(server, pidsOf(idle));
  const endedPids = new Set(ended.map(({ pid }) => pid));
  return [...gone, ...idle.filter(({ pid }) => endedPids.has(pid))];
}

const pidsOf = (connections: readonly Connection[]) => connections.map(({ pid }) => pid);

// A server can wait for its client within a statement too, between parsing and running it. A copy is sent at the client's own pace.

function listBackends(server: Session, pids: readonly number[]): Statement<Row[]> {
  return server<Row[]>`
    select pg_backend_pid() as own, a.pid,
      exists (select 1 from pg_stat_activity own where own.pid = pg_backend_pid() and own.usename = session_user) as "isVisible",
      (a.state like 'idle%' or (a.wait_event = 'ClientRead' and a.query not ilike 'copy%'))
        and a.state_change < clock_timestamp() - interval '2 s' as "isIdle"
    from (values (1)) as one left join pg_stat_activity a
      on a.pid = any(${pids}::int[]) and a.usename = session_user`;
}

/** Materialized: a planner that tried the cheapest condition first would terminate other backends too. */
function endIdle(server: Session, pids: readonly number[]): Statement<{ pid: number }[]> {
  return server<{ pid: number }[]>`
    with idle as materialized (
      select a.pid from pg_stat_activity a
      where a.pid = any(${pids}::int[]) and a.usename = session_user
        and (a.state like 'idle%' or (a.wait_event = 'ClientRead' and a.query not ilike 'copy%')))
    select pid from idle where pg_terminate_backend(pid)`;
}
