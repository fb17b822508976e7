import { expect, test, vi } from 'vitest';
import { createScope } from '../../../test/support/request-scopes.ts';
import { runInScope } from '../base/request-scope.ts';
import { HttpScope } from '../http/guard-requests.ts';
import { createFairLimiter, type FairLimits } from './limiter.ts';

const soon = () => new Promise((resolve) => setImmediate(resolve));

/** Starts works by name (`a1` is the first of account a) and ends them by name. */
function runner(limits: Partial<FairLimits>) {
  const limiter = createFairLimiter({ maxAtOnce: 1, maxWaitingPerAccount: 100, maxWaiting: 100, ...limits });
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  return {
    started,
    start(name: string, signal?: AbortSignal, way: 'run' | 'goOn' = 'run'): Promise<string> {
      const work = () =>
        new Promise<string>((resolve, reject) => {
          started.push(name);
          ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error)));
        });
      const run = limiter[way](name.slice(0, 1), work, signal);
      run.catch(() => {});
      return run;
    },
    async end(name: string, error?: Error) {
      ends.get(name)?.(error);
      await soon();
    },
  };
}

test('[limits.fair-turns] so many at once; a failure frees its place', async () => {
  const { started, start, end } = runner({ maxAtOnce: 2 });
  const runs = ['a1', 'a2', 'a3', 'a4'].map((name) => start(name));
  await soon();
  expect(started).toEqual(['a1', 'a2']);
  await end('a2', new Error('failed'));
  await expect(runs[1]).rejects.toThrow('failed');
  expect(started).toEqual(['a1', 'a2', 'a3']);
  for (const name of ['a1', 'a3', 'a4']) await end(name);
  expect(await Promise.all([runs[0], runs[2], runs[3]])).toEqual(['a1', 'a3', 'a4']);
});

test('[limits.fair-turns] [limits.memory] what has begun goes on before what has not, is not refused, and takes no turn of others', async () => {
  const { started, start, end } = runner({ maxWaitingPerAccount: 2 });
  for (const name of ['a1', 'a2', 'a3', 'b1']) void start(name);
  for (const name of ['a4', 'a5']) void start(name, undefined, 'goOn');
  await expect(start('a6')).rejects.toMatchObject({ situation: 'tooMuchAtOnce' });
  for (const name of ['a1', 'a4', 'b1', 'a5', 'a2', 'a3']) await end(name);
  expect(started).toEqual(['a1', 'a4', 'b1', 'a5', 'a2', 'a3']);
});

test('[limits.fair-turns] work that waits too long gets the 503, also when no turn comes; work that has begun before waits on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { started, start, end } = runner({ maxWaitMs: 1_000 });
    void start('a1');
    const late = start('a2');
    void start('a3', undefined, 'goOn');
    vi.advanceTimersByTime(600);
    const next = start('b1');
    vi.advanceTimersByTime(600);
    await expect(late).rejects.toMatchObject({ situation: 'busy' });
    for (const name of ['a1', 'a3']) await end(name);
    expect(started).toEqual(['a1', 'a3', 'b1']);
    vi.advanceTimersByTime(600);
    await end('b1');
    expect(await next).toBe('b1');
  } finally {
    vi.useRealTimers();
  }
});

test('[limits.fair-turns] accounts take turns, however much each has waiting; each in the order it came', async () => {
  const { started, start, end } = runner({});
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1']) void start(name);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  void start('d1');
  for (const name of ['b2', 'a4', 'd1']) await end(name);
  expect(started.slice(6)).toEqual(['a4', 'd1', 'a5']);
});

