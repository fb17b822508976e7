// Slow bodies: cut off with a 408, unless the route watches over its body itself. Bodies that hardly come are slow too.
import { connect } from 'node:net';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { limitBodyTime, msLeft } from './body-timeout.ts';

test('[limits.slow-bodies] a body that does not come is a 408; a quick one and a long route are left alone', async () => {
  const seen: unknown[] = [];
  const app = fastify({
    forceCloseConnections: true,
    clientErrorHandler: (error, socket) => {
      seen.push((error as { code?: string }).code);
      socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n');
    },
  });
  limitBodyTime(app, { graceMs: 100, minBytesPerSecond: 1_000_000, maxMs: 200 });
  app.post('/', async () => 'done');
  app.post('/long', { config: { hasLongBody: true } }, async () => 'done');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };

  const post = async (path: string, pauseMs: number): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{`,
    );
    setTimeout(() => socket.writable && socket.write('}'), pauseMs);
    socket.on('error', () => {});
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    return answer.slice(9, 12);
  };
  expect(await post('/', 10)).toBe('200');
  expect(await post('/', 400)).toBe('408');
  expect(await post('/long', 400)).toBe('200');
  expect(seen[0]).toBe('ERR_HTTP_REQUEST_TIMEOUT');
  await app.close();
});

test.each([
  { bytes: 0, ms: 0, left: 20_000 },
  { bytes: 0, ms: 20_000, left: 0 },
  // One byte a second: not much longer than silence.
  { bytes: 21, ms: 20_990, left: -980 },
  { bytes: 100_000, ms: 60_000, left: 10_000 },
  { bytes: 10_000_000, ms: 60_000, left: 60_000 },
  { bytes: 10_000_000, ms: 120_000, left: 0 },
])('[limits.slow-bodies] after $ms ms and $bytes bytes $left ms are left', ({ left, ...sent }) => {
  expect(Math.round(msLeft(sent, { graceMs: 20_000, minBytesPerSecond: 2_000, maxMs: 120_000 }) / 10) * 10).toBe(left);
});
