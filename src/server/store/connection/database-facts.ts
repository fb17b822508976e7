// What a database server tells about itself, for `formstead doctor`: one connection to one server, whatever kind it is, without the
// limits and wishes that the service's own connections have. No row is written. [running.doctor.database]
import { hasPooler } from './connect-database.ts';
import { codeOf } from './database-errors.ts';
import { openPool } from './pool.ts';
import type { Session } from './transaction.ts';

export interface DatabaseFacts {
  readonly version: string;
  /** 180004 is 18.4. */
  readonly versionNumber: number;
  readonly encoding: string;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  /** Whether a commit came to its end; undefined on a standby, and where the server cannot be asked for one without a row. */
  readonly commit: CommitFact | undefined;
  readonly hasPooler: boolean;
  readonly canCreate: boolean | null;
  readonly connections: ConnectionFacts;
  /** Settings that are off and can lose what was acknowledged. */
  readonly unsafe: readonly string[];
  /** Milliseconds by which its clock is ahead of ours; within `clockUnsureMs`. */
  readonly clockAheadMs: number;
  readonly clockUnsureMs: number;
  readonly extensions: readonly string[];
  /** The newest migration; undefined in a database without tables of ours. */
  readonly schema: number | undefined;
  /** The same for all servers of a cluster; undefined where the user may not ask. */
  readonly cluster: string | undefined;
  /** How much a standby has replayed, or a primary written. */
  readonly position: string | null;
  readonly replication: ReplicationFacts;
  readonly kept: KeptFacts;
  /** For the operator, of the last two days; `detail` is JSON. */
  readonly notices: readonly { readonly kind: string; readonly detail: string }[];
}

/** Notes of the service itself, as texts. */
export interface KeptFacts {
  readonly secret: string | undefined;
  readonly lastBackup: string | undefined;
  readonly lastVerify: string | undefined;
  readonly lastDrill: string | undefined;
}

export interface ConnectionFacts {
  readonly max: number;
  readonly reserved: number;
  /** Of the user and of the database; -1: no limit. */
  readonly userLimit: number;
  readonly databaseLimit: number;
  readonly isSuperuser: boolean;
  /** Open now, and those of Formstead among them. */
  readonly open: number;
  readonly ours: number;
}

export interface ReplicationFacts {
  readonly standbys: readonly {
    readonly name: string;
    readonly state: string | null;
    readonly sync: string | null;
    readonly behindBytes: number | null;
  }[];
  /** Names of standbys that commits wait for. */
  readonly synchronous: string;
  readonly slots: readonly {
    readonly name: string;
    readonly isActive: boolean;
    readonly status: string | null;
    readonly heldBytes: number | null;
  }[];
}

export type CommitFact = 'done' | 'waits' | { readonly error: unknown };

const connectMs = 5_000;
/** A commit takes milliseconds, also to a synchronous standby far away. */
const commitMs = 3_000;

/** Throws what the connection throws. `signal` cuts it off; `now` is the clock that the database's is compared with. */
export async function readDatabaseFacts(
  url: string,
  { signal, now }: { readonly signal: AbortSignal; readonly now: () => number },
): Promise<DatabaseFacts> {
  // Poolers hand each statement to another server.
  const settings = { application_name: 'formstead doctor' };
  const { sql } = openPool(url, { max: 1, settings, prepares: false, connectMs });
  const cutOff = () => void sql.end({ timeoutSeconds: 0 });
  signal.addEventListener('abort', cutOff);
  try {
    return await sql.hold(async (session) => {
      const server = await readServer(session);
      const kept = await readKept(session);
      const clock = await readClock(session, now);
      const extensions = await session<{ name: string }[]>`
        select extname || ' ' || extversion as name from pg_extension where extname <> 'plpgsql' order by 1`;
      return {
        ...server,
        ...kept,
        ...clock,
        extensions: extensions.map(({ name }) => name),
        cluster: await unlessForbidden(readCluster(session)),
        position: await readPosition(session, server.isStandby),
        replication: await readReplication(session, server.isStandby),
        commit: server.isStandby || server.isReadOnly ? undefined : await tryCommit(session),
      };
    });
  } finally {
    signal.removeEventListener('abort', cutOff);
    await sql.end({ timeoutSeconds: 0 });
  }
}

interface ServerRow extends ConnectionFacts {
  readonly version: string;
  readonly versionNumber: number;
  readonly encoding: string;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly canCreate: boolean | null;
  readonly unsafe: string;
}