test('[limits.fair-turns] an account never takes more than its places, also while nobody else waits', async () => {
  const { started, start, end } = runner({ maxAtOnce: 3, maxPerAccount: 2 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void start(name);
  await soon();
  expect(started).toEqual(['a1', 'a2']);
  void start('b1');
  expect(started).toEqual(['a1', 'a2', 'b1']);
  void start('b2');
  await end('b1');
  expect(started.slice(3)).toEqual(['b2']);
  await end('a1');
  expect(started.slice(4)).toEqual(['a3']);
});

test('[limits.fair-turns] a full queue refuses at once: 429 for the account, 503 for accounts with their share of it', async () => {
  const { started, start, end } = runner({ maxWaitingPerAccount: 2, maxWaiting: 3 });
  for (const name of ['a1', 'a2', 'a3']) void start(name);
  await expect(start('a4')).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '5' } });
  void start('b1');
  await expect(start('b2')).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  // An account with nothing waiting still gets a place.
  void start('c2');
  await end('a1');
  for (const name of ['a2', 'b1', 'c2', 'a3']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c2', 'a3']);
});

test('[limits.fair-turns] who goes away while waiting is never started and takes nobody else along', async () => {
  const { started, start, end } = runner({ maxWaitingPerAccount: 2 });
  const gone = new AbortController();
  void start('a1');
  const leaving = start('a2', gone.signal);
  void start('a3', new AbortController().signal);
  gone.abort(new Error('gone'));
  await expect(leaving).rejects.toThrow('gone');
  await expect(start('a4', gone.signal)).rejects.toThrow('gone');
  void start('a5');
  for (const name of ['a1', 'a3', 'a5']) await end(name);
  expect(started).toEqual(['a1', 'a3', 'a5']);
});

test('[limits.fair-turns] after work a place may stay empty for a while; whoever waits for another place does not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const rested: string[] = [];
  const { started, start, end } = runner({
    maxAtOnce: 2,
    maxPerAccount: 1,
    restMs(account) {
      rested.push(account);
      return account === 'a' ? 20 : 0;
    },
  });
  for (const name of ['a1', 'a2', 'b1', 'b2']) void start(name);
  await end('a1');
  await end('b1');
  expect(started).toEqual(['a1', 'b1', 'b2']);
  vi.advanceTimersByTime(20);
  vi.useRealTimers();
  await soon();
  expect(started).toEqual(['a1', 'b1', 'b2', 'a2']);
  expect(rested).toEqual(['a', 'b']);
});

test('[limits.fair-turns] work of several pieces rests between them and keeps its place', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const asked: number[] = [];
  const limiter = createFairLimiter({
    ...{ maxAtOnce: 1, maxWaitingPerAccount: 1, maxWaiting: 1 },
    restMs(_account, workedMs) {
      asked.push(workedMs);
      return 0;
    },
  });
  const steps: string[] = [];
  const piece = (ms: number) => vi.advanceTimersByTime(ms);
  const first = limiter.run('a', async (rest) => {
    piece(30);
    await rest();
    piece(50);
    steps.push('first');
  });
  const second = limiter.run('a', async () => void steps.push('second'));
  await Promise.all([first, second]);
  vi.useRealTimers();
  expect(steps).toEqual(['first', 'second']);
  expect(asked).toEqual([30, 50, 0]);
});

test('[running.request-errors] work of a request that failed outside it gives its place back', async () => {
  const limiter = createFairLimiter({ maxAtOnce: 1, maxWaitingPerAccount: 5, maxWaiting: 5 });
  const scope = createScope();
  const stuck = runInScope(scope, () => limiter.run('a', () => new Promise<never>(() => {})));
  const next = limiter.run('b', async () => 'done');
  expect(limiter.load()).toEqual({ running: 1, waiting: 1 });
  scope.fail(new Error('outside'));
  await expect(stuck).rejects.toThrow('outside');
  expect(await next).toBe('done');
  expect(limiter.load()).toEqual({ running: 0, waiting: 0 });
});

test('[running.request-errors] a request that has failed already gives the place of its later work back too', async () => {
  const limiter = createFairLimiter({ maxAtOnce: 1, maxWaitingPerAccount: 5, maxWaiting: 5 });
  const ended = { writableFinished: true, socket: undefined };
  const scope = new HttpScope(ended as never, ended as never, { info() {}, warn() {}, error() {} });
  scope.fail(new Error('before'));
  const work = runInScope(scope, () => limiter.run('a', () => new Promise<never>(() => {})));
  await expect(work).rejects.toThrow('before');
  expect(limiter.load()).toEqual({ running: 0, waiting: 0 });
});
