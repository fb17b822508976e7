// Creating and finishing entries that arrive while a commit is under way go into the next one. A request alone waits for nothing, and a
// form whose counters are locked waits by itself (lane-batcher.ts).
import type { Clock } from '../services.ts';
import { brokenUnique, type Db } from '../store/db.ts';
import { type EntryRow, findEntry } from '../store/entries.ts';
import { insertEntriesOfLimited } from '../store/entry-quotas.ts';
import {
  type BatchMode,
  continueEntries,
  type DraftChange,
  type Insertion,
  insertEntries,
  type NewEntry,
} from '../store/write-entries.ts';
import { createLaneBatcher, laneLocked } from './lane-batcher.ts';

export interface WriteQueue {
  insert(entry: EntryToInsert): Promise<Inserted>;
  /** The row as changed; undefined when it could not be: the caller looks why. */
  continueDraft(draft: DraftToContinue): Promise<EntryRow | undefined>;
  /** Resolves when nothing waits and nothing is under way. */
  idle(): Promise<void>;
}

export interface EntryToInsert {
  readonly id: string;
  readonly form: string;
  /** Where entries of all forms are counted together. */
  readonly limitedAccount: string | undefined;
  /** Called when its commit begins: times are those of the commit, so that pollers miss nothing. */
  readonly build: (time: string) => NewEntry;
  readonly key: IdempotencyKey | undefined;
}

export interface DraftToContinue {
  readonly id: string;
  readonly form: string;
  readonly actionId: string;
  /** As for a new entry. */
  readonly build: (time: string) => DraftChange;
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
  const inserts = createInserts(services);
  const drafts = createDrafts(services);
  return {
    insert(entry) {
      const { form, limitedAccount, key } = entry;
      const isLimited = limitedAccount !== undefined;
      return inserts.add(entry, {
        lane: isLimited ? `account ${limitedAccount}` : form,
        canShare: !isLimited,
        // Two requests with one idempotency key cannot be in one statement: the second must see the first committed.
        alone: key && `${key.scope} ${key.key}`,
      });
    },
    async continueDraft(draft) {
      const { row } = await drafts.add(draft, { lane: draft.form, alone: draft.id });
      return row;
    },
    async idle() {
      await Promise.all([inserts.idle(), drafts.idle()]);
    },
  };
}

function createInserts({ db, clock }: { db: Db; clock: Clock }) {
  async function run(ops: readonly EntryToInsert[], mode: BatchMode): Promise<(Inserted | typeof laneLocked)[]> {
    const now = clock.now();
    const time = new Date(now).toISOString();
    const entries = ops.map(({ build }) => build(time));
    const times = { time, keysFrom: new Date(now - idempotencyMs).toISOString() };
    const hasLimits = ops.some(({ limitedAccount }) => limitedAccount !== undefined);
    const insertions = hasLimits
      ? await db.transaction((tx) => insertEntriesOfLimited(tx, entries, times))
      : await insertEntries(db.sql, entries, times, mode);
    return entries.map((entry) => {
      const insertion = insertions.get(entry.id) as Insertion;
      return insertion.outcome === 'locked' ? laneLocked : { insertion, entry, time };
    });
  }

  async function look({ id, build }: EntryToInsert): Promise<Inserted | undefined> {
    const row = await findEntry(db.sql, id);
    if (row === undefined) return undefined;
    const { idx, submitIdx, changedAt, createTime: time } = row;
    return { insertion: { outcome: 'inserted', idx, submitIdx, changedAt }, entry: build(time), time };
  }

  return createLaneBatcher<EntryToInsert, Inserted>({
    run,
    look,
    async runAfterLook(op) {
      try {
        const [done] = (await run([op], 'alone')) as Inserted[];
        // A used key may be our own, of the try that came through after the look.
        return done?.insertion.outcome === 'keyUsed' ? ((await look(op)) ?? done) : done;
      } catch (error) {
        if (brokenUnique(error) !== undefined) return undefined;
        throw error;
      }
    },
  });
}

/** A row that could not be changed is a result too. */
interface Continued {
  readonly row: EntryRow | undefined;
}

function createDrafts({ db, clock }: { db: Db; clock: Clock }) {
  async function run(changes: (time: string) => DraftChange[], mode: BatchMode): Promise<Map<string, EntryRow>> {
    const time = new Date(clock.now()).toISOString();
    return continueEntries(db.sql, changes(time), time, mode);
  }

  return createLaneBatcher<DraftToContinue, Continued>({
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
  });
}
