// The search indexes a process holds: built when a set is first searched, looked after every few seconds, the least recently
// used dropped when they grow too many. Options that were added become a segment of their own, so that a set which grows is never
// rebuilt. Results may lag changes up to one minute. [options-sets.search.lag]

import type { Clock } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import { runLater } from '../base/request-scope.ts';
import { createFairLimiter } from '../scheduling/limiter.ts';
import { runInSlices, type Steps } from '../scheduling/run-in-slices.ts';
import type { Db } from '../store/connection/db.ts';
import { findOptionsSet, type OptionsSetRow } from '../store/options-sets/options-sets.ts';
import { addPart, loadParts, mergeParts, type Part, partsToMerge } from './index-parts.ts';
import { createResponseCache, type ResponseCache } from './response-cache.ts';
import { createIndex, type SearchIndex } from './search-index.ts';

export interface SearchableSet {
  readonly account: string;
  readonly allowsAutocomplete: boolean;
  readonly index: SearchIndex;
}

export interface IndexCache {
  /** Throws the 404 of a set that does not exist. */
  get(id: string): Promise<SearchableSet>;
  /** What `get` would give at once; undefined when it has to ask the database, or wait. */
  peek(id: string): SearchableSet | undefined;
  /** This process changed the set: the next search sees the change, or of a large change the searches a moment later. */
  forget(id: string, change?: { readonly optionCount: number }): void;
  /** Of searches in any of the sets. */
  readonly answers: ResponseCache;
  /** What a search finds [options-sets.bounds]. One that takes long goes on in slices, and those of an account one after the other. */
  run<T>(set: SearchableSet, search: Steps<T>): T | Promise<T>;
}

/** How long a set may be searched before the database is asked whether it changed. */
const lookEveryMs = 3_000;
/** While a new index is built the old one answers, but none that may miss changes of almost a minute ago. */
const maxLagMs = 45_000;
/** A large set that is replaced all the time is rebuilt now and then, not all the time. */
const patienceInBuilds = 5;
const maxPatienceMs = 30_000;
/** So many options are read and laid out while a search waits; for more the old index answers meanwhile. */
const quickOptions = 2_000;
/** A set of so many options is built right after a change, before anybody searches it. */
const largeOptions = 20_000;
const defaultMaxBytes = 268_435_456;
/** Nothing was added for so long: now all segments may become one. */
const quietMs = 5_000;
/** After each a pause of the same length: whoever asks for such searches all the time has half of the time at most. */
const searchLimits = {
  maxAtOnce: 3,
  maxPerAccount: 1,
  maxWaitingPerAccount: 50,
  maxWaiting: 500,
  restMs: (_account: string, workedMs: number) => workedMs,
};
const buildLimits = { maxAtOnce: 3, maxPerAccount: 2, maxWaitingPerAccount: 200, maxWaiting: 1_000 };

interface Held extends SearchableSet {
  readonly version: number;
  readonly generation: number;
  readonly edits: number;
  readonly parts: readonly Part[];
  /** When the database last said that this is the set's version. */
  readonly freshAt: number;
  readonly buildMs: number;
}

interface Entry {
  held?: Held;
  /** When the database was last asked. */
  lookedAt?: number;
  /** How often this process changed the set, and how much of it the database was asked about. */
  changes: number;
  seenChanges: number;
  looking?: Promise<void>;
  building?: Promise<Held>;
  /** Searches wait for what is being built. */
  isAwaited?: boolean;
  isMerging?: boolean;
  quiet?: NodeJS.Timeout;
}

/** What is there was not changed, though more may have been added. */
function isSameList(held: Held, row: OptionsSetRow): boolean {
  return held.generation === row.generation && held.edits === row.edits;
}

