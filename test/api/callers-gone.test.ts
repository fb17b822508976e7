// Callers who leave before their response: nobody waits for what they asked for, nothing of theirs is kept, and the log tells of them.
import { channel } from 'node:diagnostics_channel';
import { get, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trackConnections } from '../../src/server/http/drain-connections.ts';
import { buildApp } from '../../src/server/program/app.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let url: string;
let closeApp: () => Promise<unknown>;
beforeAll(async () => {
  service = await startService();
  // Without the checks of the test service, which keep what they have to look at.
  const app = await buildApp(service.services);
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  closeApp = () => app.close();
});
afterAll(async () => {
  await closeApp();
  await service.close();
});

/** Takes all places of alice's account; what it returns gives them back. */
function holdPlaces(): () => Promise<unknown> {
  const { longReads } = service.services;
  let free = () => {};
  const freed = new Promise<void>((resolve) => {
    free = resolve;
  });
  const held = Array.from({ length: 2 }, () => longReads.run(service.people.alice.account, () => freed));
  return () => {
    free();
    return Promise.all(held);
  };
}

const ask = (path: string) =>
  `GET /v1.0${path} HTTP/1.1\r\nhost: forms.test\r\nx-api-key: ${service.people.alice.key}\r\n\r\n`;

test.each(['/entry?limit=2000', '/entry?limit=2000&deleteMarkers=true', '/entry'])(
  '[running.log] [limits.fair-turns] [limits.memory] a caller who leaves: GET %s',
  async (path) => {
    const { longReads } = service.services;
    const { alice } = service.people;
    const isIdle = () => expect.poll(() => longReads.load()).toEqual({ running: 0, waiting: 0 });
    await isIdle();
    const free = holdPlaces();
    const { length } = service.log;
    const waitingBefore = longReads.load().waiting;
    const responses = await responsesOf(async () => {
      const request = get(`${url}/v1.0${path}`, { headers: { 'x-api-key': alice.key }, agent: false });
      request.on('error', () => {});
      await expect.poll(() => longReads.load().waiting).toBe(waitingBefore + 1);
      request.destroy();
      await expect.poll(() => longReads.load().waiting).toBe(waitingBefore);
    });
    await expect.poll(() => service.log.slice(length)).toHaveLength(1);
    expect(JSON.parse(service.log.at(-1) ?? '')).toMatchObject({ route: '/v1.0/entry', status: 499, user: alice.user });
    await free();
    await isIdle();
    expect(responses).toHaveLength(1);
    await expectForgotten(responses);
  },
);

/** The responses that the service makes meanwhile, held by nobody here. */
async function responsesOf(work: () => Promise<void>): Promise<WeakRef<ServerResponse>[]> {
  const found: WeakRef<ServerResponse>[] = [];
  const note = (message: unknown) => void found.push(new WeakRef((message as { response: ServerResponse }).response));
  const started = channel('http.server.request.start');
  started.subscribe(note);
  await work();
  started.unsubscribe(note);
  return found;
}

test('[running.log] [limits.memory] [limits.pipelining] a caller who leaves: requests that wait behind another on its connection', async () => {
  const { longReads } = service.services;
  const free = holdPlaces();
  const waitingBefore = longReads.load().waiting;
  const { length } = service.log;
  const responses = await responsesOf(async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(ask('/entry?limit=2000') + ask('/me') + ask('/form') + ask('/entry?limit=2000'));
    // The other three begin after the first response.
    await expect.poll(() => longReads.load().waiting).toBe(waitingBefore + 1);
    socket.destroy();
    await expect.poll(() => service.log.slice(length)).toHaveLength(4);
  });
  // Neither list is in the queue any more.
  expect(longReads.load().waiting).toBe(waitingBefore);
  // No response was sent, so all four are 499.
  const lines = service.log.slice(length).map((line) => JSON.parse(line) as { route: string; status: number });
  expect(lines.map(({ route, status }) => [route, status]).sort()).toEqual([
    ['/v1.0/entry', 499],
    ['/v1.0/entry', 499],
    ['/v1.0/form', 499],
    ['/v1.0/me', 499],
  ]);
  await free();
  expect(responses).toHaveLength(4);
  await expectForgotten(responses);
});

