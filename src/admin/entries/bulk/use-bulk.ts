// One action on many entries: in small batches, with how far it is, and a stop between two of them. What was done stays done.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../../../client/call-api.ts';
import type { MatchedEntry } from '../find/matching.ts';

export interface BulkState {
  readonly isRunning: boolean;
  readonly isStopped: boolean;
  readonly isDone: boolean;
  /** Entries that were looked at. */
  readonly seen: number;
  /** Of these, what the action applied to. */
  readonly changed: number;
  readonly error: unknown;
}

const before: BulkState = {
  isRunning: false,
  isStopped: false,
  isDone: false,
  seen: 0,
  changed: 0,
  error: undefined,
};

export interface BulkWork {
  readonly entries: (signal: AbortSignal) => AsyncIterable<readonly MatchedEntry[]>;
  readonly batchSize: number;
  /** How many of the batch were changed. */
  readonly act: (batch: readonly MatchedEntry[], signal: AbortSignal) => Promise<number>;
}

export type Bulk = ReturnType<typeof useBulk>;

export function useBulk() {
  const [state, setState] = useState(before);
  const stop = useRef<AbortController>();
  // Whoever leaves the page stops what is in progress.
  useEffect(() => () => stop.current?.abort(), []);

  const run = async ({ entries, batchSize, act }: BulkWork): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    stop.current = controller;
    let now: BulkState = { ...before, isRunning: true };
    const set = (part: Partial<BulkState>) => {
      now = { ...now, ...part };
      setState(now);
    };
    set({});
    try {
      for await (const page of entries(signal)) {
        for (let at = 0; at < page.length; at += batchSize) {
          if (signal.aborted) break;
          const batch = page.slice(at, at + batchSize);
          // What has begun is finished: who stops is told what was really done.
          const changed = await insist(() => act(batch, signal), signal);
          set({ seen: now.seen + batch.length, changed: now.changed + changed });
        }
        if (signal.aborted) break;
      }
      set({ isRunning: false, isDone: !signal.aborted, isStopped: signal.aborted });
    } catch (error) {
      set({ isRunning: false, isStopped: signal.aborted, error: signal.aborted ? undefined : error });
    }
  };
  const hasBegun = state.seen > 0 || state.isRunning;
  return { ...state, hasBegun, run, stop: () => stop.current?.abort() };
}

/** A service that is busy, or that counts requests, is asked again when it says so. */
export async function insist<Value>(act: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act();
    } catch (error) {
      const isBusy = error instanceof ApiError && (error.status === 429 || error.status === 503);
      if (!isBusy || tries >= mostTries || signal.aborted) throw error;
      await pause(Number(error.headers?.get('retry-after') ?? 0) || 1, signal);
    }
  }
}

const mostTries = 10;

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** `size` at a time. */
export async function inParallel<Item>(
  items: readonly Item[],
  size: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: size }, work));
}
