// Creating and finishing entries that arrive while a commit is in progress go into the next one. A request alone waits for nothing, and a
// form whose counters are locked waits by itself (lane-batcher.ts). [entries.shared-commits] [entries.durable] [limits.fair-turns]

import type { Clock } from '../base/clock.ts';
import { type IdempotencyKey, idempotencyMs } from '../http/idempotency-key.ts';
import { brokenUnique, type Db, type Transaction } from '../store/connection/db.ts';
import { type EntryRow, findEntry } from '../store/entries/entries.ts';
import type { NewEntry } from '../store/entries/entry-headroom.ts';
import { insertEntriesOfLimited } from '../store/entries/entry-quotas.ts';
import { type Insertion, insertEntries } from '../store/entries/insert-entries.ts';
import type { BatchMode } from '../store/entries/insert-text.ts';
import { continueEntries, type DraftChange } from '../store/entries/write-entries.ts';
import { type BatchLimits, type BatchLoad, createLaneBatcher, laneLocked } from './lane-batcher.ts';

export interface WriteQueue {
  /** In the transaction, where one is given, whose commit is then the caller's. */
  insert(entry: EntryToInsert, tx?: Transaction): Promise<Inserted>;
  /** The row as changed; undefined when it could not be: the caller looks why. */
  continueDraft(draft: DraftToContinue, tx?: Transaction): Promise<EntryRow | undefined>;
  /** Resolves when nothing waits and nothing is in progress. */
  idle(): Promise<void>;
  load(): WriteLoad;
}

/** `operations` by what they are. */
export interface WriteLoad extends Omit<BatchLoad, 'operations'> {
  readonly inserts: number;
  readonly drafts: number;
}

export interface EntryToInsert {
  readonly id: string;
  readonly account: string;
  readonly form: string;
  /** Where entries of all forms are counted together. */
  readonly limitedAccount: string | undefined;
  /** Called when its commit begins: times are those of the commit, so that pollers miss nothing. */
  readonly build: (time: string) => NewEntry;
  readonly key: IdempotencyKey | undefined;
  readonly dataBytes: number;
  /** It must get the numbers it expects: one of a form at a time. */
  readonly isNumbered: boolean;
}

export interface DraftToContinue {
  readonly id: string;
  readonly account: string;
  readonly form: string;
  readonly dataBytes: number;
  /** As for a new entry. */
  readonly isNumbered: boolean;
  readonly actionId: string;
  /** As for a new entry. */
  readonly build: (time: string) => DraftChange;
}

export interface Inserted {
  readonly insertion: Insertion;
  readonly entry: NewEntry;
  readonly time: string;
}

export function createWriteQueue(services: { db: Db; clock: Clock }): WriteQueue {
  const inserts = createInserts(services);
  const drafts = createDrafts(services);
  const singleInserts = createInserts(services, singleLimits);
  const singleDrafts = createDrafts(services, singleLimits);
  return {
    async insert(entry, tx) {
      const { account, form, limitedAccount, key } = entry;
      if (tx !== undefined) return (await runInserts([entry], 'alone', { ...services, tx }))[0] as Inserted;
      const isLimited = limitedAccount !== undefined;
      const lane = isLimited ? `account ${limitedAccount}` : form;
      if (isSingle(entry)) return singleInserts.add(entry, { account, lane });
      // Two requests with one idempotency key cannot be in one statement: the second must see the first committed.
      const alone = key && `${key.scope} ${key.key}`;
      return inserts.add(entry, { account, lane, alone, canShare: !isLimited });
    },
    async continueDraft(draft, tx) {
      const { id, account, form } = draft;
      if (tx !== undefined)
        return (await runDrafts((time) => [draft.build(time)], 'alone', { ...services, tx })).get(id);
      const add = isSingle(draft) ? singleDrafts.add : drafts.add;
      return (await add(draft, { account, lane: form, alone: id })).row;
    },
    async idle() {
      await Promise.all([inserts, drafts, singleInserts, singleDrafts].map((batcher) => batcher.idle()));
    },
    load() {
      const ofInserts = [inserts.load(), singleInserts.load()];
      const ofDrafts = [drafts.load(), singleDrafts.load()];
      const all = [...ofInserts, ...ofDrafts];
      const sum = (loads: readonly BatchLoad[], of: keyof BatchLoad) => loads.reduce((so, load) => so + load[of], 0);
      return {
        batches: sum(all, 'batches'),
        inserts: sum(ofInserts, 'operations'),
        drafts: sum(ofDrafts, 'operations'),
        waitedMs: sum(all, 'waitedMs'),
        waiting: sum(all, 'waiting'),
        oldestMs: Math.max(...all.map(({ oldestMs }) => oldestMs)),
      };
    },
  };
}

