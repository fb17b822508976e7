import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { endInOneWrite } from './end-in-one-write.ts';

const bodyOf = (url: string): string | Buffer => {
  if (url === '/buffer') return Buffer.from('שלום');
  return url === '/long' ? 'x'.repeat(8_000_000) : `${url} \u00d7\u00a9`;
};

/** What comes back on one connection, up to the last of the responses, and how many responses were finished. */
async function send(text: string, { inReverse = false, isGone = false } = {}) {
  let finished = 0;
  let ended = 0;
  const waiting: (() => void)[] = [];
  const wanted = text.split(' HTTP/1.1').length - 1;
  const server = createServer((request, response: ServerResponse) => {
    response.on('finish', () => finished++);
    const body = bodyOf(request.url!);
    response.writeHead(200, ['content-length', String(Buffer.byteLength(body, 'latin1'))]);
    waiting.push(() => endInOneWrite(response, body));
    if (waiting.length < wanted) return;
    if (inReverse) waiting.reverse();
    const endAll = () => {
      for (const end of waiting) end();
      ended = waiting.length;
    };
    if (isGone) response.on('close', endAll);
    else endAll();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(text);
    if (isGone) {
      await once(server, 'request');
      socket.destroy();
      await expect.poll(() => ended).toBe(wanted);
      return { received: '', finished };
    }
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'end');
    return { received: Buffer.concat(chunks).toString('latin1'), finished };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const get = (path: string, rest = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${rest}\r\n`;
const last = 'connection: close\r\n';
const bodiesIn = (received: string) => received.split(/HTTP\/1\.1 200 OK\r\n(?:.+\r\n)+\r\n/).slice(1);

test.each([false, true])(
  '[conventions.headers] responses on one connection come whole and in order, in whatever order they end: %s',
  async (inReverse) => {
    const text = get('/1') + get('/2') + get('/buffer') + get('/long') + get('/3', last);
    const { received, finished } = await send(text, { inReverse });
    const bodies = ['/1', '/2', '/buffer', '/long', '/3'].map((path) => Buffer.from(bodyOf(path) as string, 'latin1'));
    expect(bodiesIn(received)).toEqual(bodies.map((body) => body.toString('latin1')));
    expect(finished).toBe(5);
  },
);

test('[conventions.headers] HEAD gets the head alone', async () => {
  const { received, finished } = await send(`HEAD /1 HTTP/1.1\r\nhost: x\r\n${last}\r\n`);
  expect(received).toContain('content-length: 5\r\n');
  expect(received.endsWith('\r\n\r\n')).toBe(true);
  expect(finished).toBe(1);
});

test('[conventions.headers] nothing breaks when the caller is gone', async () => {
  expect(await send(get('/long'), { isGone: true })).toEqual({ received: '', finished: 0 });
});
