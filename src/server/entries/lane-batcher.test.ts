import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createLaneBatcher, laneLocked } from './lane-batcher.ts';

interface Op {
  readonly name: string;
  readonly lane: string;
}

afterEach(() => vi.useRealTimers());

/** Until then, no batch in progress counts as one that takes long. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
}

/** Lanes in `held` are locked by somebody else until they are let go. */
function startBatcher(held = new Map<string, Promise<void>>()) {
  const batches: { names: string[]; how: string }[] = [];
  const batcher = createLaneBatcher<Op, string>({
    async run(ops, how) {
      batches.push({ names: ops.map(({ name }) => name), how });
      if (how === 'alone') await held.get(ops[0]?.lane ?? '');
      else await nextTurn();
      return ops.map((op) => (how === 'together' && held.has(op.lane) ? laneLocked : op.name));
    },
    look: async () => undefined,
    runAfterLook: async () => undefined,
  });
  const add = (lane: string, name: string, account = lane) => batcher.add({ name, lane }, { account, lane });
  return { add, batches, idle: batcher.idle };
}

function hold() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

test('[entries.shared-commits] what arrives together, and what arrives meanwhile, goes together', async () => {
  stopClock();
  const { add, batches } = startBatcher();
  const first = [add('x', 'x1'), add('y', 'y1')];
  await Promise.resolve();
  await Promise.resolve();
  const second = [add('x', 'x2'), add('z', 'z1'), add('y', 'y2')];
  expect(await Promise.all([...first, ...second])).toEqual(['x1', 'y1', 'x2', 'z1', 'y2']);
  expect(batches).toEqual([
    { names: ['x1', 'y1'], how: 'together' },
    { names: ['x2', 'z1', 'y2'], how: 'together' },
  ]);
});

test('[limits.fair-turns] a batch takes 64 at most, and of the accounts in turns', async () => {
  stopClock();
  const { add, batches } = startBatcher();
  const first = add('x', 'first');
  await nextTurn();
  const many = Array.from({ length: 300 }, (_, count) => add('x', `x${count}`));
  const others = [add('y', 'y1'), add('y', 'y2'), add('z', 'z1')];
  await Promise.all([first, ...others, ...many]);
  expect(batches.map(({ names }) => names.length)).toEqual([1, 64, 64, 64, 64, 47]);
  expect(batches[1]?.names.slice(0, 7)).toEqual(['x0', 'y1', 'z1', 'x1', 'y2', 'x2', 'x3']);
  expect(batches.flatMap(({ names }) => names.filter((name) => /^x\d/.test(name)))).toEqual(
    many.map((_, count) => `x${count}`),
  );
});

test('[entries.shared-commits] a locked form waits alone, in order; the others do not wait for it', async () => {
  const { held, release } = hold();
  const locks = new Map([['x', held]]);
  const { add, idle } = startBatcher(locks);
  const done: string[] = [];
  const note = (name: string) => {
    done.push(name);
  };
  const waiting = [add('x', 'x1').then(note), add('x', 'x2').then(note)];
  await add('y', 'y1').then(note);
  waiting.push(add('x', 'x3').then(note));
  for (let count = 2; count < 40; count += 1) await add(`y${count % 3}`, `y${count}`).then(note);
  expect(done.filter((name) => name.startsWith('x'))).toEqual([]);
  locks.delete('x');
  release();
  await Promise.all(waiting);
  await idle();
  expect(done.filter((name) => name.startsWith('x'))).toEqual(['x1', 'x2', 'x3']);
});

test('[entries.shared-commits] more locked forms than there are places: others go on, and each goes on when it is free', async () => {
  const locks = new Map<string, Promise<void>>();
  const holds = Array.from({ length: 8 }, (_, place) => {
    const one = hold();
    locks.set(`x${place}`, one.held);
    return one;
  });
  const { add, idle } = startBatcher(locks);
  const waiting = holds.map((_, place) => add(`x${place}`, `x${place}`));
  expect(await Promise.all([add('y', 'y1'), add('z', 'z1')])).toEqual(['y1', 'z1']);
  // The last one is let go first: it need not wait for those before it.
  locks.delete('x7');
  holds[7]?.release();
  expect(await waiting[7]).toBe('x7');
  expect(await add('y', 'y2')).toBe('y2');
  locks.clear();
  for (const { release } of holds) release();
  expect(await Promise.all(waiting)).toEqual(holds.map((_, place) => `x${place}`));
  await idle();
});

test('[entries.durable] a commit whose response is lost is looked for; only what was not done is done again', async () => {
  const stored = new Set<string>();
  const again: string[] = [];
  let runs = 0;
  const batcher = createLaneBatcher<Op, string>({
    async run(ops) {
      runs += 1;
      if (runs > 1) return ops.map(({ name }) => name);
      for (const { name } of ops.slice(0, 2)) stored.add(name);
      throw Object.assign(new Error('connection lost'), { code: 'CONNECTION_CLOSED', errno: 'CONNECTION_CLOSED' });
    },
    look: async ({ name }) => (stored.has(name) ? `found ${name}` : undefined),
    async runAfterLook({ name }) {
      again.push(name);
      stored.add(name);
      return `done ${name}`;
    },
  });
  const results = ['a', 'b', 'c'].map((name) => batcher.add({ name, lane: name }, { account: 'a', lane: name }));
  expect(await Promise.all(results)).toEqual(['found a', 'found b', 'done c']);
  expect([runs, again]).toEqual([1, ['c']]);
});

test('[entries.shared-commits] a row that fails fails alone', async () => {
  const batcher = createLaneBatcher<Op, string>({
    async run(ops) {
      if (ops.some(({ name }) => name === 'bad')) throw new Error('no');
      return ops.map(({ name }) => name);
    },
    look: async () => undefined,
    runAfterLook: async () => undefined,
  });
  const add = (name: string) => batcher.add({ name, lane: 'x' }, { account: 'a', lane: 'x' });
  const results = await Promise.allSettled([add('a'), add('bad'), add('b')]);
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    'a',
    'failed',
    'b',
  ]);
});