/**
 * Numbered entries have statements of their own, and nobody's small entry waits for the commit of large ones. Both are few, and
 * connections too.
 */
const singleLimits: BatchLimits = { maxInFlight: 2, maxForLocked: 1, maxBatch: 1 };
const largeBytes = 64 * 1024;

function isSingle({ isNumbered, dataBytes }: EntryToInsert | DraftToContinue): boolean {
  return isNumbered || dataBytes > largeBytes;
}

interface Place {
  readonly db: Db;
  readonly clock: Clock;
  readonly tx?: Transaction;
}

async function runInserts(
  ops: readonly EntryToInsert[],
  mode: BatchMode,
  { db, clock, tx: own }: Place,
): Promise<(Inserted | typeof laneLocked)[]> {
  const now = clock.now();
  const time = new Date(now).toISOString();
  const entries = ops.map(({ build }) => build(time));
  const times = { time, keysFrom: new Date(now - idempotencyMs).toISOString() };
  const hasLimits = ops.some(({ limitedAccount }) => limitedAccount !== undefined);
  const insertLimited = (tx: Transaction) => insertEntriesOfLimited(tx, entries, times);
  const insertions = hasLimits
    ? await (own === undefined ? db.transaction(insertLimited) : insertLimited(own))
    : await insertEntries(own ?? db.sql, entries, times, mode);
  return entries.map((entry) => {
    const insertion = insertions.get(entry.id) as Insertion;
    return insertion.outcome === 'locked' ? laneLocked : { insertion, entry, time };
  });
}

function createInserts({ db, clock }: Place, limits?: BatchLimits) {
  const run = (ops: readonly EntryToInsert[], mode: BatchMode) => runInserts(ops, mode, { db, clock });

  async function look({ id, build }: EntryToInsert): Promise<Inserted | undefined> {
    const row = await findEntry(db.sql, id);
    if (row === undefined) return undefined;
    const { idx, submitIdx, changedAt, createTime: time } = row;
    return { insertion: { outcome: 'inserted', idx, submitIdx, changedAt }, entry: build(time), time };
  }

  return createLaneBatcher<EntryToInsert, Inserted>(
    {
      run,
      look,
      async runAfterLook(op) {
        try {
          const [done] = (await run([op], 'alone')) as Inserted[];
          // A used key, or number, may be our own, of the try that came through after the look.
          const mayBeOwn = done?.insertion.outcome === 'keyUsed' || done?.insertion.outcome === 'otherNumbers';
          return mayBeOwn ? ((await look(op)) ?? done) : done;
        } catch (error) {
          if (brokenUnique(error) !== undefined) return undefined;
          throw error;
        }
      },
    },
    limits,
  );
}

/** A row that could not be changed is a result too. */
interface Continued {
  readonly row: EntryRow | undefined;
}

function runDrafts(
  changes: (time: string) => DraftChange[],
  mode: BatchMode,
  { db, clock, tx }: Place,
): Promise<Map<string, EntryRow>> {
  const time = new Date(clock.now()).toISOString();
  return continueEntries(tx ?? db.sql, changes(time), time, mode);
}

function createDrafts({ db, clock }: Place, limits?: BatchLimits) {
  const run = (changes: (time: string) => DraftChange[], mode: BatchMode) => runDrafts(changes, mode, { db, clock });

  return createLaneBatcher<DraftToContinue, Continued>(
    {
      async run(ops, mode) {
        const rows = await run((time) => ops.map(({ build }) => build(time)), mode);
        // What is missing in a shared batch may only have been locked.
        return ops.map(({ id }) => {
          const row = rows.get(id);
          return row === undefined && mode === 'together' ? laneLocked : { row };
        });
      },
      async look({ id, actionId }) {
        const row = await findEntry(db.sql, id);
        return row?.actions.includes(`"${actionId}"`) ? { row } : undefined;
      },
      async runAfterLook({ id, actionId, build }) {
        const before = await findEntry(db.sql, id);
        if (before === undefined || before.actions.includes(`"${actionId}"`)) return { row: before };
        // The first try may still come through: then the row is no longer the one that was seen.
        const rows = await run((time) => {
          const change = build(time);
          return [{ ...change, revision: change.revision ?? before.revision }];
        }, 'alone');
        const row = rows.get(id);
        if (row !== undefined) return { row };
        const after = await findEntry(db.sql, id);
        return after?.actions.includes(`"${actionId}"`) ? { row: after } : { row: undefined };
      },
    },
    limits,
  );
}

declare module '../base/services.ts' {
  interface Services {
    readonly writes: WriteQueue;
  }
}
