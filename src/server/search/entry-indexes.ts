// Keeps the indexes of forms that are searched: builds what is missing, newest entries first, follows changes, and lets one process
// do it. A build that was cut off goes on where it stopped. [entry-search.index]
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../base/log-types.ts';
import type { Services } from '../base/services.ts';
import type { FormCache, LoadedForm } from '../forms/load-form.ts';
import { listKeySets } from '../store/entries/entry-keys.ts';
import {
  catchUp,
  claimBuild,
  countChanges,
  countEntriesAfter,
  databaseNow,
  endBuild,
  loadIndexState,
  noteUse,
  overlapSeconds,
  type SegmentFacts,
  writeSegment,
} from '../store/entries/entry-segments.ts';
import { buildKeys, type IndexLimits, refreshKeys } from './build-keys.ts';
import { buildSegment } from './build-segment.ts';
import type { Run } from './each-rows.ts';
import { keptSearchPaths } from './search-paths.ts';

export const indexLimits: IndexLimits = {
  minEntries: 2_000,
  directEntries: 5_000,
  pageMs: 3_000,
  segmentEntries: 16_384,
  tailEntries: 2_048,
  maxSmallSegments: 7,
  maxChanges: 300,
  overlapSeconds,
};

export interface EntryIndexes {
  readonly limits: IndexLimits;
  /** Notes that the form is searched, and where its index is missing or has fallen behind, begins to bring it up to date. */
  noteSearch(form: LoadedForm, isBehind: boolean): Promise<void>;
  /** Brings the form's index up to date in the background, unless that is in progress. */
  start(form: LoadedForm): void;
  /** Writes the keys that a sort waits for, besides whatever else is being built. */
  startKeys(form: LoadedForm): void;
  /** Whether the last attempt of this process at that failed, or it makes none any more. */
  hasFailed(form: LoadedForm): boolean;
  /** The index brought up to date as by `start`, awaited; nothing where the form has none. */
  refresh(form: LoadedForm): Promise<void>;
  /** Stops after the piece that is in progress. */
  close(): Promise<void>;
}

type Needed = Pick<Services, 'db' | 'longReads' | 'newId'> & { readonly forms: FormCache; readonly log: Log };

