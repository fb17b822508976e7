// Processes that are stopped, blocked or cannot log: connections end politely, a blocked worker is replaced, a stop always works.
import type { ChildProcess } from 'node:child_process';
import { openSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { findServer } from '../../src/server/postgres/cluster.ts';
import { listChildren } from '../../src/server/postgres/process-identity.ts';
import { copyServedFolder } from '../support/served-folder.ts';
import {
  buildServer,
  endAll,
  listWorkers,
  type ServerProcess,
  spawnServe,
  startProcess,
} from '../support/server-process.ts';

beforeAll(buildServer, 180_000);
afterEach(endAll);

/** `STOPS=20 npx vitest run --project process test/process/stop.test.ts` is the long run. */
const stops = Number(process.env['STOPS'] ?? 1);

interface Load {
  /** How many connections were opened, though the server may not have accepted them yet. */
  opened(): number;
  readonly statuses: number[];
  /** Codes of connections that ended without a response. */
  readonly errors: string[];
  /** Whether this process had no turn for so long that a kept connection of its may count as quiet: see drain-connections.ts. */
  wasAway(): boolean;
  stop(): Promise<void>;
}

/** Requests one after the other, on kept connections or each on its own, until the server refuses new ones. */
function startLoad(server: ServerProcess, connections: number, keepAlive = true): Load {
  const agent = new Agent({ keepAlive, maxSockets: connections });
  const sockets = new Set<Socket>();
  const statuses: number[] = [];
  const errors: string[] = [];
  let isOver = false;
  let lastTurn = performance.now();
  let longestMs = 0;
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - lastTurn);
    lastTurn = performance.now();
  }, 10);
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const asked = request(`${server.url}/v1.0/auth/login`, { agent, method: 'POST' }, (response) => {
        statuses.push(response.statusCode as number);
        response.resume().once('close', resolve);
      });
      asked.once('socket', (socket) => sockets.add(socket));
      asked.once('error', reject).end('{}');
    });
  const drive = async () => {
    while (!isOver) {
      try {
        await ask();
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        errors.push(code === 'ECONNREFUSED' ? code : message);
        return;
      }
    }
  };
  const ended = Promise.all(Array.from({ length: connections }, drive));
  return {
    opened: () => [...sockets].filter(({ connecting }) => !connecting).length,
    statuses,
    errors,
    wasAway: () => longestMs > 250,
    async stop() {
      isOver = true;
      await ended;
      agent.destroy();
      clearInterval(timer);
    },
  };
}

test.each([1, 2])('[running.stop] SIGTERM under load with %i workers resets no connection', async (workers) => {
  const dataDir = copyServedFolder();
  for (let round = 0, repeats = 0; round < stops; round += 1) {
    const server = await startProcess(dataDir, { WORKERS: String(workers) });
    const load = startLoad(server, 100);
    // Many of them still wait to be accepted.
    await expect.poll(load.opened, { interval: 1 }).toBeGreaterThanOrEqual(100);
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    await load.stop();
    // Whoever came after the stop was refused; nobody was cut off in the middle.
    const cutOff = load.errors.filter((code) => code !== 'ECONNREFUSED');
    if (cutOff.length > 0 && load.wasAway() && repeats < 5) {
      // Clients that were silent for as long as an idle one prove nothing.
      repeats += 1;
      round -= 1;
      continue;
    }
    expect(cutOff).toEqual([]);
    expect(load.statuses.filter((status) => status !== 400)).toEqual([]);
  }
});

test.each([1, 2])(
  '[running.stop] SIGTERM with %i workers: clients that open a connection for each request get a response to each that was accepted',
  async (workers) => {
    const dataDir = copyServedFolder();
    for (let round = 0; round < stops; round += 1) {
      const server = await startProcess(dataDir, { WORKERS: String(workers) });
      const load = startLoad(server, 20, false);
      await expect.poll(() => load.statuses.length, { interval: 1 }).toBeGreaterThan(100);
      expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
      await load.stop();
      expect(load.statuses.filter((status) => status !== 400)).toEqual([]);
      expect(requestsInLog(server)).toBe(load.statuses.length);
    }
  },
);

/** How many requests the server read: each has its line in the log. */
const requestsInLog = (server: ServerProcess) => server.log().match(/"msg":"request"/g)?.length ?? 0;

test('[running.stop] open connections without a request do not delay it', async () => {
  const server = await startProcess(copyServedFolder());
  const { port } = new URL(server.url);
  const ends: string[] = [];
  const sockets = Array.from({ length: 500 }, (): Socket => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('end', () => ends.push('end')).on('error', (error) => ends.push(String(error)));
    socket.resume();
    return socket;
  });
  await Promise.all(sockets.map((socket) => new Promise((done) => socket.once('connect', done))));
  // Answered on a connection of its own: every one before it has been accepted.
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
  // What holds up a stop is cut off after 30 s; these were closed long before that.
  expect(server.log()).not.toContain('cut off');
  await expect.poll(() => ends.length, { timeout: 180_000 }).toBe(500);
  expect(new Set(ends)).toEqual(new Set(['end']));
});