async function readServer(sql: Session) {
  const [row] = await sql<ServerRow[]>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as "versionNumber",
      current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as "isStandby",
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      has_schema_privilege(current_schema(), 'create') as "canCreate",
      concat_ws(',', case current_setting('fsync') when 'off' then 'fsync' end,
        case current_setting('full_page_writes') when 'off' then 'full_page_writes' end,
        case current_setting('synchronous_commit') when 'off' then 'synchronous_commit' end) as unsafe,
      current_setting('max_connections')::int as max,
      current_setting('superuser_reserved_connections')::int
        + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved,
      r.rolconnlimit as "userLimit", r.rolsuper as "isSuperuser", d.datconnlimit as "databaseLimit",
      (select sum(numbackends)::int from pg_stat_database) as open,
      (select count(*)::int from pg_stat_activity where application_name = 'formstead') as ours
    from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`;
  if (row === undefined) throw new Error('The database does not know its own name.');
  const { version, versionNumber, encoding, isStandby, isReadOnly, canCreate } = row;
  const { max, reserved, userLimit, databaseLimit, isSuperuser, open, ours } = row;
  return {
    ...{ version, versionNumber, encoding, isStandby, isReadOnly, canCreate },
    connections: { max, reserved, userLimit, databaseLimit, isSuperuser, open, ours },
    unsafe: row.unsafe.split(',').filter((name) => name !== ''),
    hasPooler: await hasPooler(sql),
  };
}

async function readKept(sql: Session): Promise<Pick<DatabaseFacts, 'schema' | 'kept' | 'notices'>> {
  const [found] = await sql<{ hasMigrations: boolean; hasSettings: boolean; hasNotices: boolean }[]>`
    select to_regclass('migrations') is not null as "hasMigrations", to_regclass('settings') is not null as "hasSettings",
      to_regclass('notices') is not null as "hasNotices"`;
  const [newest] = found?.hasMigrations
    ? await sql<{ number: number | null }[]>`select max(number) as number from migrations where number > 0`
    : [];
  const rows = found?.hasSettings
    ? await sql<{ name: string; value: string }[]>`
        select name, value from settings
        where name in ('secret', 'lastScheduledBackup', 'lastBackupVerify', 'lastBackupDrill')`
    : [];
  const notices = found?.hasNotices
    ? await sql<{ kind: string; detail: string }[]>`
        select kind, detail from notices where account is null and last_time > now() - interval '2 days'
        order by last_time desc limit 20`
    : [];
  const kept = new Map(rows.map(({ name, value }) => [name, value]));
  return {
    schema: newest?.number ?? undefined,
    kept: {
      secret: kept.get('secret'),
      lastBackup: kept.get('lastScheduledBackup'),
      lastVerify: kept.get('lastBackupVerify'),
      lastDrill: kept.get('lastBackupDrill'),
    },
    notices,
  };
}

async function readClock(
  sql: Session,
  now: () => number,
): Promise<Pick<DatabaseFacts, 'clockAheadMs' | 'clockUnsureMs'>> {
  const before = now();
  const started = performance.now();
  const [row] = await sql<{ ms: number }[]>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  const half = (performance.now() - started) / 2;
  return { clockAheadMs: Math.round(Number(row?.ms) - before - half), clockUnsureMs: Math.ceil(half) };
}

async function readCluster(sql: Session): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`select system_identifier::text as id from pg_control_system()`;
  return row?.id;
}

async function readPosition(sql: Session, isStandby: boolean): Promise<string | null> {
  const [row] = isStandby
    ? await sql<{ at: string | null }[]>`select pg_last_wal_replay_lsn()::text as at`
    : await sql<{ at: string | null }[]>`select pg_current_wal_lsn()::text as at`;
  return row?.at ?? null;
}

async function readReplication(sql: Session, isStandby: boolean): Promise<ReplicationFacts> {
  if (isStandby) return { standbys: [], synchronous: '', slots: [] };
  const standbys = await sql<ReplicationFacts['standbys'][0][]>`
    select coalesce(application_name, 'a standby') as name, state, sync_state as sync,
      pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as "behindBytes"
    from pg_stat_replication order by 1`;
  const slots = await sql<ReplicationFacts['slots'][0][]>`
    select slot_name as name, active as "isActive", wal_status as status,
      pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as "heldBytes"
    from pg_replication_slots order by 1`;
  const [row] = await sql<{ names: string }[]>`select current_setting('synchronous_standby_names') as names`;
  return { standbys: [...standbys], slots: [...slots], synchronous: row?.names ?? '' };
}

/** A message in the log of the server is a write that every commit rule applies to, and leaves nothing in any table. */
async function tryCommit(sql: Session): Promise<CommitFact | undefined> {
  const done = sql`select pg_logical_emit_message(true, 'formstead', 'doctor')`.then(
    () => 'done' as const,
    // Compatible engines have no such function.
    (error) => (codeOf(error) === '42883' || codeOf(error) === '42501' ? undefined : { error }),
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'waits'>((resolve) => {
    timer = setTimeout(() => resolve('waits'), commitMs);
  });
  try {
    const fact = await Promise.race([done, late]);
    // Otherwise the server would go on waiting for its standby after the connection is gone.
    if (fact === 'waits') sql.connection.cancel();
    return fact;
  } finally {
    clearTimeout(timer);
  }
}

/** Managed servers do not let everybody ask everything. */
async function unlessForbidden<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (codeOf(error) === '42501') return undefined;
    throw error;
  }
}