export function createEntryIndexes(services: Needed, limits: IndexLimits = indexLimits): EntryIndexes {
  const { db, log, newId } = services;
  const builder = newId();
  const running = new Map<string, Promise<void>>();
  let isClosed = false;
  let queue: Promise<void> = Promise.resolve();

  /** One at a time in this process: forms wait for each other. */
  function refresh(form: LoadedForm): Promise<void> {
    const turn = queue.then(() => (isClosed ? undefined : refreshNow(form)));
    queue = turn.catch(() => undefined);
    return turn;
  }

  async function refreshNow(form: LoadedForm): Promise<void> {
    const about = { account: form.account, form: form.id, builder, overlap: limits.overlapSeconds };
    if (!(await claimBuild(db.sql, about))) return;
    try {
      await catchUp(db, about);
      await refreshKeySets(form);
      const made = new Set<string>();
      while (!isClosed && (await claimBuild(db.sql, about)) && (await buildNext(form, made)));
      await refreshKeySets(form);
    } finally {
      await endBuild(db.sql, about);
    }
  }

  const keysInProgress = new Map<string, Promise<void>>();
  const awaited = new Set<string>();
  const failed = new Set<string>();

  /** Of one form once at a time in this process. Another process may write the same keys: they are the same. */
  function refreshKeySets(form: LoadedForm): Promise<void> {
    const done = keysInProgress.get(form.id) ?? writeKeySets(form).finally(() => keysInProgress.delete(form.id));
    keysInProgress.set(form.id, done);
    return done;
  }

  async function writeKeySets(form: LoadedForm): Promise<void> {
    const pauseInTurn = pauseFor(form.id);
    const pause = async (workedMs: number) => (awaited.has(form.id) ? !isClosed : pauseInTurn(workedMs));
    for (const set of await listKeySets(db.sql, form.id)) {
      if (isClosed) return;
      if (set.isBuilt) await refreshKeys({ form, set, limits }, services);
      else await buildKeys({ form, set, pause, limits }, services);
    }
  }

  /** False when there is nothing left to build. `made` are the segments of this refresh: none is made twice. */
  async function buildNext(form: LoadedForm, made: Set<string>): Promise<boolean> {
    const paths = keptSearchPaths(form.plan, form.definition.timeZone);
    const { account, id } = form;
    const state = await loadIndexState(db.sql, { account, form: id });
    const changes = await countChanges(db.sql, id);
    for (const one of made) changes.delete(one);
    const newest = state.segments[0]?.toId ?? '';
    const tail = await countEntriesAfter(db.sql, { account, form: id, after: newest, limit: limits.tailEntries });
    const piece = nextPiece(state.segments, changes, { tail, meaning: paths.meaning, limits });
    if (piece === undefined) return false;
    const asOf = await databaseNow(db.sql);
    const pause = pauseFor(form.id);
    const built = await buildSegment(
      { form, run: piece.run, paths, maxEntries: limits.segmentEntries, pause },
      services,
    );
    if (built === undefined) return false;
    const segment = {
      ...built,
      id: newId(),
      form: id,
      account,
      builder,
      asOf,
      meaning: paths.meaning,
      replaced: piece.replaced,
    };
    made.add(segment.id);
    return writeSegment(db, segment, limits.overlapSeconds);
  }

  /** Everybody else has the event loop for as long again. False when the work is to stop: the process ends, or lost the build. */
  function pauseFor(form: string): (workedMs: number) => Promise<boolean> {
    let claimed = performance.now();
    return async (workedMs) => {
      await sleep(Math.min(maxPauseMs, workedMs));
      if (performance.now() - claimed < claimEveryMs) return !isClosed;
      claimed = performance.now();
      return !isClosed && (await claimBuild(db.sql, { form, builder }));
    };
  }

  const uses = new Map<string, { noted: number; started: number }>();

  return {
    limits,
    refresh,
    async noteSearch(form, isBehind) {
      const now = performance.now();
      let use = uses.get(form.id);
      if (use === undefined || now - use.noted > noteEveryMs) {
        await noteUse(db.sql, { account: form.account, form: form.id });
        if (uses.size >= maxUses) uses.clear();
        use = { noted: now, started: Number.NEGATIVE_INFINITY };
        uses.set(form.id, use);
      }
      if (!isBehind || now - use.started < startEveryMs) return;
      use.started = now;
      this.start(form);
    },
    start(form) {
      if (isClosed || running.has(form.id)) return;
      const done = refresh(form)
        .catch((error) =>
          log.warn({ form: form.id, error: String(error) }, 'index of entries was not brought up to date'),
        )
        .finally(() => running.delete(form.id));
      running.set(form.id, done);
    },
    startKeys(form) {
      awaited.add(form.id);
      if (isClosed || keysInProgress.has(form.id)) return;
      refreshKeySets(form)
        .then(
          () => failed.delete(form.id),
          (error) => {
            failed.add(form.id);
            log.warn({ form: form.id, error: String(error) }, 'the order of entries was not written');
          },
        )
        .finally(() => awaited.delete(form.id));
    },
    hasFailed: (form) => isClosed || failed.has(form.id),
    async close() {
      isClosed = true;
      await queue;
      await Promise.allSettled([...running.values(), ...keysInProgress.values()]);
    },
  };
}

const maxPauseMs = 100;
const claimEveryMs = 10_000;
const noteEveryMs = 600_000;
const startEveryMs = 15_000;
const maxUses = 10_000;

export interface NextPiece {
  readonly run: Run;
  readonly replaced: readonly string[];
}

/** What is to be built next, newest first: what no segment of this meaning covers, then what has changed much or is in small parts. */
export function nextPiece(
  segments: readonly SegmentFacts[],
  changes: ReadonlyMap<string, number>,
  { tail, meaning, limits }: { tail: number; meaning: string; limits: IndexLimits },
): NextPiece | undefined {
  const newest = segments[0];
  if (newest === undefined) return { run: { fromId: '', toId: undefined }, replaced: [] };
  for (const [place, segment] of segments.entries()) {
    const next = segments[place + 1]?.toId ?? '';
    if (segment.meaning !== meaning) return { run: segment, replaced: [segment.id] };
    if (next < segment.fromId) return { run: { fromId: next, toId: segment.fromId }, replaced: [] };
  }
  if (tail >= limits.tailEntries) return { run: { fromId: newest.toId, toId: undefined }, replaced: [] };
  const small = segments.slice(0, segments.findIndex((one) => one.entries > limits.segmentEntries / 2) >>> 0);
  const smallEntries = small.reduce((sum, one) => sum + one.entries, 0);
  if (small.length > limits.maxSmallSegments && smallEntries <= limits.segmentEntries) {
    return { run: { fromId: small.at(-1)!.fromId, toId: small[0]!.toId }, replaced: small.map((one) => one.id) };
  }
  const changed = segments.find((segment) => (changes.get(segment.id) ?? 0) > limits.maxChanges);
  return changed && { run: changed, replaced: [changed.id] };
}

declare module '../base/services.ts' {
  interface Services {
    /** Indexes for searches in entries. */
    readonly entryIndexes: EntryIndexes;
  }
}
