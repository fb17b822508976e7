// Creating and finishing entries that arrive while a commit is under way go into the next one. A request alone waits
// for nothing. DESIGN.md "Write queue".
import type { Clock } from '../services.ts';
import { type Db, runAgainOnDeadlock } from '../store/db.ts';
import type { EntryRow } from '../store/entries.ts';
import { insertEntriesOfLimited } from '../store/entry-quotas.ts';
import {
  continueEntries,
  type DraftChange,
  type Insertion,
  insertEntries,
  type NewEntry,
} from '../store/write-entries.ts';

export interface WriteQueue {
  /** `build` is called when its commit begins: times are those of the commit, so that pollers miss nothing. */
  insert(build: (time: string) => NewEntry, key: IdempotencyKey | undefined): Promise<Inserted>;
  /** The row as changed; undefined when it could not be: the caller looks why. */
  continueDraft(id: string, build: (time: string) => DraftChange): Promise<EntryRow | undefined>;
  /** Resolves when nothing waits and nothing is under way. */
  idle(): Promise<void>;
}

/** How long an idempotency key is kept. CONTRACT.md section 3. */
export const idempotencyMs = 24 * 60 * 60 * 1000;

export type IdempotencyKey = NonNullable<NewEntry['idempotency']>;

export interface Inserted {
  readonly insertion: Insertion;
  readonly entry: NewEntry;
  readonly time: string;
}

export function createWriteQueue(services: { db: Db; clock: Clock }): WriteQueue {
  const { db, clock } = services;

  const inserts = createBatcher<(time: string) => NewEntry, Inserted>(async (builds) => {
    const now = clock.now();
    const time = new Date(now).toISOString();
    const entries = builds.map((build) => build(time));
    const keysFrom = new Date(now - idempotencyMs).toISOString();
    const times = { time, keysFrom };
    const hasLimits = entries.some(({ room }) => room.account !== undefined);
    const insertions = hasLimits
      ? await db.transaction((tx) => insertEntriesOfLimited(tx, entries, times))
      : await insertEntries(db.sql, entries, times);
    return entries.map((entry) => ({ insertion: insertions.get(entry.id) as Insertion, entry, time }));
  });
  const drafts = createBatcher<(time: string) => DraftChange, EntryRow | undefined>(async (builds) => {
    const time = new Date(clock.now()).toISOString();
    const changes = builds.map((build) => build(time));
    const rows = await continueEntries(db.sql, changes, time);
    return changes.map((change) => rows.get(change.id));
  });

  return {
    // Two requests with one idempotency key cannot be in one statement: the second must see the first committed.
    insert: (build, key) => inserts.add(build, key && `${key.scope} ${key.key}`),
    continueDraft: (id, build) => drafts.add(build, id),
    async idle() {
      await Promise.all([inserts.idle(), drafts.idle()]);
    },
  };
}

const maxBatch = 256;

interface Batcher<Op, Result> {
  /** Operations with the same `alone` never share a batch. */
  add(op: Op, alone: string | undefined): Promise<Result>;
  idle(): Promise<void>;
}

function createBatcher<Op, Result>(run: (ops: readonly Op[]) => Promise<Result[]>): Batcher<Op, Result> {
  interface Waiting {
    readonly op: Op;
    readonly alone: string | undefined;
    readonly resolve: (result: Result) => void;
    readonly reject: (reason: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let underWay: Promise<void> | undefined;

  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    const taken = new Set<string>();
    for (const one of waiting) {
      const isFree = one.alone === undefined || !taken.has(one.alone);
      if (batch.length < maxBatch && isFree) {
        batch.push(one);
        if (one.alone !== undefined) taken.add(one.alone);
      } else left.push(one);
    }
    waiting = left;
    return batch;
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) await commit(takeBatch());
    underWay = undefined;
  }

  async function commit(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await runAgainOnDeadlock(() => run(batch.map((one) => one.op)));
      batch.forEach((one, place) => {
        one.resolve(results[place] as Result);
      });
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      // A failed row fails alone: the statement took nothing, so each is tried by itself.
      else for (const one of batch) await commit([one]);
    }
  }

  return {
    add: (op, alone) =>
      new Promise((resolve, reject) => {
        waiting.push({ op, alone, resolve, reject });
        underWay ??= Promise.resolve().then(drain);
      }),
    async idle() {
      while (underWay !== undefined) await underWay;
    },
  };
}
