// Writes that arrive while a commit is in progress share the next one; writes that have to wait for a lock wait alone. A lane is what
// shares a lock: a form, or an account whose forms are counted together. [entries.shared-commits] [entries.durable] [limits.fair-turns]
//
//   nothing in progress -> what waits goes in one batch, accounts in turns; a lane whose lock somebody else holds is left out of it
//   a lane that was left out, or that is the only one, waits for its lock in a batch of its own, and the others go on beside it
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFairQueue } from '../scheduling/fair-queue.ts';
import { isOutcomeUnknown } from '../store/connection/database-errors.ts';
import { runAgainOnDeadlock } from '../store/connection/db.ts';

/** The result of an operation that was left out of a shared batch because its lane is locked. */
export const laneLocked = Symbol('lane locked');

export interface BatchWork<Op, Result> {
  /** In one statement, all or nothing. `together`: without waiting for the lock of any lane. */
  readonly run: (ops: readonly Op[], how: 'together' | 'alone') => Promise<(Result | typeof laneLocked)[]>;
  /** After a connection was lost: what became of the operation, or undefined while it has not been done. */
  readonly look: (op: Op) => Promise<Result | undefined>;
  /** Does it after all, unless it has been done meanwhile; then undefined. */
  readonly runAfterLook: (op: Op) => Promise<Result | undefined>;
}

export interface LaneBatcher<Op, Result> {
  add(op: Op, place: Place): Promise<Result>;
  /** Resolves when nothing waits and nothing is in progress. */
  idle(): Promise<void>;
  load(): BatchLoad;
}

export interface Place {
  /** Whose turn it takes. */
  readonly account: string;
  /** Operations of a lane keep their order. */
  readonly lane: string;
  /** Operations with the same `alone` never share a batch. */
  readonly alone?: string | undefined;
  /** False: only operations of the same lane share its batch. */
  readonly canShare?: boolean;
}

export interface BatchLoad {
  /** So far. */
  readonly batches: number;
  readonly operations: number;
  readonly waitedMs: number;
  /** Now. */
  readonly waiting: number;
  /** Of what waits or is in progress. */
  readonly oldestMs: number;
}

export interface BatchLimits {
  /** Statements in progress at once; each takes a connection of the pool. */
  readonly maxInFlight: number;
  /** Of those, batches that wait for a lock that somebody is known to hold. What is more tries again without waiting. */
  readonly maxForLocked: number;
  /** Operations of one batch. Whatever comes next waits until the batch is committed. */
  readonly maxBatch: number;
}

const usualLimits: BatchLimits = { maxInFlight: 4, maxForLocked: 2, maxBatch: 64 };

const tryAgainMs = 20;
/** A batch that takes longer waits for a lock: the others no longer wait for it. */
const slowMs = 25;

