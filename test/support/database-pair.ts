// Two real database servers: a primary, and a hot standby on a copy of its folder.
import { spawn } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { findDatabaseAccount, giveTreeTo } from '../../src/server/postgres/account.ts';
import { findBinaries } from '../../src/server/postgres/binaries.ts';
import { childEnvironment, nameWorkingFolder } from '../../src/server/postgres/cluster.ts';
import { openEmbedded } from '../../src/server/postgres/embedded.ts';
import { openSql } from '../../src/server/store/connection/pool.ts';
import { copyServedFolder } from './served-folder.ts';
import { findFreePort, makeDataFolder } from './server-process.ts';

export interface DatabasePair {
  readonly primary: URL;
  readonly standby: URL;
  promote(): Promise<void>;
  /** The standby ends as by kill -9. */
  killStandby(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A primary, and a standby that has its data of a moment ago; it follows the primary, or waits for more. Pairs are of one cluster,
 * in which a server has run before, unless one asks for a cluster of its own.
 */
export async function startDatabasePair({ isStreaming = false, isOther = false } = {}): Promise<DatabasePair> {
  const ends: (() => Promise<unknown>)[] = [];
  const dataDir = isOther ? await makeCluster() : copyServedFolder();
  const copy = join(makeDataFolder(), 'postgres');
  cpSync(join(dataDir, 'postgres'), copy, { recursive: true });
  writeFileSync(join(copy, 'standby.signal'), '');
  const account = findDatabaseAccount(copy);
  if (account !== undefined) giveTreeTo(account, copy);
  const primary = await openEmbedded({ dataDir, log: () => {}, isDurable: false });
  ends.push(() => primary.stop());
  const url = new URL(primary.url);
  url.port = String(await findFreePort());
  const { postgres: program } = findBinaries({ dataDir, account });
  const settings = [
    `port=${url.port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'hot_standby=on',
    'fsync=off',
    ...(isStreaming ? [`primary_conninfo=${connectionText(primary.url)}`] : []),
  ];
  const child = spawn(
    program,
    ['-D', nameWorkingFolder({ dir: copy, account }), ...settings.flatMap((setting) => ['-c', setting])],
    {
      cwd: copy,
      ...account,
      stdio: 'ignore',
      env: childEnvironment,
    },
  );
  const ended = new Promise((done) => child.once('exit', done));
  ends.push(async () => {
    child.kill('SIGQUIT');
    await ended;
  });
  const isStandby = async () => {
    const sql = openSql(url.href, { max: 1, connectMs: 5_000 });
    try {
      return (await sql`select pg_is_in_recovery() as it`)[0]?.['it'] as boolean;
    } catch {
      return undefined;
    } finally {
      await sql.end({ timeoutSeconds: 1 });
    }
  };
  await expect.poll(isStandby).toBe(true);
  const promote = async () => {
    const sql = openSql(url.href, { max: 1 });
    await sql`select pg_promote()`;
    await sql.end();
    await expect.poll(isStandby).toBe(false);
  };
  return {
    primary: new URL(primary.url),
    standby: url,
    promote,
    async killStandby() {
      child.kill('SIGKILL');
      await ended;
    },
    async close() {
      for (const end of ends.splice(0).reverse()) await end();
    },
  };
}

async function makeCluster(): Promise<string> {
  const dataDir = makeDataFolder();
  const first = await openEmbedded({ dataDir, log: () => {}, isDurable: false });
  await first.stop();
  return dataDir;
}

/** As PostgreSQL's own programs take it. */
function connectionText(address: string): string {
  const { hostname, port, username, password } = new URL(address);
  return `host=${hostname} port=${port} user=${username} password=${password}`;
}
