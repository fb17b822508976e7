// The database: can every server of DATABASE_URL be reached, is one of them the primary, and is it fit for the service?
// [running.doctor.database]
import type { Config } from '../base/config.ts';
import { listServers } from '../base/database-url.ts';
import { codeOf } from '../store/connection/database-errors.ts';
import { type DatabaseFacts, readDatabaseFacts } from '../store/connection/database-facts.ts';
import { migrations } from '../store/migrations/all.ts';
import { connectionFindings } from './connection-findings.ts';
import { type Finding, ok, problem, warning, wordsOf } from './finding.ts';
import { machineTime } from './machine-time.ts';
import { type LookedServer, replicationFindings } from './replication-findings.ts';

const oldestVersion = 15;
/** The service goes by the database's clock; ours is in log lines and in signatures for S3. */
const maxClockMs = 5_000;

export function lookAtServers(url: string, signal: AbortSignal): Promise<LookedServer[]> {
  return Promise.all(
    listServers(url).map(async (server) => {
      try {
        return { host: server.host, facts: await readDatabaseFacts(server.url, { signal, now: machineTime }) };
      } catch (error) {
        return { host: server.host, error };
      }
    }),
  );
}

/** The one that takes writes. */
export function findPrimary(servers: readonly LookedServer[]): DatabaseFacts | undefined {
  return servers.find(({ facts }) => facts !== undefined && !facts.isStandby)?.facts;
}

export function databaseFindings(servers: readonly LookedServer[], config: Config): Finding[] {
  const primary = findPrimary(servers);
  const reached = reachFindings(servers, primary !== undefined);
  if (primary === undefined) return reached;
  return [
    ...reached,
    ...kindFindings(primary),
    ...schemaFindings(primary),
    ...connectionFindings(primary, config),
    ...replicationFindings(primary),
    clockFinding(primary),
  ];
}

/** With a primary among them the service works, whatever the others do. */
function reachFindings(servers: readonly LookedServer[], hasPrimary: boolean): Finding[] {
  const check = 'database.connection';
  const findings = servers.map(({ host, facts, error }) => {
    if (facts === undefined) return { ...explain(host, error), ...(hasPrimary && { state: 'warning' as const }) };
    if (!facts.isStandby) return ok(check, `${host} is a primary of PostgreSQL ${facts.version}.`);
    if (hasPrimary) return ok(check, `${host} is a standby of PostgreSQL ${facts.version}.`);
    return problem(
      check,
      `${host} is a standby: it takes no writes.`,
      servers.length === 1
        ? 'Name the primary in DATABASE_URL, or all servers of the cluster; a standby belongs in DATABASE_READ_URL. If the primary is lost, promote the standby.'
        : 'None of the servers in DATABASE_URL is the primary: promote one, or name the one that is.',
    );
  });
  return findings;
}

function explain(host: string, error: unknown): Finding {
  const check = 'database.connection';
  const words = wordsOf(error);
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return problem(
        check,
        `${host} refuses the user or the password: ${words}.`,
        'Correct them in DATABASE_URL (special characters are written as %40 and the like), or set the password: alter role NAME password. What pg_hba.conf does not allow is refused with the same code.',
      );
    case '3D000':
      return problem(
        check,
        `${host} has no such database: ${words}.`,
        'Make it: create database NAME encoding UTF8, owned by the user of DATABASE_URL; or correct the name at the end of the address.',
      );
    case '53300':
      return problem(
        check,
        `${host} has no connection left: ${words}.`,
        'Raise max_connections (or the limit of the user or the database), lower WORKERS, or put PgBouncer in between.',
      );
    case '57P03':
      return problem(
        check,
        `${host} takes no connections yet: ${words}.`,
        'Wait until it has started, and look at its log.',
      );
    case 'ECONNREFUSED':
      return problem(
        check,
        `Nothing listens at ${host}.`,
        'Start PostgreSQL there, correct host and port in DATABASE_URL, or set listen_addresses so that it listens on more than loopback.',
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return problem(
        check,
        `The name of the host in ${host} is not known here: ${words}.`,
        'Correct it in DATABASE_URL, or mend DNS.',
      );
    case 'CONNECT_TIMEOUT':
    case 'CONNECTION_ENDED':
    case 'CONNECTION_DESTROYED':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return problem(
        check,
        `${host} does not respond.`,
        'Look whether the machine and PostgreSQL run, and whether a firewall is in between.',
      );
    case 'ENOENT':
      return problem(
        check,
        `There is no socket for ${host}.`,
        'Start PostgreSQL, or correct the folder in DATABASE_URL.',
      );
    default:
      return problem(
        check,
        `${host} cannot be used: ${words}.`,
        'See the log of PostgreSQL, and DATABASE_URL in docs/settings.md.',
      );
  }
}