test('[running.stop] of connections that arrive at a steady pace, each that was accepted gets its response', async () => {
  const server = await startProcess(copyServedFolder(), { WORKERS: '2' });
  const ends: string[] = [];
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    const asked = request(`${server.url}/health/live`, { agent: new Agent() }, (response) => {
      response.resume().once('close', () => ends.push(String(response.statusCode)));
    });
    asked.once('error', ({ code, message }: NodeJS.ErrnoException) => ends.push(code ?? message)).end();
  }, 2);
  await expect.poll(() => ends.length, { interval: 1 }).toBeGreaterThan(50);
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
  clearInterval(timer);
  await expect.poll(() => ends.length, { timeout: 60_000 }).toBe(sent);
  const answered = ends.filter((end) => end === '200').length;
  expect(requestsInLog(server)).toBe(answered);
  // A few at most arrive in the moment in which the listener closes.
  const refused = ends.filter((end) => end === 'ECONNREFUSED').length;
  expect(sent - answered - refused).toBeLessThan(10);
});

test('[running.stop] [running.workers] one worker alone that gets SIGTERM is replaced; the others go on, and nobody hears of a stop', async () => {
  const server = await startProcess(copyServedFolder(), { WORKERS: '2' });
  const [told] = listWorkers(server.pid);
  const load = startLoad(server, 4, false);
  process.kill(told as number, 'SIGTERM');
  const healths = new Set<number>();
  while (listWorkers(server.pid).includes(told as number) || listWorkers(server.pid).length < 2) {
    healths.add((await fetch(`${server.url}/health`, { headers: { connection: 'close' } })).status);
  }
  await load.stop();
  expect([...healths]).toEqual([200]);
  expect(load.errors).toEqual([]);
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
});

test('[running.stop] [running.stop.drain] DRAIN_SECONDS holds up nobody when no worker is left to serve', async () => {
  const server = await startProcess(copyServedFolder(), { DRAIN_SECONDS: '300' });
  const ended = server.end('SIGTERM');
  await expect
    .poll(async () => (await fetch(`${server.url}/health`, { headers: { connection: 'close' } })).status)
    .toBe(503);
  for (const worker of listWorkers(server.pid)) process.kill(worker, 'SIGKILL');
  expect(await ended).toEqual({ code: 0, signal: null });

  const another = await startProcess(copyServedFolder(), { DRAIN_SECONDS: '300' });
  for (const worker of listWorkers(another.pid)) process.kill(worker, 'SIGKILL');
  // Before there is another.
  expect(await another.end('SIGTERM')).toEqual({ code: 0, signal: null });
});

/** Blocks the event loop when it gets SIGUSR2, as a piece of endless work would, but leaves the core to the other tests. */
function blockOnSignal(dataDir: string): Record<string, string> {
  const file = join(dataDir, 'block.mjs');
  const block = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 90_000)';
  // The thread that watches has little memory: what tracing loads into every process must not be loaded there.
  const refuse = "if (!isMainThread) throw new Error('loaded in a thread')";
  const lines = ["import { isMainThread } from 'node:worker_threads'", refuse, `process.on('SIGUSR2', () => ${block})`];
  writeFileSync(file, `${lines.join(';\n')};\n`);
  return { NODE_OPTIONS: `--import=${pathToFileURL(file).href}` };
}

test('[running.workers] [heavy] a blocked worker is ended with its request ids in the log, and replaced; SIGTERM works beside it', async () => {
  const dataDir = copyServedFolder();
  const server = await startProcess(dataDir, blockOnSignal(dataDir));
  const [blocked] = listWorkers(server.pid);
  // A request whose body never comes to its end is in progress.
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {}); // It is cut off with the worker.
  socket.write('POST /v1.0/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n{');
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  process.kill(blocked as number, 'SIGUSR2');
  await expect.poll(server.log, { timeout: 180_000 }).toContain('the event loop is blocked; ending this process');
  const line = server
    .log()
    .split('\n')
    .find((text) => text.includes('the event loop is blocked')) as string;
  expect(JSON.parse(line)).toMatchObject({ pid: blocked, requestIds: [expect.stringMatching(/^[0-9a-f-]{36}$/)] });
  await expect
    .poll(async () => (await fetch(`${server.url}/health`).catch(() => undefined))?.status, { timeout: 180_000 })
    .toBe(200);
  const [next] = listWorkers(server.pid);
  expect(next).not.toBe(blocked);
  expect(server.log()).toContain('a worker process ended; starting another');

  process.kill(next as number, 'SIGUSR2');
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
  socket.destroy();
});

test('[running.stop] [heavy] a frozen database holds nothing up', async () => {
  const dataDir = copyServedFolder();
  const server = await startProcess(dataDir);
  const postmaster = findServer(join(dataDir, 'postgres'))?.identity.pid as number;
  for (const pid of [postmaster, ...listChildren(postmaster)]) process.kill(pid, 'SIGSTOP');
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(findServer(join(dataDir, 'postgres'))).toBeUndefined();
});

test('[running.log] [heavy] a full log disk and a pipe that nobody reads stop nothing', async () => {
  const ready = (child: ChildProcess) => new Promise((done) => child.stdout?.once('data', done));
  const ended = (child: ChildProcess) => new Promise((done) => child.once('exit', (code) => done(code)));
  for (const stderr of [openSync('/dev/full', 'w'), 'pipe'] as const) {
    const { child, url } = await spawnServe(copyServedFolder(), { stderr });
    await ready(child);
    for (let count = 0; count < 400; count += 1)
      expect((await fetch(`${url}/v1.0/${'x'.repeat(200)}`)).status).toBe(404);
    const code = ended(child);
    child.kill('SIGTERM');
    expect(await code).toBe(0);
  }
});