/** Each in one write, with a request before it that is counted nowhere. */
const broken = {
  'no HTTP': 'BAD\r\n\r\n',
  'a head that is too large': `GET / HTTP/1.1\r\nx: ${'h'.repeat(20_000)}\r\n\r\n`,
  'a malformed chunk': 'POST /v1.0/auth/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
};

test.each(Object.entries(broken))(
  '[limits.pipelining] [running.log] [entries.shape] a caller who never closes after %s: the connection is closed, and requests before it are logged, with their address',
  async (_name, bytes) => {
    const { sql } = service.services.db;
    const { alice } = service.people;
    const { body: form } = await service.call('POST', '/form', { key: alice.key, body: { name: 'Broken' } });
    const { length } = service.log;
    const body = JSON.stringify({ form: form.id });
    const head = `host: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n`;
    const submit = `POST /v1.0/entry/submit HTTP/1.1\r\n${head}\r\n${body}`;
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    // Nobody asks for the address of whoever asks for the health: when the submit begins, the connection is closed already.
    socket.write(`GET /health HTTP/1.1\r\nhost: x\r\n\r\n${submit}${bytes}`);
    const lines = () => service.log.slice(length).map((line) => JSON.parse(line) as Record<string, unknown>);
    const ofSubmit = () => lines().filter(({ route }) => route === '/v1.0/entry/submit');
    await expect.poll(() => ofSubmit().map(({ message, status }) => [message, status])).toEqual([['request', 499]]);
    expect(lines().filter(({ stack }) => stack !== undefined)).toEqual([]);
    const entries = await sql<{ ip: string | null }[]>`
      select actions -> 0 ->> 'ip' as ip from entries where form = ${form.id}`;
    expect(entries.filter(({ ip }) => ip !== '127.0.0.1')).toEqual([]);
    socket.destroy();
  },
);

test('[running.log] a caller who leaves, and the service stops: every request has its line', async () => {
  const { longReads } = service.services;
  const app = await buildApp(service.services);
  const connections = trackConnections(app.server);
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const free = holdPlaces();
  const waitingBefore = longReads.load().waiting;
  const { length } = service.log;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(ask('/entry?limit=2000') + ask('/form'));
  await expect.poll(() => longReads.load().waiting).toBe(waitingBefore + 1);
  socket.destroy();
  // As the process does when it stops.
  await connections.stopListening({ othersListen: false });
  await connections.drain(10_000);
  await app.close();
  expect(service.log.slice(length)).toHaveLength(2);
  await free();
});

test('[limits.fair-turns] a caller who leaves before the service has looked who it is takes no place in the queue', async () => {
  const { longReads } = service.services;
  const free = holdPlaces();
  const waitingBefore = longReads.load().waiting;
  const { length } = service.log;
  const sockets = Array.from({ length: 30 }, () => connect(Number(new URL(url).port), '127.0.0.1'));
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise((resolve) =>
          socket.on('error', () => {}).write(ask('/entry?limit=2000'), () => resolve(socket.destroy())),
        ),
    ),
  );
  const isQuiet = () => {
    const before = service.log.length;
    return new Promise((resolve) => setTimeout(() => resolve(service.log.length === before), 300));
  };
  await expect.poll(isQuiet).toBe(true);
  expect(longReads.load().waiting).toBe(waitingBefore);
  for (const line of service.log.slice(length)) expect(JSON.parse(line)).toMatchObject({ status: 499 });
  await free();
});

async function expectForgotten(responses: readonly WeakRef<ServerResponse>[]): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const count = async () => {
    await nextTurn();
    collect();
    return responses.filter((response) => response.deref() !== undefined).length;
  };
  await expect.poll(count).toBe(0);
}
