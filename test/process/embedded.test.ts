// The embedded server's whole life, with real processes that are killed and raced. What it is denied: embedded-denied.test.ts.
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { findServer } from '../../src/server/postgres/cluster.ts';
import { findRunningEmbedded, openEmbedded } from '../../src/server/postgres/embedded.ts';
import { findProcess } from '../../src/server/postgres/process-identity.ts';
import { openSql } from '../../src/server/store/connection/pool.ts';
import { endAll, makeFolder, query, startHolder } from '../support/database-holder.ts';
import { copyServedDatabase } from '../support/served-folder.ts';

afterEach(endAll);

/** For tests about later starts: making a database takes ten times as long as the rest of a start. */
function makeUsedFolder(): string {
  const folder = makeFolder();
  copyServedDatabase(folder);
  return folder;
}

describe('a start', () => {
  test('[running.embedded] the first makes the database, later ones find it with its data', async () => {
    const dataDir = join(makeFolder(), 'data');
    const first = await startHolder({ dataDir, isDurable: true });
    await query(first.url, 'create table notes as select 42 as answer');
    await first.kill('SIGTERM');
    expect(findServer(join(dataDir, 'postgres'))).toBeUndefined();

    const second = await startHolder({ dataDir, isDurable: true });
    expect(await query(second.url, 'select answer from notes')).toEqual([{ answer: 42 }]);
    expect(new URL(second.url).pathname).toBe('/formstead');
    await second.kill('SIGTERM');
    expect(fs.readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log']);
  });

  test('[running.embedded] of five at once on a new folder, one gets it and four say who has it', async () => {
    const dataDir = makeFolder();
    const starts = await Promise.allSettled(Array.from({ length: 5 }, () => startHolder({ dataDir })));
    const winners = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    expect(winners).toHaveLength(1);
    for (const start of starts.filter(({ status }) => status === 'rejected')) {
      expect((start as PromiseRejectedResult).reason.message).toContain(
        `The data folder ${dataDir} is in use by another Formstead (process ${winners[0]!.pid}).`,
      );
    }
    expect(await query(winners[0]!.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('[running.embedded] on a folder in use: a clear error, and the server in use goes on', async () => {
    const dataDir = makeUsedFolder();
    const holder = await startHolder({ dataDir });
    await expect(openEmbedded({ dataDir, log: () => {} })).rejects.toThrow(
      `The data folder ${dataDir} is in use by another Formstead (process ${holder.pid}).`,
    );
    expect(await query(holder.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('[running.embedded] right after the last was told to stop: waits for its end', async () => {
    const dataDir = makeUsedFolder();
    const first = await startHolder({ dataDir });
    const stopped = first.kill('SIGTERM');
    const second = await startHolder({ dataDir });
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stopped;
  });

  // A pid of another container says nothing here: its claim counts while it is touched, and ten seconds longer.
  test("[running.embedded] on another container's folder: waits until its claim has expired", async () => {
    const dataDir = makeUsedFolder();
    const claim = { pid: process.pid, startedAt: '1', machine: 'elsewhere', isBrief: false, isHolding: true };
    const path = join(dataDir, 'formstead-elsewhere.lock');
    fs.writeFileSync(path, JSON.stringify(claim));
    const eightSecondsAgo = new Date(Date.now() - 8_000);
    fs.utimesSync(path, eightSecondsAgo, eightSecondsAgo);
    const holder = await startHolder({ dataDir });
    expect(Date.now() - eightSecondsAgo.getTime()).toBeGreaterThan(10_000);
    expect(await query(holder.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(fs.existsSync(path)).toBe(false);
  });

  test('[running.embedded] interrupted in the middle of the first: the next one starts from nothing', async () => {
    const dataDir = makeFolder();
    const interrupted = startHolder({ dataDir }).catch((error: Error) => error);
    await waitFor(() => fs.readdirSync(dataDir).some((name) => name.startsWith('postgres.new-')));
    await endChildrenOf(dataDir);
    expect(await interrupted).toBeInstanceOf(Error);
    expect(fs.existsSync(join(dataDir, 'postgres'))).toBe(false);

    const next = await startHolder({ dataDir });
    await next.kill('SIGTERM');
    expect(fs.readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log']);
  });

  test('[running.embedded] data of another PostgreSQL version is left alone', async () => {
    const dataDir = makeFolder();
    fs.mkdirSync(join(dataDir, 'postgres'));
    fs.writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '12\n');
    await expect(openEmbedded({ dataDir, log: () => {} })).rejects.toThrow(
      `The data in ${dataDir}/postgres was written by PostgreSQL 12`,
    );
    expect(fs.readdirSync(join(dataDir, 'postgres'))).toEqual(['PG_VERSION']);
  });
});

describe('after kill -9 of Formstead', () => {
  test('[running.embedded] the next start replaces the orphan and has every committed row', async () => {
    const dataDir = makeUsedFolder();
    const killed = await startHolder({ dataDir });
    await query(killed.url, 'create table notes as select 42 as answer');
    await killed.kill('SIGKILL');
    const orphan = findServer(join(dataDir, 'postgres'))!;
    expect(orphan.isReady).toBe(true);
    expect(await findRunningEmbedded(dataDir)).toBeUndefined();

    const next = await startHolder({ dataDir });
    expect(next.log()).toContain(`Stopping PostgreSQL (process ${orphan.identity.pid})`);
    expect(await query(next.url, 'select answer from notes')).toEqual([{ answer: 42 }]);
    expect(findProcess(orphan.identity.pid)).toBeUndefined();
  });

  test('[running.embedded] five starts race for the orphan: one gets it', async () => {
    const dataDir = makeUsedFolder();
    const killed = await startHolder({ dataDir });
    await killed.kill('SIGKILL');
    const starts = await Promise.allSettled(Array.from({ length: 5 }, () => startHolder({ dataDir })));
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('[running.embedded] a database killed with it recovers', async () => {
    const dataDir = makeUsedFolder();
    const killed = await startHolder({ dataDir, isDurable: true });
    await query(killed.url, 'create table notes as select 42 as answer');
    const server = findServer(join(dataDir, 'postgres'))!;
    await killed.kill('SIGKILL');
    process.kill(server.identity.pid, 'SIGKILL');

    const next = await startHolder({ dataDir, isDurable: true });
    expect(await query(next.url, 'select answer from notes')).toEqual([{ answer: 42 }]);
  });

  test('[running.embedded] a pid file that now names another program, even another postgres: that program is not touched', async () => {
    const [dataDir, otherDir] = [makeUsedFolder(), makeUsedFolder()];
    const other = await startHolder({ dataDir: otherDir });
    const foreigners = [spawn('sleep', ['60']).pid!, findServer(join(otherDir, 'postgres'))!.identity.pid];
    try {
      for (const pid of foreigners) {
        const killed = await startHolder({ dataDir });
        const server = findServer(join(dataDir, 'postgres'))!;
        await killed.kill('SIGKILL');
        process.kill(server.identity.pid, 'SIGKILL');
        await waitFor(() => !findProcess(server.identity.pid));
        const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
        fs.writeFileSync(pidFile, fs.readFileSync(pidFile, 'utf8').replace(/^\d+/, String(pid)));

        const next = await startHolder({ dataDir });
        expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
        expect(findProcess(pid)).toBeDefined();
        await next.kill('SIGTERM');
      }
      expect(await query(other.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      process.kill(foreigners[0]!, 'SIGKILL');
    }
  });
});

describe('while it runs', () => {
  test('[running.embedded] only loopback is listened on, and only with the password', async () => {
    const dataDir = makeUsedFolder();
    const { url } = await startHolder({ dataDir });
    const settings = await query(
      url,
      `select name, setting from pg_settings where name in ('listen_addresses', 'unix_socket_directories') order by name`,
    );
    expect(settings).toEqual([
      { name: 'listen_addresses', setting: '127.0.0.1' },
      { name: 'unix_socket_directories', setting: '' },
    ]);
    const outside = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).filter((one) => !one.internal));
    for (const { address } of outside.filter(({ family }) => family === 'IPv4')) {
      await expect(query(url.replace('127.0.0.1', address), 'select 1')).rejects.toThrow(/ECONNREFUSED/);
    }
    const stranger = openSql(Object.assign(new URL(url), { password: 'guess' }).href, { max: 1 });
    await expect(stranger`select 1`).rejects.toThrow('password authentication failed');
    await stranger.end();
    expect(fs.statSync(join(dataDir, 'postgres', 'formstead.password')).mode & 0o077).toBe(0);
  });

  test('[running.embedded] a commit waits for the disk', async () => {
    const { url } = await startHolder({ dataDir: makeUsedFolder(), isDurable: true });
    const settings = await query<{ setting: string }>(
      url,
      `select setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')`,
    );
    expect(settings.map(({ setting }) => setting)).toEqual(['on', 'on', 'on']);
    const sql = openSql(url, { max: 1 });
    const countSyncs = async () => {
      await sql`select pg_stat_force_next_flush()`;
      return (await sql<{ count: number }[]>`select sum(fsyncs)::int as count from pg_stat_io where object = 'wal'`)[0]!
        .count;
    };
    await sql`create table notes (text text)`;
    const before = await countSyncs();
    for (let i = 0; i < 10; i++) await sql`insert into notes values ('one commit')`;
    expect((await countSyncs()) - before).toBeGreaterThanOrEqual(10);
    await sql.end();
  });

  test('[running.embedded] Ctrl-C reaches the whole group, but not the database', async () => {
    const dataDir = makeUsedFolder();
    const holder = await startHolder({ dataDir });
    process.kill(-holder.pid, 'SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await query(holder.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('[running.embedded] a command uses the running server, and waits for another command', async () => {
    const dataDir = makeUsedFolder();
    const server = await startHolder({ dataDir });
    const command = await startHolder({ dataDir, mode: 'brief' });
    expect(command.url).toBe(server.url);
    await server.kill('SIGTERM');

    const first = await startHolder({ dataDir, mode: 'brief' });
    expect(await findRunningEmbedded(dataDir)).toBeUndefined();
    const second = startHolder({ dataDir, mode: 'brief' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await first.kill('SIGTERM');
    expect(await query((await second).url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('[running.embedded] a server that dies is started again at the same address', async () => {
    const dataDir = makeUsedFolder();
    const holder = await startHolder({ dataDir, isDurable: true });
    await query(holder.url, 'create table notes as select 42 as answer');
    const before = findServer(join(dataDir, 'postgres'))!;
    process.kill(before.identity.pid, 'SIGKILL');
    await waitFor(() => {
      const now = findServer(join(dataDir, 'postgres'));
      return now?.isReady === true && now.identity.pid !== before.identity.pid;
    });
    expect(await query(holder.url, 'select answer from notes')).toEqual([{ answer: 42 }]);
    await holder.kill('SIGTERM');
    expect(findServer(join(dataDir, 'postgres'))).toBeUndefined();
  });
});

async function endChildrenOf(dataDir: string): Promise<void> {
  const [claim] = fs.readdirSync(dataDir).filter((name) => name.endsWith('.lock'));
  const { pid } = JSON.parse(fs.readFileSync(join(dataDir, claim!), 'utf8')) as { pid: number };
  process.kill(pid, 'SIGKILL');
}

async function waitFor(isTrue: () => boolean): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error('It did not happen within 2 minutes.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
