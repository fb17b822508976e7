// Are there enough connections to the database for all processes, and is a pooler in between? [running.doctor.database]
import type { Config } from '../base/config.ts';
import type { DatabaseFacts } from '../store/connection/database-facts.ts';
import { connectionsPerProcess } from '../store/connection/db.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** A backup takes three, a command one. */
const forCommands = 4;
const remedy =
  'Raise max_connections, lower WORKERS, or put PgBouncer in between; with several servers on one database, count the workers of all of them.';

export function connectionFindings(facts: DatabaseFacts, { workers }: Pick<Config, 'workers'>): Finding[] {
  const check = 'database.connections';
  const needed = workers * connectionsPerProcess + forCommands;
  const sum = `WORKERS=${workers} needs up to ${needed} connections (${connectionsPerProcess} per process, ${forCommands} for commands)`;
  if (facts.hasPooler) {
    return [
      ok('database.pooler', 'A pooler such as PgBouncer is in between: statements are not prepared by name.'),
      ok(check, `${sum}; how many the pooler gives is its own setting (default_pool_size, max_client_conn).`),
    ];
  }
  const { max, reserved, userLimit, databaseLimit, isSuperuser, open, ours } = facts.connections;
  const free = isSuperuser ? max : max - reserved;
  const limits = [free, ...(isSuperuser ? [] : [userLimit, databaseLimit].filter((limit) => limit >= 0))];
  const limit = Math.min(...limits);
  const others = Math.max(0, open - ours - 1);
  const direct = ok('database.pooler', 'No pooler is in between.');
  if (needed > limit) {
    return [direct, problem(check, `${sum}, but the database gives ${limit}.`, remedy)];
  }
  if (Math.max(needed, ours) + others > limit) {
    const message = `${sum}, others have ${others} open, and the database gives ${limit}: together that is too much.`;
    return [direct, warning(check, message, remedy)];
  }
  return [direct, ok(check, `${sum}; the database gives ${limit}, of which others use ${others} now.`)];
}
