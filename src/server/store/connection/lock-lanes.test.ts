import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createScope } from '../../../../test/support/request-scopes.ts';
import { runInScope } from '../../base/request-scope.ts';
import { createLockLanes } from './lock-lanes.ts';

const soon = () => new Promise((resolve) => setImmediate(resolve));
const lockTimeout = (row: string) =>
  Object.assign(new Error('locked'), { code: '55P03', where: `locking tuple (${row})` });
const maxWaitMs = 10_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Starts transactions as callers (`a1` is the first of caller a) and ends them by name. */
function open() {
  const lanes = createLockLanes({ maxConnections: 10, maxWaitMs });
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  return {
    started,
    start(name: string, lane?: string): Promise<string> {
      const attempt = () =>
        new Promise<string>((resolve, reject) => {
          started.push(name);
          ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error)));
        });
      const scope = { ...createScope(), caller: () => name.slice(0, 1) };
      const run = runInScope(scope, () => lanes.run(attempt, lane));
      run.catch(() => {});
      return run;
    },
    async end(name: string, error?: Error) {
      ends.get(name)?.(error);
      await soon();
    },
  };
}

test.each(['without lanes', 'in lanes of their own', 'in one lane'] as const)(
  '[limits.locks] 300 transactions of one caller %s leave places for another, and callers take turns',
  async (kind) => {
    const { started, start, end } = open();
    const laneOf = { 'without lanes': () => undefined, 'in one lane': () => 'form', 'in lanes of their own': String }[
      kind
    ];
    for (let n = 0; n < 300; n += 1) void start(`a${n}`, laneOf(n));
    await soon();
    expect(started).toHaveLength(kind === 'in one lane' ? 1 : 3);
    void start('b1', kind === 'without lanes' ? undefined : 'another form');
    await soon();
    expect(started.at(-1)).toBe('b1');
    // All places are taken: the next is for whoever waits longest, one of each caller.
    for (const name of ['b2', 'b3', 'b4', 'c1']) void start(name);
    for (const name of ['a0', 'b1', 'b2']) await end(name);
    expect(started).toContain('b2');
    expect(started).toContain('c1');
  },
);

test('[limits.locks] retries of one caller leave a place for those of another', async () => {
  const { started, start, end } = open();
  for (const name of ['a1', 'a2', 'a3', 'b1']) void start(name);
  await soon();
  for (const name of ['a1', 'a2', 'a3', 'b1']) await end(name, lockTimeout(name));
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'a1', 'b1']);
});

test('[limits.locks] many callers with little waiting are never refused; of 4,000 waiting, those who have most are', async () => {
  const { start } = open();
  const refused = async (names: string[]) => {
    const runs = names.map((name) => start(name).then(undefined, (error) => error.situation as string));
    await soon();
    return (await Promise.all(runs.map((run) => Promise.race([run, 'waits'])))).filter(
      (got) => got === 'tooMuchAtOnce',
    );
  };
  const names = (caller: string, count: number) => Array.from({ length: count }, (_, n) => `${caller}${n}`);
  const others = Array.from({ length: 400 }, (_, n) => String.fromCharCode(0x4e00 + n));
  expect(await refused(others)).toHaveLength(0);
  expect(await refused(names('a', 3_000))).toHaveLength(0);
  expect(await refused(names('b', 600))).toHaveLength(0);
  expect(await refused(names('a', 1))).toHaveLength(1);
  expect(await refused(names('c', 5))).toHaveLength(0);
});

test('[limits.locks] a queue that moves is waited for; one that does not ends with the 503, not all in one moment', async () => {
  const { start, end } = open();
  void start('a1', 'form');
  const runs = Array.from({ length: 50 }, (_, n) => start(`b${n}`, 'form').catch((error) => error.situation as string));
  await soon();
  vi.advanceTimersByTime(9_000);
  await end('a1');
  vi.advanceTimersByTime(9_000);
  await soon();
  const settled = async () => {
    await soon();
    const all = await Promise.all(runs.map((run) => Promise.race([run, 'waits'])));
    return all.filter((got) => got === 'busy').length;
  };
  expect(await settled()).toBe(0);
  vi.advanceTimersByTime(2_000);
  const half = await settled();
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(49);
  vi.advanceTimersByTime(2_000);
  // The first is at work.
  expect(await settled()).toBe(49);
});
