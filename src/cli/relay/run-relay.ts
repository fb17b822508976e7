// Follows the changes of a service and delivers each of them to a target. The cursor is saved after a page of changes was delivered or set
// aside, never before: whatever ends the process, the next one sends again what was not saved, with the same ids. [relay.once-at-least]
import { setTimeout as sleepFor } from 'node:timers/promises';
import { type Change, type FormsteadClient, FormsteadError } from '../../../packages/client/src/index.ts';
import { createDelivery } from './delivery.ts';
import { checkFollows, type Followed, type RelayState, type WaitingChange } from './relay-state.ts';
import type { StateStore } from './state-file.ts';
import { pauseAfter, send, type Target } from './target.ts';

export interface RelayOptions {
  readonly client: FormsteadClient;
  readonly target: Target;
  readonly store: StateStore;
  readonly followed: Followed;
  /** Changes from then on, where nothing is stored yet. */
  readonly since: string | undefined;
  readonly everySeconds: number;
  /** What there is now, then the end. */
  readonly isOnce: boolean;
  readonly parallel: number;
  readonly maxWaiting: number;
  /** Told to stop: what is on its way is finished. */
  readonly signal: AbortSignal;
  readonly report: (line: object) => void;
}

export interface RelayResult {
  /** `held`: of what there is, no more could be read, because too much is set aside. */
  readonly stopped: 'done' | 'told' | 'gone' | 'held';
  readonly delivered: number;
  /** Attempts that failed. */
  readonly failed: number;
  readonly waiting: readonly WaitingChange[];
}

/** Entries can be large, and all of a page are in memory. */
const pageSize = 100;
const longestServicePauseMs = 60_000;

export async function runRelay(options: RelayOptions): Promise<RelayResult> {
  const { client, target, store, followed, isOnce, report } = options;
  const stored = await store.load();
  if (stored !== undefined) checkFollows(stored, followed, store.name);
  if (stored !== undefined && stored.to !== followed.to) report({ note: 'The target has another address now.' });
  let cursor = stored?.cursor ?? undefined;
  const since = stored === undefined ? options.since : (stored.since ?? undefined);
  let isGone = false;
  let isHeld = false;
  const ending = new AbortController();
  const stop = AbortSignal.any([options.signal, ending.signal]);
  const delivery = createDelivery({
    ...options,
    waiting: stored?.waiting ?? [],
    send: (event) => send(target, event),
    readAgain: (waiting) => readAgain(client, waiting),
    now: target.now,
    random: Math.random,
    sleep: (milliseconds, signal) => sleepFor(milliseconds, undefined, { signal }),
    stop,
    onGone: () => {
      isGone = true;
      ending.abort();
    },
    onSetAside: ({ entry, attempts, error, nextAttempt }) => {
      // The first time, then ever more rarely.
      if (Number.isInteger(Math.log2(attempts))) report({ stuck: entry, attempts, error, nextAttempt });
    },
    onHeld: () => {
      report({ held: `${options.maxWaiting} changes wait for the target: nothing more is read.` });
      // Nothing is tried a second time in this run: nothing would ever make room.
      if (!isOnce) return;
      isHeld = true;
      ending.abort();
    },
  });
  const save = createSaver(store, () => ({
    version: 1,
    ...followed,
    since: since ?? null,
    cursor: cursor ?? null,
    waiting: delivery.waiting(),
  }));

  const follow = async () => {
    for (let failures = 0; !stop.aborted; ) {
      try {
        for await (const batch of client.entries.changes({
          ...changesFrom({ ...options, since }, cursor),
          pageSize,
          signal: stop,
        })) {
          failures = 0;
          if (!(await delivery.deliver(batch.changes))) return;
          const isSame = batch.cursor === cursor;
          cursor = batch.cursor;
          if (!isSame) await save();
          if (batch.changes.length > 0)
            report({ delivered: delivery.counts.delivered, waiting: delivery.waiting().length });
        }
        return;
      } catch (error) {
        if (stop.aborted) return;
        if (isOnce || !isPassing(error)) throw error;
        failures += 1;
        report({ service: (error as Error).message });
        const pause = Math.min(longestServicePauseMs, pauseAfter(failures, Math.random));
        await sleepFor(pause, undefined, { signal: stop }).catch(() => {});
      }
    }
  };

  // Where it begins is fixed before anything is read: `now` must not be later after a crash.
  if (stored === undefined) await save();
  try {
    if (isOnce) {
      await delivery.retryAll();
      await follow();
    } else {
      // Whichever fails ends the other.
      const both = [follow(), delivery.retry(save)].map((work) =>
        work.catch((error) => {
          ending.abort();
          throw error;
        }),
      );
      const [failure] = (await Promise.allSettled(both)).flatMap((end) =>
        end.status === 'rejected' ? [end.reason] : [],
      );
      if (failure !== undefined) throw failure;
    }
  } finally {
    ending.abort();
    await delivery.settle();
    await save();
  }
  return {
    stopped: isGone ? 'gone' : options.signal.aborted ? 'told' : isHeld ? 'held' : 'done',
    ...delivery.counts,
    waiting: delivery.waiting(),
  };
}

function changesFrom({ followed, since, everySeconds, isOnce }: RelayOptions, cursor: string | undefined) {
  return {
    ...(followed.form !== null && { form: followed.form }),
    ...(cursor === undefined ? since !== undefined && { since } : { cursor }),
    ...(!isOnce && { everySeconds }),
  };
}

/** What is set aside is sent as it is now: a later change takes the place of the earlier one. */
async function readAgain(
  client: FormsteadClient,
  { entry: id, deletedAt }: WaitingChange,
): Promise<Change | 'nothing' | 'later'> {
  if (deletedAt !== null) return { kind: 'deleted', id, deletedAt };
  try {
    const entry = await client.entries.get(id);
    if (entry.status === 'deleted') return { kind: 'deleted', id, deletedAt: entry.deletedAt ?? entry.changedAt };
    // Submitted, or saved again: its status says so.
    return { kind: 'changed', id, entry };
  } catch (error) {
    // It went with its form, and its marker comes as a change of its own.
    if (error instanceof FormsteadError && error.status === 404) return 'nothing';
    if (isPassing(error)) return 'later';
    throw error;
  }
}

/** The service is away or busy: it will come back. */
function isPassing(error: unknown): boolean {
  return error instanceof FormsteadError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** One save at a time, and whoever asks meanwhile shares the next, which has all that was known then. */
function createSaver(store: StateStore, state: () => RelayState): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        running = store.save(state());
        return running;
      });
    return next;
  };
}
