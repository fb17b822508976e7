// Many requests at once, on one connection or on many: other callers are answered in between, whatever the address.
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxPipelined } from '../../src/server/http/one-at-a-time.ts';
import { buildApp } from '../../src/server/program/app.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let port: number;
let form: string;
let closeApp: () => Promise<unknown>;
const opened: Socket[] = [];

beforeAll(async () => {
  service = await startService();
  const app = await buildApp(service.services);
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  closeApp = () => app.close();
  const children = Array.from({ length: 9_000 }, (_, n) => ({ type: 'fInput', name: `f${n}` }));
  const body = { name: 'Long', formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
  form = (await service.call('POST', '/form', { key: service.people.alice.key, body })).body.id as string;
});
afterAll(async () => {
  for (const socket of opened) socket.destroy();
  await closeApp();
  await service.close();
});

const pages = [
  '/f/FORM/',
  '/docs/',
  '/v1.0/openapi.json',
  '/odata/FORM',
  '/mcp',
  '/storage/x',
  '/no-such-page',
  '/admin/',
];
const addressOf = (page: string) => page.replace('FORM', form);

function open(localAddress: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  opened.push(socket);
  return socket;
}

const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

/** Resolves when the response has begun. */
async function ask(path: string, localAddress: string): Promise<void> {
  const socket = open(localAddress);
  await new Promise((done) => socket.once('connect', done));
  socket.write(request(path));
  await new Promise((done) => socket.once('data', done));
}

test.each(pages)(
  '[limits.pipelining] %s asked for hundreds of times in one write: the connection is closed, others are served',
  async (page) => {
    const socket = open('127.0.0.2');
    await new Promise((done) => socket.once('connect', done));
    let responses = 0;
    socket.on('data', (data) => {
      responses += String(data).split('HTTP/1.1 ').length - 1;
    });
    socket.write(request(addressOf(page)).repeat(maxPipelined * 10));
    await new Promise((closed) => socket.once('close', closed));
    await ask('/health/live', '127.0.0.3');
    expect(responses).toBeLessThanOrEqual(maxPipelined + 1);
  },
);

test('[limits.fair-turns] pages asked for on many connections at once begin in turns of their callers', async () => {
  const many = Array.from({ length: 60 }, () => open('127.0.0.4'));
  await Promise.all(many.map((socket) => new Promise((done) => socket.once('connect', done))));
  let answered = 0;
  const all = many.map(
    (socket) =>
      new Promise<void>((done) => {
        socket.once('data', () => {
          answered += 1;
          done();
        });
      }),
  );
  for (const socket of many) socket.write(request(`/f/${form}/`));
  await ask(`/f/${form}/`, '127.0.0.5');
  expect(answered).toBeLessThan(many.length / 2);
  await Promise.all(all);
});

test('[limits.slow-bodies] bodies of strangers that stall do not refuse other requests with a body', async () => {
  const head =
    'POST /v1.0/entry/submit HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1048576\r\n\r\n';
  for (const address of ['127.0.0.6', '127.0.0.7'])
    for (let n = 0; n < 17; n += 1) {
      const socket = open(address);
      socket.write(head);
      socket.write(Buffer.alloc(1_048_000, 97));
    }
  await new Promise((done) => setTimeout(done, 500));
  const submit = (text: string, isChunked: boolean) => {
    const body = JSON.stringify({ form, data: { f0: text } });
    return fetch(`http://127.0.0.1:${port}/v1.0/entry/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: isChunked ? new Blob([body]).stream() : body,
      ...(isChunked && { duplex: 'half' }),
    } as RequestInit);
  };
  const statuses = await Promise.all([
    submit('a'.repeat(100_000), false),
    submit('b', true),
    submit('c'.repeat(200_000), true),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200]);
});
