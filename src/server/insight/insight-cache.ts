// Insight of large forms takes seconds: whoever asks for the same at once shares one computation, one form is counted once at
// a time, and a result is given again while no entry of the form has changed since. [insight.fresh]

import type { Clock } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import { createFairLimiter } from '../scheduling/limiter.ts';
import type { Db } from '../store/connection/db.ts';
import { findChanges } from '../store/entries/insight-rows.ts';

export interface InsightCache {
  /** `compute` gives JSON text; its signal is aborted when all who asked went away. */
  get(asked: AskedInsight, compute: (signal: AbortSignal) => Promise<string>): Promise<string>;
}

export interface AskedInsight {
  readonly account: string;
  readonly form: string;
  /** Everything else that the result depends on. */
  readonly about: string;
  readonly signal: AbortSignal | undefined;
}

const limits = { maxAtOnce: 3, maxPerAccount: 2, maxWaitingPerAccount: 50, maxWaiting: 200 };
const maxResults = 100;
const maxBytes = 8 * 2 ** 20;
const maxAgeMs = 3_600_000;
/** An entry may be committed somewhat after the time it says it changed at. */
const lateMs = 60_000;

interface Result {
  readonly json: string;
  readonly since: string;
  readonly changes: string;
  readonly madeAt: number;
}

interface Computation {
  readonly result: Promise<string>;
  readonly stop: AbortController;
  askers: number;
}

export function createInsightCache({ db, clock }: { db: Db; clock: Clock }): InsightCache {
  const limiter = createFairLimiter(limits);
  /** Least recently used first. */
  const results = new Map<string, Result>();
  const inFlight = new Map<string, Computation>();
  /** The last computation of each form. */
  const lasts = new Map<string, Promise<unknown>>();

  async function findResult(key: string, { account, form }: AskedInsight): Promise<string | undefined> {
    const held = results.get(key);
    if (held === undefined) return undefined;
    const age = clock.now() - held.madeAt;
    const isYoung = age >= 0 && age <= maxAgeMs;
    if (isYoung && (await findChanges(db.sql, { account, form, since: held.since })) === held.changes) {
      keep(key, held);
      return held.json;
    }
    if (results.get(key) === held) results.delete(key);
    return undefined;
  }

  function keep(key: string, result: Result): void {
    if (result.json.length > maxBytes) return;
    results.delete(key);
    results.set(key, result);
    let bytes = 0;
    for (const { json } of results.values()) bytes += json.length;
    for (const [oldest, { json }] of results) {
      if (results.size <= maxResults && bytes <= maxBytes) return;
      results.delete(oldest);
      bytes -= json.length;
    }
  }

  function start(key: string, { account, form }: AskedInsight, compute: (signal: AbortSignal) => Promise<string>) {
    const stop = new AbortController();
    const work = async () => {
      const since = new Date(clock.now() - lateMs).toISOString();
      // Before the first entry is read: what changes while they are counted makes the result old at once.
      const changes = await findChanges(db.sql, { account, form, since });
      const json = await compute(stop.signal);
      if (changes !== undefined) keep(key, { json, since, changes, madeAt: clock.now() });
      return json;
    };
    const before = lasts.get(form) ?? Promise.resolve();
    // How the one before ended is told to those who asked for it.
    const result = before.catch(() => {}).then(() => limiter.run(account, work, stop.signal));
    lasts.set(form, result);
    const computation: Computation = { result, stop, askers: 0 };
    inFlight.set(key, computation);
    const end = () => {
      if (lasts.get(form) === result) lasts.delete(form);
      if (inFlight.get(key) === computation) inFlight.delete(key);
    };
    result.then(end, end);
    return computation;
  }

  return {
    async get(asked, compute) {
      const key = `${asked.form} ${asked.about}`;
      const known = await findResult(key, asked);
      if (known !== undefined) return known;
      asked.signal?.throwIfAborted();
      const computation = inFlight.get(key) ?? start(key, asked, compute);
      computation.askers += 1;
      const leave = () => {
        computation.askers -= 1;
        if (computation.askers > 0) return;
        // Whoever asks from now on starts over.
        if (inFlight.get(key) === computation) inFlight.delete(key);
        computation.stop.abort(errors.callerGone());
      };
      asked.signal?.addEventListener('abort', leave, { once: true });
      try {
        return await computation.result;
      } finally {
        asked.signal?.removeEventListener('abort', leave);
      }
    },
  };
}

declare module '../base/services.ts' {
  interface Services {
    readonly insights: InsightCache;
  }
}
