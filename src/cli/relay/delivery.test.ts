// Order, what is set aside and the bounds of it, with a clock of the test's own.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../../../packages/client/src/index.ts';
import { createDelivery, type DeliveryOptions } from './delivery.ts';
import type { WaitingChange } from './relay-state.ts';
import type { Outcome } from './target.ts';

const change = (id: string, at = 1) =>
  ({
    kind: 'changed',
    id,
    entry: { id, changedAt: String(at), actions: [{ id: `act${at}`, type: 'edit' }] },
  }) as Change;
const delivered: Outcome = { kind: 'delivered', response: new Response(null) };
const failed: Outcome = { kind: 'failed', error: 'HTTP 500', pauseMs: 0 };

function open(send: (entry: string, id: string) => Outcome | Promise<Outcome>, given: Partial<DeliveryOptions> = {}) {
  const stop = new AbortController();
  const clock = { now: Date.parse('2026-05-04T10:00:00.000Z') };
  const log: string[] = [];
  const latest = new Map<string, Change>();
  const delivery = createDelivery({
    send: async ({ entry, id }) => {
      log.push(id.replace('entry-', ''));
      return send(entry, id);
    },
    readAgain: async ({ entry }) => latest.get(entry) ?? change(entry),
    ...{ waiting: [], parallel: 4, maxWaiting: 3, stop: stop.signal, random: () => 1 },
    now: () => clock.now,
    sleep: async (milliseconds) => {
      clock.now += milliseconds;
      await new Promise((resolve) => setImmediate(resolve));
    },
    onGone: () => stop.abort(),
    onSetAside: () => {},
    onHeld: () => log.push('held'),
    ...given,
  });
  return { delivery, stop, clock, log, latest };
}

test('[relay.stuck] an entry that is refused holds up no other, and is tried again later', async () => {
  let isDown = true;
  const { delivery, stop, log } = open((entry) => (entry === 'b' && isDown ? failed : delivered));
  expect(await delivery.deliver(['a', 'b', 'c'].map((id) => change(id)))).toBe(true);
  expect(delivery.waiting()).toEqual([
    {
      ...{ entry: 'b', deletedAt: null, attempts: 1, error: 'HTTP 500' },
      ...{ since: '2026-05-04T10:00:00.000Z', lastAttempt: '2026-05-04T10:00:00.000Z' },
      nextAttempt: '2026-05-04T10:00:02.000Z',
    },
  ]);
  const attempts: number[] = [];
  let saves = 0;
  await delivery.retry(async () => {
    saves += 1;
    attempts.push(...delivery.waiting().map((one) => one.attempts));
    if (saves === 3) isDown = false;
    if (delivery.waiting().length === 0) stop.abort();
  });
  expect(attempts).toEqual([2, 3, 4]);
  expect([delivery.waiting(), delivery.counts]).toEqual([[], { delivered: 3, failed: 4 }]);
  expect(log.filter((one) => one === 'b-act1')).toHaveLength(5);
});

test('[relay.order] a newer change takes the place of one that is set aside', async () => {
  let isDown = true;
  const { delivery, log, latest } = open(() => (isDown ? failed : delivered));
  await delivery.deliver([change('a', 1)]);
  latest.set('a', change('a', 2));
  await delivery.deliver([change('a', 2)]);
  expect(delivery.waiting()).toMatchObject([{ entry: 'a', attempts: 2 }]);
  isDown = false;
  await delivery.retryAll();
  await delivery.retryAll();
  expect(log).toEqual(['a-act1', 'a-act2', 'a-act2']);
  expect(delivery.waiting()).toEqual([]);
});

test('[relay.order] changes of one entry never overlap, nor does an older one follow a newer one', async () => {
  const outcomes = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean(), fc.nat(3), fc.boolean()), {
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(outcomes, async (steps) => {
      const busy = new Set<string>();
      const last = new Map<string, number>();
      let turn = 0;
      const { delivery, latest } = open(
        async (entry, id) => {
          expect(busy.has(entry)).toBe(false);
          busy.add(entry);
          const at = Number(/act(\d+)/.exec(id)?.[1]);
          expect(at).toBeGreaterThanOrEqual(last.get(entry) ?? 0);
          last.set(entry, at);
          const [, isTaken, ticks] = steps[turn++ % steps.length]!;
          for (let tick = 0; tick < ticks; tick += 1) await new Promise((resolve) => setImmediate(resolve));
          busy.delete(entry);
          return isTaken ? delivered : failed;
        },
        { maxWaiting: 10 },
      );
      const work: Promise<unknown>[] = [];
      for (const [at, [id, , , isLate]] of steps.entries()) {
        // Numbers of three digits are in order as times are.
        const page = change(id, 100 + 2 * at);
        latest.set(id, page);
        if (isLate) {
          // The entry changes after the page was read, and before it is dealt with.
          latest.set(id, change(id, 101 + 2 * at));
          await delivery.retryAll();
        }
        work.push(delivery.deliver([page]));
        if (isLate) work.push(delivery.deliver([latest.get(id)!]));
        if (at % 3 === 0) work.push(delivery.retryAll());
      }
      await Promise.all(work);
      await delivery.settle();
      // What was tried last is the entry as it is.
      for (const [id, newest] of latest) expect(`act${last.get(id)}`).toBe(`act${changedAt(newest)}`);
    }),
    { numRuns: 200 },
  );
});

