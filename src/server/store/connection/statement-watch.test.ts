import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from './connection.ts';
import { createHosts } from './hosts.ts';
import { watchStatements } from './statement-watch.ts';

vi.mock('./probe-host.ts', () => ({ isHostAlive: async () => true }));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection with one statement of so many bytes, of which so many leave the process each second. */
function watchSending({ bytes, perSecond }: { bytes: number; perSecond: number }) {
  const start = Date.now();
  const query = {};
  const host = { host: 'h', port: 1 };
  const connection = {
    host,
    pid: 1,
    current: () => query,
    received: () => 0,
    sent: () => bytes,
    unsent: () => Math.max(0, bytes - ((Date.now() - start) / 1000) * perSecond),
    destroy: () => {},
  } as Partial<Connection> as Connection;
  const pool = {
    connections: () => [connection],
    waiting: () => [],
    isBusy: () => true,
    countDone: () => 0,
    hosts: createHosts([host]),
  };
  let askedAfterMs: number | undefined;
  const watch = watchStatements(pool, {
    limits: { statementMs: 65_000, waitMs: 10_000, waitWithoutAnyMs: 8_000 },
    silentBackends: {
      find: async () => {
        askedAfterMs ??= Date.now() - start;
        return [];
      },
      close: async () => {},
    },
  });
  return {
    async askedAfter(seconds: number): Promise<number | undefined> {
      await vi.advanceTimersByTimeAsync(seconds * 1000);
      watch.stop();
      return askedAfterMs;
    },
  };
}

test('[errors.unavailable] a statement that was sent is asked about after some seconds without a sign', async () => {
  expect(await watchSending({ bytes: 500, perSecond: 1e9 }).askedAfter(10)).toBeLessThan(4_000);
});

test('[errors.unavailable] a statement that is still being sent over a slow link is not asked about', async () => {
  expect(await watchSending({ bytes: 8e6, perSecond: 1e6 }).askedAfter(25)).toBeUndefined();
  expect(await watchSending({ bytes: 60e6, perSecond: 1e6 }).askedAfter(60)).toBeUndefined();
});
