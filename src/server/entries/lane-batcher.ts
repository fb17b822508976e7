// Writes that arrive while a commit is in progress share the next one; writes that have to wait for a lock wait alone. A lane is what
// shares a lock: a form, or an account whose forms are counted together. [entries.shared-commits] [entries.durable]
//
//   nothing in progress -> everything that waits goes in one batch; a lane whose lock somebody else holds is left out of it
//   a lane that was left out, or that is the only one, waits for its lock in a batch of its own, and the others go on beside it
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
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
  /** Operations with the same `alone` never share a batch. */
  add(op: Op, place: { lane: string; alone: string | undefined; canShare?: boolean }): Promise<Result>;
  /** Resolves when nothing waits and nothing is in progress. */
  idle(): Promise<void>;
  load(): BatchLoad;
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

const maxBatch = 256;

export interface BatchLimits {
  /** Statements in progress at once; each takes a connection of the pool. */
  readonly maxInFlight: number;
  /** Of those, batches that wait for a lock that somebody is known to hold. What is more tries again without waiting. */
  readonly maxForLocked: number;
}

const usualLimits: BatchLimits = { maxInFlight: 4, maxForLocked: 2 };

const tryAgainMs = 20;
/** A batch that takes longer waits for a lock: the others no longer wait for it. */
const slowMs = 25;

interface Waiting<Op, Result> {
  readonly op: Op;
  readonly lane: string;
  readonly alone: string | undefined;
  readonly canShare: boolean;
  readonly since: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

export function createLaneBatcher<Op, Result>(
  work: BatchWork<Op, Result>,
  { maxInFlight, maxForLocked }: BatchLimits = usualLimits,
): LaneBatcher<Op, Result> {
  let waiting: Waiting<Op, Result>[] = [];
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
    if (inFlight === 0 && waiting.length === 0) for (const tell of whenIdle.splice(0)) tell();
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

  /** The first lane that cannot share, or all that can. */
  function takeBatch(): Waiting<Op, Result>[] {
    const first = waiting.find(({ lane }) => !busy.has(lane) && !locked.has(lane));
    if (first === undefined) return [];
    if (!first.canShare) return take(({ lane }) => lane === first.lane);
    return take(({ lane, canShare }) => canShare && !busy.has(lane) && !locked.has(lane));
  }

  function take(isWanted: (one: Waiting<Op, Result>) => boolean): Waiting<Op, Result>[] {
    const batch: Waiting<Op, Result>[] = [];
    const left: Waiting<Op, Result>[] = [];
    const taken = new Set<string>();
    for (const one of waiting) {
      const isFree = one.alone === undefined || !taken.has(one.alone);
      if (batch.length < maxBatch && isFree && isWanted(one)) {
        batch.push(one);
        if (one.alone !== undefined) taken.add(one.alone);
      } else left.push(one);
    }
    waiting = left;
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
    const flight = { since: performance.now(), oldest: (batch[0] as Waiting<Op, Result>).since };
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
      const leftOut: Waiting<Op, Result>[] = [];
      batch.forEach((one, place) => {
        const result = results[place] as Result | typeof laneLocked;
        if (result !== laneLocked) one.resolve(result);
        else leftOut.push(one);
      });
      // They came before whatever waits now.
      waiting = [...leftOut, ...waiting];
      for (const { lane } of leftOut) locked.add(lane);
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
    add: (op, { lane, alone, canShare = true }) =>
      new Promise((resolve, reject) => {
        waiting.push({ op, lane, alone, canShare, since: performance.now(), resolve, reject });
        schedule();
      }),
    idle: () =>
      new Promise((resolve) => {
        whenIdle = [...whenIdle, resolve];
        schedule();
      }),
    load() {
      const starts = [...[...flights].map(({ oldest }) => oldest), ...waiting.slice(0, 1).map(({ since }) => since)];
      const oldestMs = starts.length === 0 ? 0 : performance.now() - Math.min(...starts);
      return { ...totals, waiting: waiting.length, oldestMs };
    },
  };
}

/** How long a database that was lost is waited for before its callers hear that it is away. */
const maxLookMs = 5_000;
const lookPauseMs = 200;

function isOneLane(batch: readonly { readonly lane: string }[]): boolean {
  return batch.every(({ lane }) => lane === batch[0]?.lane);
}
