import { createServer, type IncomingMessage, request as send } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type BodyBounds, createBodyBudget } from './body-budget.ts';

const megabyte = 2 ** 20;
const bounds: BodyBounds = {
  ...{ maxBytes: 4 * megabyte, maxBytesPerCaller: 3 * megabyte, smallBytes: 65_536, maxWaitMs: 60_000 },
  ...{ slowMs: 2_000, minBytes: 16_384 },
};
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A server that reads bodies within the budget and answers when told to. */
async function open(more: Partial<BodyBounds> = {}) {
  const ended: Socket[] = [];
  const endLate = (socket: Socket) => {
    ended.push(socket);
    socket.destroy();
  };
  const budget = createBodyBudget(endLate, { ...bounds, ...more });
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

  /** Sends a part of a body, and no more. */
  function stall(caller: string, bytes: number, head = `content-length: ${megabyte}`): Socket {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\nx-caller: ${caller}\r\n${head}\r\n\r\n`);
    socket.write(Buffer.alloc(bytes, 'x'));
    return socket;
  }

  return {
    seen,
    post,
    stall,
    ended,
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

test('[limits.slow-bodies] bodies that stall hold room until somebody waits for it; those that arrive go on', async () => {
  const { seen, post, stall, ended, answerAll } = await open({ slowMs: 300 });
  answerAll();
  const stalled = ['a', 'a', 'b', 'b'].map((caller) => stall(caller, 1_000_000));
  await until(() => seen.held === 4_000_000);
  await sleep(400);
  // Nobody waits.
  expect(ended).toEqual([]);
  // Steady, and slower than others.
  const steady = stall('d', 0, 'content-length: 200000');
  let isWhole = false;
  steady.once('data', (reply) => {
    isWhole = String(reply).startsWith('HTTP/1.1 200');
  });
  const drip = setInterval(() => steady.write(Buffer.alloc(20_000, 'x')), 50);
  expect(await post('e', megabyte)).toBe(200);
  await until(() => isWhole);
  clearInterval(drip);
  expect(ended.length).toBeGreaterThanOrEqual(1);
  expect(ended.length).toBeLessThanOrEqual(stalled.length);
});

test('[limits.slow-bodies] a small body of unknown size is read at once, a large one takes its turn', async () => {
  const { seen, stall, answerAll } = await open({ slowMs: 60_000 });
  answerAll();
  for (const caller of ['a', 'a', 'b', 'b', 'c']) stall(caller, 900_000);
  await until(() => seen.held >= 4 * megabyte);
  const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;
  const replies: string[] = [];
  const send = (name: string, ...bytes: number[]) => {
    const socket = stall(name, 0, 'transfer-encoding: chunked');
    socket.on('data', (reply) => replies.push(`${name} ${String(reply).slice(9, 12)}`));
    socket.write(`${bytes.map(chunk).join('')}0\r\n\r\n`);
  };
  send('small', 1_000, 2_000);
  send('large', ...Array.from({ length: 20 }, () => 50_000));
  await until(() => replies.length > 0);
  await sleep(100);
  expect(replies).toEqual(['small 200']);
});