interface Waiting<Op, Result> extends Place {
  readonly op: Op;
  readonly canShare: boolean;
  /** How many came before it. */
  readonly place: number;
  readonly since: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

export function createLaneBatcher<Op, Result>(
  work: BatchWork<Op, Result>,
  { maxInFlight, maxForLocked, maxBatch }: BatchLimits = usualLimits,
): LaneBatcher<Op, Result> {
  const waiting = createFairQueue<Waiting<Op, Result>>();
  let added = 0;
  /** Lanes with a batch in progress. */
  const busy = new Set<string>();
  /** Lanes whose lock somebody else held: their next batch is their own. */
  const locked = new Set<string>();
  let inFlight = 0;
  /** Of those, the one that others still wait for, so as to share the next commit. */
  let quick: { readonly since: number } | undefined;
  let isWatched = false;
  let forLocked = 0;
  let isTryingAgain = false;
  let isScheduled = false;
  let whenIdle: (() => void)[] = [];
  const totals = { batches: 0, operations: 0, waitedMs: 0 };
  /** Since when the oldest of each batch in progress has waited. */
  const flights = new Set<{ readonly since: number; readonly oldest: number }>();

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      pump();
    });
  }

  // What several requests share carries the label of none of them.
  const runForAll = AsyncLocalStorage.snapshot();

  function pump(): void {
    for (const lane of locked) {
      if (forLocked === maxForLocked) break;
      if (!busy.has(lane)) start(takeLane(lane), { how: 'alone', isForLocked: true });
    }
    if (quick === undefined && inFlight < maxInFlight) {
      const batch = takeBatch();
      // The last places are not for waiting.
      const how = isOneLane(batch) && inFlight === 0 ? 'alone' : 'together';
      if (batch.length > 0) start(batch, { how, isForLocked: false });
    }
    if (locked.size > 0 && !isTryingAgain) {
      isTryingAgain = true;
      setTimeout(tryLocked, tryAgainMs);
    }
    if (inFlight === 0 && waiting.size === 0) for (const tell of whenIdle.splice(0)) tell();
  }

  function tryLocked(): void {
    isTryingAgain = false;
    locked.clear();
    pump();
  }

  function takeLane(lane: string): Waiting<Op, Result>[] {
    locked.delete(lane);
    return take((one) => one.lane === lane);
  }

  /** The first lane that cannot share, or what can. */
  function takeBatch(): Waiting<Op, Result>[] {
    return take((one, first) => {
      if (busy.has(one.lane) || locked.has(one.lane)) return false;
      return first.canShare ? one.canShare : one.lane === first.lane;
    });
  }

  function take(isWanted: (one: Waiting<Op, Result>, first: Waiting<Op, Result>) => boolean): Waiting<Op, Result>[] {
    const batch: Waiting<Op, Result>[] = [];
    const taken = new Set<string>();
    while (batch.length < maxBatch) {
      const next = waiting.take(
        (one) => (one.alone === undefined || !taken.has(one.alone)) && isWanted(one, batch[0] ?? one),
      );
      if (next === undefined) break;
      batch.push(next);
      if (next.alone !== undefined) taken.add(next.alone);
    }
    return batch;
  }

  function start(
    batch: readonly Waiting<Op, Result>[],
    { how, isForLocked }: { how: 'together' | 'alone'; isForLocked: boolean },
  ): void {
    if (batch.length === 0) return;
    const lanes = new Set(batch.map(({ lane }) => lane));
    for (const lane of lanes) busy.add(lane);
    inFlight += 1;
    const flight = { since: performance.now(), oldest: Math.min(...batch.map(({ since }) => since)) };
    flights.add(flight);
    totals.batches += 1;
    totals.operations += batch.length;
    for (const { since } of batch) totals.waitedMs += flight.since - since;
    if (isForLocked) forLocked += 1;
    else quick = flight;
    watchQuick();
    runForAll(commit, batch, how).finally(() => {
      if (quick === flight) quick = undefined;
      flights.delete(flight);
      inFlight -= 1;
      if (isForLocked) forLocked -= 1;
      for (const lane of lanes) busy.delete(lane);
      pump();
    });
  }

  /** One timer for many batches: setting and clearing one for each would be felt. */
  function watchQuick(): void {
    if (isWatched || quick === undefined) return;
    isWatched = true;
    const leftMs = Math.max(1, slowMs - (performance.now() - quick.since));
    setTimeout(() => {
      isWatched = false;
      if (quick === undefined || performance.now() - quick.since < slowMs) return watchQuick();
      quick = undefined;
      pump();
    }, leftMs);
  }

  /** Settles every operation of the batch, or puts it back. */
  async function commit(batch: readonly Waiting<Op, Result>[], how: 'together' | 'alone'): Promise<void> {
    try {
      const results = await runAgainOnDeadlock(() =>
        work.run(
          batch.map((one) => one.op),
          how,
        ),
      );
      for (const [index, one] of batch.entries()) {
        const result = results[index] as Result | typeof laneLocked;
        if (result !== laneLocked) one.resolve(result);
        else {
          waiting.add(one.account, one, ({ place }) => place > one.place);
          locked.add(one.lane);
        }
      }
    } catch (error) {
      if (isOutcomeUnknown(error)) await Promise.all(batch.map((one) => settleLost(one, error)));
      else if (batch.length === 1) batch[0]?.reject(error);
      // A failed row fails alone: the statement took nothing, so each is tried by itself.
      else for (const one of batch) await commit([one], 'alone');
    }
  }

  /** A commit whose response was lost may have happened: it is looked for before anything is done again. */
  async function settleLost(one: Waiting<Op, Result>, error: unknown): Promise<void> {
    for (const deadline = performance.now() + maxLookMs; ; await sleep(lookPauseMs)) {
      try {
        const done = (await work.look(one.op)) ?? (await work.runAfterLook(one.op)) ?? (await work.look(one.op));
        if (done !== undefined) return one.resolve(done);
      } catch (again) {
        if (!isOutcomeUnknown(again)) return one.reject(again);
      }
      if (performance.now() > deadline) return one.reject(error);
    }
  }

  return {
    add: (op, { account, lane, alone, canShare = true }) =>
      new Promise((resolve, reject) => {
        added += 1;
        const since = performance.now();
        waiting.add(account, { op, account, lane, alone, canShare, place: added, since, resolve, reject });
        schedule();
      }),
    idle: () =>
      new Promise((resolve) => {
        whenIdle = [...whenIdle, resolve];
        schedule();
      }),
    load() {
      const starts = [...[...flights].map(({ oldest }) => oldest), ...waiting.items().map(({ since }) => since)];
      const now = performance.now();
      const oldestMs = now - starts.reduce((oldest, start) => Math.min(oldest, start), now);
      return { ...totals, waiting: waiting.size, oldestMs };
    },
  };
}

/** How long a database that was lost is waited for before its callers hear that it is away. */
const maxLookMs = 5_000;
const lookPauseMs = 200;

function isOneLane(batch: readonly { readonly lane: string }[]): boolean {
  return batch.every(({ lane }) => lane === batch[0]?.lane);
}