function kindFindings(facts: DatabaseFacts): Finding[] {
  const major = Math.floor(facts.versionNumber / 10_000);
  const isUtf8 = facts.encoding === 'UTF8';
  return [
    major >= oldestVersion
      ? ok('database.version', `PostgreSQL ${facts.version}.`)
      : problem(
          'database.version',
          `PostgreSQL ${facts.version} is too old.`,
          `Use PostgreSQL ${oldestVersion} or newer: back up, and restore into the new one (docs/operations.md "Move").`,
        ),
    isUtf8
      ? ok('database.encoding', 'The encoding is UTF8.')
      : problem(
          'database.encoding',
          `The encoding of the database is ${facts.encoding}, which cannot hold every text.`,
          'Make a new one: create database NAME encoding UTF8 template template0; and move there (docs/operations.md "Move").',
        ),
    writesFinding(facts),
    facts.unsafe.length === 0
      ? ok('database.durability', 'What is acknowledged is on disk.')
      : warning(
          'database.durability',
          `Off in the database: ${facts.unsafe.join(', ')}. A power failure can lose entries that were acknowledged.`,
          `Switch on: ${facts.unsafe.join(', ')}.`,
        ),
    ok('database.extensions', `None is needed; installed: ${facts.extensions.join(', ') || 'none'}.`),
  ];
}

function writesFinding({ isReadOnly, commit, replication }: DatabaseFacts): Finding {
  const check = 'database.writes';
  if (isReadOnly) {
    return problem(
      check,
      'The database takes no writes: transactions are read-only by default.',
      'Look at default_transaction_read_only of the server, the database and the user; managed servers set it when their disk is full.',
    );
  }
  if (commit === 'waits') {
    return problem(
      check,
      'A commit did not come to its end within 3 seconds.',
      replication.synchronous === ''
        ? 'Look at the disk and the log of the server.'
        : `Commits wait for a synchronous standby (${replication.synchronous}): start it, or take it out of synchronous_standby_names (Patroni: switch synchronous_mode_strict off).`,
    );
  }
  if (commit === undefined) {
    return warning(
      check,
      'Whether a commit comes to its end cannot be told: the server does not take messages to its log.',
      'Submit an entry, or look at /health of the running service.',
    );
  }
  if (commit === 'done') return ok(check, 'It takes writes: a commit came to its end.');
  return problem(check, `A commit failed: ${wordsOf(commit.error)}.`, 'See the log and the disk of the server.');
}

function schemaFindings({ schema, canCreate }: DatabaseFacts): Finding[] {
  const check = 'database.schema';
  const known = Math.max(...migrations.map(({ number }) => number));
  if (schema !== known && canCreate !== true) {
    return [
      problem(
        check,
        'The user may not make tables in the database.',
        'As its owner: grant create on schema public to NAME (or make the user own the database).',
      ),
    ];
  }
  if (schema === undefined) return [ok(check, 'The database is empty; the first start makes the tables.')];
  if (schema === known) return [ok(check, `The schema is number ${schema}, as this version wants it.`)];
  if (schema < known) {
    return [
      warning(
        check,
        `The schema is number ${schema}; this version wants ${known}.`,
        'The next start brings it up to date, or: formstead migrate. Back up before.',
      ),
    ];
  }
  return [
    problem(
      check,
      `The schema is number ${schema}, but this version knows only ${known}: a newer Formstead wrote it.`,
      'Install the newer version; an older one cannot use the database.',
    ),
  ];
}

function clockFinding({ clockAheadMs, clockUnsureMs }: DatabaseFacts): Finding {
  const check = 'database.clock';
  const seconds = Math.round(Math.abs(clockAheadMs) / 1000);
  if (Math.abs(clockAheadMs) - clockUnsureMs <= maxClockMs) {
    return ok(check, 'The clocks of the database and of this machine agree.');
  }
  return warning(
    check,
    `The clock of the database is ${seconds} s ${clockAheadMs > 0 ? 'ahead of' : 'behind'} that of this machine.`,
    'Run NTP (chrony, systemd-timesyncd) on both. All times of the service are those of the database.',
  );
}