export function createIndexCache(options: { db: Db; clock: Clock; maxBytes?: number }): IndexCache {
  const { db, clock, maxBytes = defaultMaxBytes } = options;
  const builds = createFairLimiter(buildLimits);
  const searches = createFairLimiter(searchLimits);
  /** Least recently used first. */
  const entries = new Map<string, Entry>();
  let lastUsed = '';

  function use(id: string, entry: Entry): void {
    if (id === lastUsed && entries.has(id)) return;
    entries.delete(id);
    entries.set(id, entry);
    lastUsed = id;
  }

  function peek(id: string): Held | undefined {
    const entry = entries.get(id);
    if (entry === undefined || entry.seenChanges < entry.changes || entry.building !== undefined) return undefined;
    const now = clock.now();
    if (since(entry.lookedAt, now) >= lookEveryMs || since(entry.held?.freshAt, now) >= maxLagMs) return undefined;
    use(id, entry);
    return entry.held;
  }

  async function get(id: string): Promise<Held> {
    const entry = entries.get(id) ?? { changes: 0, seenChanges: 0 };
    use(id, entry);
    // Changes that come later are not waited for.
    const { changes } = entry;
    for (;;) {
      const { held, building } = entry;
      const isFresh = held !== undefined && lagOf(entry) < maxLagMs;
      if (building !== undefined) {
        if (isFresh && !entry.isAwaited) return held;
        const built = await building;
        // It may have begun before the change.
        if (entry.seenChanges >= changes) return built;
      } else if (isFresh && entry.seenChanges >= changes && since(entry.lookedAt) < lookEveryMs) return held;
      else {
        entry.looking ??= look(id, entry).finally(() => {
          entry.looking = undefined;
        });
        await entry.looking;
        if (entry.building === undefined && entry.held !== undefined && entry.seenChanges >= changes) return entry.held;
      }
    }
  }

  /** A clock that was set back says nothing about age. */
  function since(time: number | undefined, now = clock.now()): number {
    const age = time === undefined ? -1 : now - time;
    return age < 0 ? Number.POSITIVE_INFINITY : age;
  }

  const lagOf = ({ held }: Entry) => since(held?.freshAt);

  async function look(id: string, entry: Entry): Promise<void> {
    const freshAt = clock.now();
    const { changes, seenChanges } = entry;
    const isOwnChange = changes > seenChanges;
    entry.lookedAt = freshAt;
    let row: OptionsSetRow | undefined;
    try {
      row = await findOptionsSet(db.sql, id);
    } catch (error) {
      // A database that is away for a moment need not stop searches, unless this process has acknowledged a change that they would miss.
      if (isOwnChange || lagOf(entry) >= maxLagMs) throw error;
      return;
    }
    entry.seenChanges = changes;
    if (row === undefined) {
      entries.delete(id);
      throw errors.optionsSetNotFound(id);
    }
    const { allowsAutocomplete, version } = row;
    const { held } = entry;
    if (held === undefined) startBuild(id, entry, { row, freshAt, seenChanges });
    else if (held.version === version) entry.held = { ...held, allowsAutocomplete, freshAt };
    else {
      entry.held = { ...held, allowsAutocomplete };
      const patienceMs = Math.min(maxPatienceMs, patienceInBuilds * held.buildMs);
      const hasGrown = isSameList(held, row);
      // Somebody who changes options of a large set one by one must not have it laid out again for each of them.
      const isSmallEdit = held.generation === row.generation && !hasGrown && held.index.size > largeOptions;
      if (hasGrown || (isOwnChange && !isSmallEdit) || lagOf(entry) >= patienceMs) {
        const added = hasGrown ? row.optionCount - held.index.size : row.optionCount;
        // Of what replaces a small set, or is the first there is in it, a response from before would be of no use.
        const isSmall = hasGrown ? held.index.size <= quickOptions : added <= largeOptions;
        entry.isAwaited = isOwnChange && (added <= quickOptions || isSmall);
        startBuild(id, entry, { row, freshAt, seenChanges });
      }
    }
  }

  function startBuild(
    id: string,
    entry: Entry,
    { row, freshAt, seenChanges }: { row: OptionsSetRow; freshAt: number; seenChanges: number },
  ): void {
    const build = async () => {
      const start = performance.now();
      const { held } = entry;
      const grown = held !== undefined && isSameList(held, row) ? await addPart(db, held.parts, row) : undefined;
      const { parts, version, generation, edits } = grown ?? (await loadParts(db, row));
      const index = createIndex(parts.map(({ segment }) => segment));
      // A part does not measure the whole.
      const buildMs = grown === undefined ? performance.now() - start : (held?.buildMs ?? 0);
      const allowsAutocomplete = entry.held?.allowsAutocomplete ?? row.allowsAutocomplete;
      const { account } = row;
      entry.held = { account, allowsAutocomplete, index, parts, version, generation, edits, freshAt, buildMs };
      return entry.held;
    };
    const { held: before } = entry;
    const isQuick =
      before !== undefined && isSameList(before, row) && row.optionCount - before.index.size <= quickOptions;
    const building = isQuick ? build() : builds.run(row.account, build);
    entry.building = building;
    const end = () => {
      entry.building = undefined;
      entry.isAwaited = false;
      dropOthers(id);
      merge(row, entry, { isQuiet: false });
    };
    // Searches that wait get the error. The next one looks again, because the changes that this build was for are still unseen.
    building.then(end, () => {
      entry.seenChanges = seenChanges;
      entry.lookedAt = undefined;
      end();
    });
  }

  /** Many small segments become one, beside the searches. */
  function merge(row: OptionsSetRow, entry: Entry, { isQuiet }: { isQuiet: boolean }): void {
    clearTimeout(entry.quiet);
    const { held } = entry;
    if (held === undefined || held.parts.length === 1 || entry.isMerging) return;
    const first = partsToMerge(held.parts, { isQuiet });
    if (first < 0) {
      if (!isQuiet) entry.quiet = runLater(() => merge(row, entry, { isQuiet: true }), quietMs);
      return;
    }
    entry.isMerging = true;
    const merging = builds.run(row.account, async () => {
      const merged = await mergeParts(db, { ...row, generation: held.generation }, held.parts.slice(first));
      const now = entry.held as Held;
      if (merged === undefined || now.parts[held.parts.length - 1] !== held.parts.at(-1)) return false;
      // What was added meanwhile comes after what was merged.
      const parts = [...held.parts.slice(0, first), merged, ...now.parts.slice(held.parts.length)];
      entry.held = { ...now, parts, index: createIndex(parts.map(({ segment }) => segment)) };
      return true;
    });
    merging.then(
      (isMerged) => {
        entry.isMerging = false;
        if (isMerged) merge(row, entry, { isQuiet: false });
      },
      () => {
        // Nothing is lost: what is added next tries again.
        entry.isMerging = false;
      },
    );
  }

  /** However large the newest is, it stays: dropping it would only have it built again. */
  function dropOthers(newest: string): void {
    let bytes = 0;
    for (const { held } of entries.values()) bytes += held?.index.bytes ?? 0;
    for (const [id, { held, building }] of entries) {
      if (bytes <= maxBytes) return;
      if (id === newest || building !== undefined) continue;
      entries.delete(id);
      bytes -= held?.index.bytes ?? 0;
    }
  }

  return {
    get,
    peek,
    forget(id, change) {
      const entry = entries.get(id);
      if (entry !== undefined) entry.changes++;
      // Whoever searches next is told of a failure.
      if (entry?.held !== undefined || (change?.optionCount ?? 0) >= largeOptions) void get(id).catch(() => {});
    },
    answers: createResponseCache(),
    run(set, search) {
      const first = search.next();
      return first.done ? first.value : searches.run(set.account, () => runInSlices(search));
    },
  };
}

declare module '../base/services.ts' {
  interface Services {
    readonly optionsSets: IndexCache;
  }
}