const changedAt = (one: Change) => (one.kind === 'changed' ? one.entry.changedAt : one.deletedAt);

test('[relay.stuck] when too much is set aside the next ones wait, until some is taken', async () => {
  let isDown = true;
  const { delivery, stop, log } = open(() => (isDown ? failed : delivered));
  await delivery.deliver(['a', 'b', 'c'].map((id) => change(id)));
  let isDone = false;
  const more = delivery.deliver([change('d'), change('a', 2)]).then(() => {
    isDone = true;
  });
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect([isDone, log.includes('d-act1'), log.includes('held'), log.includes('a-act2')]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  isDown = false;
  await delivery.retryAll();
  await more;
  expect(log.includes('d-act1')).toBe(true);
  stop.abort();
});

test('[relay.stuck] changes that wait for room keep nobody from being tried again, however many of them there are', async () => {
  let isDown = true;
  const { delivery, stop, log, latest } = open(() => (isDown ? failed : delivered), { parallel: 2 });
  await delivery.deliver(['a', 'b', 'c'].map((id) => change(id)));
  // More newcomers than there are slots, and after them later changes of all that are set aside.
  for (const id of ['a', 'b', 'c']) latest.set(id, change(id, 2));
  const more = delivery.deliver(['d', 'e', 'f', 'a', 'b', 'c'].map((id) => change(id, 2)));
  isDown = false;
  const retries = delivery.retry(async () => {});
  await more;
  stop.abort();
  await retries;
  expect(new Set(log.filter((one) => one.endsWith('act2')))).toEqual(
    new Set(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => `${id}-act2`)),
  );
});

test('[relay.order] of two changes at the same time the one with fewer actions is not sent after the other', async () => {
  const actions = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `act${at + 1}`, type: 'edit' }));
  const at = (count: number) => ({
    kind: 'changed',
    id: 'a',
    entry: { id: 'a', changedAt: '5', actions: actions(count) },
  });
  let isDown = true;
  const { delivery, log, latest } = open(() => (isDown ? failed : delivered));
  await delivery.deliver([at(1) as Change]);
  latest.set('a', at(3) as Change);
  isDown = false;
  await delivery.retryAll();
  await delivery.deliver([at(2) as Change]);
  expect(log).toEqual(['a-act1', 'a-act3']);
});

test('[relay.retries] a pause that the target asks for holds everything', async () => {
  const times: number[] = [];
  let isFirst = true;
  const { delivery, clock } = open(
    () => {
      times.push(clock.now);
      const outcome: Outcome = isFirst ? { kind: 'failed', error: 'HTTP 429', pauseMs: 60_000 } : delivered;
      isFirst = false;
      return outcome;
    },
    { parallel: 1 },
  );
  await delivery.deliver(['a', 'b'].map((id) => change(id)));
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(60_000);
  expect(times[1]! - times[0]!).toBeLessThan(61_000);
});

test('[relay.retries] after a 410 nothing more is sent', async () => {
  const { delivery, log } = open(() => ({ kind: 'gone' }), { parallel: 1 });
  expect(await delivery.deliver(['a', 'b', 'c'].map((id) => change(id)))).toBe(false);
  expect([log, delivery.waiting(), delivery.counts.delivered]).toEqual([['a-act1'], [], 0]);
});

test('[relay.stuck] what an earlier run set aside is read again: it may have changed, gone, or the service may be away', async () => {
  const time = '2026-05-04T10:00:00.000Z';
  const aside = (entry: string): WaitingChange => ({
    ...{ entry, deletedAt: null, attempts: 4, error: 'x', since: time, lastAttempt: time, nextAttempt: time },
  });
  const { delivery, log } = open(() => delivered, {
    waiting: ['now', 'nothing', 'later'].map(aside),
    readAgain: async ({ entry }) => (entry === 'nothing' || entry === 'later' ? entry : change(entry, 7)),
  });
  await delivery.retryAll();
  expect(log).toEqual(['now-act7']);
  expect(delivery.waiting()).toMatchObject([{ entry: 'later', attempts: 4, nextAttempt: '2026-05-04T10:00:02.000Z' }]);
});
