import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type BodyBounds, createBodyBudget } from './body-budget.ts';

const megabyte = 2 ** 20;
const bounds = { maxBytes: 4 * megabyte, maxBytesPerCaller: 3 * megabyte, smallBytes: 65_536, maxWaitMs: 60_000 };
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A server that reads bodies within the budget and answers when told to. */
async function open(more: Partial<BodyBounds> = {}) {
  const budget = createBodyBudget({ ...bounds, ...more });
  const seen = { held: 0, mostHeld: 0, whole: [] as string[] };
  const answers: (() => void)[] = [];
  let isFree = false;
  const server = createServer((request, response) => {
    const caller = String(request.headers['x-caller']);
    budget.reserve(caller, request, response, (error) => {
      if (error !== undefined) return void response.writeHead(503).end();
      let bytes = 0;
      request.on('data', (chunk: Buffer) => {
        if (response.closed) return;
        bytes += chunk.length;
        seen.held += chunk.length;
        seen.mostHeld = Math.max(seen.mostHeld, seen.held);
      });
      response.once('close', () => {
        seen.held -= bytes;
      });
      request.on('end', () => {
        seen.whole.push(caller);
        const answer = () => response.end(String(bytes));
        if (isFree) answer();
        else answers.push(answer);
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ends.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const { port } = server.address() as AddressInfo;

  function post(caller: string, bytes: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const headers = { 'x-caller': caller, 'content-length': bytes };
      const sent = send({ port, host: '127.0.0.1', method: 'POST', headers }, (response: IncomingMessage) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end(Buffer.alloc(bytes, 'x'));
    });
  }

  return {
    seen,
    post,
    answerAll() {
      isFree = true;
      for (const answer of answers.splice(0)) answer();
    },
  };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(10);
}

test('[limits.slow-bodies] hundreds of large bodies are read as room comes free; all are answered, other callers and small ones at once', async () => {
  // Room for the pieces of all that a caller has begun, of which one is read on to its end, and for another caller.
  const maxBytes = 8 * megabyte;
  const { seen, post, answerAll } = await open({ maxBytes });
  const many = Array.from({ length: 60 }, () => post('a', megabyte));
  await until(() => seen.whole.length >= 1);
  const before = seen.whole.length;
  const other = post('b', 900_000);
  const small = post('a', 1_000);
  await until(() => seen.whole.includes('b') && seen.whole.length >= before + 2);
  answerAll();
  expect(new Set(await Promise.all([...many, other, small]))).toEqual(new Set([200]));
  // Each body that was begun has at most a piece more than the bound.
  expect(seen.mostHeld).toBeLessThan(maxBytes + 61 * 65_536 + megabyte);
  expect(seen.held).toBe(0);
});

test('[limits.slow-bodies] who waits too long for the first byte gets a 503', async () => {
  const { seen, post, answerAll } = await open({ maxBytesPerCaller: megabyte, maxWaitMs: 50 });
  const holding = post('a', 2 * megabyte);
  await until(() => seen.whole.length === 1);
  expect(await post('a', megabyte)).toBe(503);
  answerAll();
  expect(await holding).toBe(200);
});

test('[limits.slow-bodies] who goes away makes room', async () => {
  const { seen, post, answerAll } = await open();
  const many = Array.from({ length: 20 }, () => post('a', megabyte).catch(() => 0));
  await until(() => seen.whole.length >= 1);
  ends[0]?.();
  // Connections that were not made yet are served.
  answerAll();
  await Promise.all(many);
  await until(() => seen.held === 0);
  expect(await post('a', 4 * megabyte)).toBe(200);
});
