import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { handleOneAtATime, maxPipelined } from './one-at-a-time.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function open(answer: (path: string, response: ServerResponse) => void, unreadMs?: number) {
  const begun: string[] = [];
  // Node adds a second to the time that it names.
  const server = createServer({ keepAliveTimeout: 1 }, (request, response) => {
    begun.push(request.url ?? '');
    answer(request.url ?? '', response);
  });
  handleOneAtATime(server, unreadMs);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ends.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const send = (paths: readonly string[]): Socket => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''));
    return socket;
  };
  return { begun, send };
}

const paths = (count: number) => Array.from({ length: count }, (_, n) => `/${n}`);

test('[limits.pipelining] requests of one connection begin as the responses before them leave, in order', async () => {
  const responses: (() => void)[] = [];
  const { begun, send } = await open((path, response) => void responses.push(() => response.end(`<${path}>`)));
  let text = '';
  send(paths(5)).on('data', (data) => {
    text += data;
  });
  for (let count = 1; count <= 5; count += 1) {
    await expect.poll(() => begun).toEqual(paths(count));
    await sleep(20);
    expect(begun).toEqual(paths(count));
    responses[count - 1]?.();
  }
  await expect.poll(() => text.match(/(?<=<)\/\d(?=>)/g), { timeout: 5_000 }).toEqual(paths(5));
});

test('[limits.pipelining] a connection with too many requests at once is closed; other connections go on', async () => {
  const { begun, send } = await open((path, response) => setTimeout(() => response.end(path), 50));
  const socket = send(paths(maxPipelined + 2));
  await new Promise((closed) => socket.once('close', closed));
  send(['/other']);
  await expect.poll(() => begun.includes('/other'), { timeout: 5_000 }).toBe(true);
});

test('[limits.pipelining] after the caller has left, the requests that wait begin, so that the log has them', async () => {
  const responses: ServerResponse[] = [];
  const { begun, send } = await open((_, response) => void responses.push(response));
  const socket = send(paths(4));
  await expect.poll(() => begun).toEqual(['/0']);
  socket.destroy();
  await expect.poll(() => begun, { timeout: 5_000 }).toEqual(paths(4));
});

test('[limits.pipelining] a connection without a request is closed after the time to keep it; one that waits for its response is not', async () => {
  const responses: ServerResponse[] = [];
  const { begun, send } = await open((path, response) => {
    if (path === '/late') responses.push(response);
    else response.end(path);
  }, 200);
  const idle = send(['/first']);
  idle.resume();
  const late = send(['/late']);
  let text = '';
  late.on('data', (data) => {
    text += data;
  });
  await new Promise((closed) => idle.once('close', closed));
  // Its time passed with that of the other.
  await sleep(300);
  expect([late.destroyed, begun.sort()]).toEqual([false, ['/first', '/late']]);
  responses[0]?.end('here');
  await expect.poll(() => text).toContain('here');
});

test('[limits.memory] a caller who reads nothing holds one response, for a time', async () => {
  const large = 'x'.repeat(8_000_000);
  const { begun, send } = await open((_, response) => response.end(large), 200);
  const socket = send(paths(20));
  socket.pause();
  const closed = new Promise((done) => socket.once('close', done));
  await expect.poll(() => begun).toEqual(['/0']);
  await sleep(100);
  expect(begun).toEqual(['/0']);
  await sleep(500);
  // A connection that nobody reads is closed without a word to this side.
  socket.resume();
  await closed;
});
