// Which connections were lost without a sign: a firewall or NAT forgot them, so the statement or its response never arrives. The server
// is asked over a connection of its own, because all others may be lost too. A backend that works on its statement is left alone; one
// that is idle or gone will never respond. An idle one is terminated, because it may hold locks. Behind a pooler process ids say
// nothing, and `statementMs` remains the limit. [errors.unavailable]
import type postgres from 'postgres';
import type { Connection } from './statement-watch.ts';

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
export function createSilentBackends(connect: () => postgres.Sql, onError: (error: unknown) => void): SilentBackends {
  let sql: postgres.Sql | undefined;

  async function ask(connections: readonly Connection[]): Promise<Connection[]> {
    sql ??= connect();
    const server = sql;
    const rows = await listBackends(server, textOf(connections));
    const { state } = rows as unknown as { state: Connection };
    const [own] = rows;
    const isPooled = own?.own !== state.pid;
    // Where even the asking backend is hidden, a backend that is not listed may still work.
    if (isPooled || !own?.isVisible) return [];
    const isHere = ({ host, port, path }: Connection) =>
      host === state.host && port === state.port && path === state.path;
    const here = connections.filter(isHere);
    const known = new Map(rows.map(({ pid, isIdle }) => [pid, isIdle]));
    const gone = here.filter(({ pid }) => !known.has(pid));
    const idle = here.filter(({ pid }) => known.get(pid) === true);
    if (idle.length === 0) return gone;
    const ended = await endIdle(server, textOf(idle));
    const endedPids = new Set(ended.map(({ pid }) => pid));
    return [...gone, ...idle.filter(({ pid }) => endedPids.has(pid as number))];
  }

  async function close(): Promise<void> {
    const open = sql;
    sql = undefined;
    await open?.end({ timeout: 0 });
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

/** Types are not fetched on this connection, so arrays travel as text. */
const textOf = (connections: readonly Connection[]) => connections.map(({ pid }) => pid ?? 0).join(',');

// A server can wait for its client within a statement too, between parsing and running it. A copy is sent at the client's own pace.

function listBackends(server: postgres.Sql, pids: string): postgres.PendingQuery<Row[]> {
  return server<Row[]>`
    select pg_backend_pid() as own, a.pid,
      exists (select 1 from pg_stat_activity own where own.pid = pg_backend_pid() and own.usename = session_user) as "isVisible",
      (a.state like 'idle%' or (a.wait_event = 'ClientRead' and a.query not ilike 'copy%'))
        and a.state_change < clock_timestamp() - interval '2 s' as "isIdle"
    from (values (1)) as one left join pg_stat_activity a
      on a.pid = any(string_to_array(${pids}, ',')::int[]) and a.usename = session_user`;
}

/** Materialized: a planner that tried the cheapest condition first would terminate other backends too. */
function endIdle(server: postgres.Sql, pids: string): postgres.PendingQuery<{ pid: number }[]> {
  return server<{ pid: number }[]>`
    with idle as materialized (
      select a.pid from pg_stat_activity a
      where a.pid = any(string_to_array(${pids}, ',')::int[]) and a.usename = session_user
        and (a.state like 'idle%' or (a.wait_event = 'ClientRead' and a.query not ilike 'copy%')))
    select pid from idle where pg_terminate_backend(pid)`;
}
