// The search indexes a process holds: built when a set is first searched, looked after every few seconds, the least recently
// used dropped when they grow too many. Results may lag changes up to one minute. [options-sets.search.lag]
import { errors } from '../errors.ts';
import { createFairLimiter } from '../limiter.ts';
import type { Clock } from '../services.ts';
import type { Db } from '../store/db.ts';
import { findOptionsSet, listPieces, type OptionsSetRow } from '../store/options-sets.ts';
import { type AnswerCache, createAnswerCache } from './answer-cache.ts';
import { buildSearchIndexInSlices, type Option, type SearchIndex } from './search-index.ts';

export interface SearchableSet {
  readonly allowsAutocomplete: boolean;
  readonly index: SearchIndex;
}

export interface IndexCache {
  /** Throws the 404 of a set that does not exist. */
  get(id: string): Promise<SearchableSet>;
  /** This process changed the set: the next search sees the change. */
  forget(id: string): void;
  /** Of searches in any of the sets. */
  readonly answers: AnswerCache;
}

/** How long a set may be searched before the database is asked whether it changed. */
const lookEveryMs = 3_000;
/** While a new index is built the old one answers, but none that may miss changes of almost a minute ago. */
const maxLagMs = 45_000;
/** A large set that changes all the time is built anew now and then, not all the time. */
const patienceInBuilds = 5;
const maxPatienceMs = 30_000;
const defaultMaxBytes = 268_435_456;
const buildLimits = { maxAtOnce: 3, maxPerAccount: 2, maxWaitingPerAccount: 200, maxWaiting: 1_000 };

interface Held extends SearchableSet {
  readonly version: number;
  /** When the database last said that this is the set's version. */
  readonly freshAt: number;
  readonly buildMs: number;
}

interface Entry {
  held?: Held;
  /** When the database was last asked. */
  lookedAt?: number;
  looking?: Promise<void>;
  building?: Promise<Held>;
}

export function createIndexCache(options: { db: Db; clock: Clock; maxBytes?: number }): IndexCache {
  const { db, clock, maxBytes = defaultMaxBytes } = options;
  const builds = createFairLimiter(buildLimits);
  /** Least recently used first. */
  const entries = new Map<string, Entry>();
  let lastUsed = '';

  async function get(id: string): Promise<Held> {
    const known = entries.get(id);
    const entry = known ?? {};
    if (known === undefined || id !== lastUsed) {
      entries.delete(id);
      entries.set(id, entry);
      lastUsed = id;
    }
    if (entry.held !== undefined && since(entry.lookedAt) < lookEveryMs && lagOf(entry) < maxLagMs) return entry.held;
    if (entry.building === undefined) {
      entry.looking ??= look(id, entry).finally(() => {
        entry.looking = undefined;
      });
      await entry.looking;
    }
    if (entry.building === undefined || lagOf(entry) < maxLagMs) return entry.held!;
    return entry.building;
  }

  /** A clock that was set back says nothing about age. */
  function since(time: number | undefined): number {
    const age = time === undefined ? -1 : clock.now() - time;
    return age < 0 ? Number.POSITIVE_INFINITY : age;
  }

  const lagOf = ({ held }: Entry) => since(held?.freshAt);

  async function look(id: string, entry: Entry): Promise<void> {
    const freshAt = clock.now();
    entry.lookedAt = freshAt;
    let row: OptionsSetRow | undefined;
    try {
      row = await findOptionsSet(db.sql, id);
    } catch (error) {
      // A database that is away for a moment need not stop searches.
      if (lagOf(entry) < maxLagMs) return;
      throw error;
    }
    if (row === undefined) {
      entries.delete(id);
      throw errors.optionsSetNotFound(id);
    }
    const { allowsAutocomplete, version } = row;
    if (entry.held?.version === version) entry.held = { ...entry.held, allowsAutocomplete, freshAt };
    else {
      const patienceMs = Math.min(maxPatienceMs, patienceInBuilds * (entry.held?.buildMs ?? 0));
      if (entry.held !== undefined) entry.held = { ...entry.held, allowsAutocomplete };
      if (lagOf(entry) >= patienceMs) startBuild(id, entry, { row, freshAt });
    }
  }

  function startBuild(id: string, entry: Entry, { row, freshAt }: { row: OptionsSetRow; freshAt: number }): void {
    const building = builds.run(row.account, async () => {
      const start = performance.now();
      const { index, version } = await loadIndex(db, row);
      const buildMs = performance.now() - start;
      entry.held = { allowsAutocomplete: row.allowsAutocomplete, index, version, freshAt, buildMs };
      return entry.held;
    });
    entry.building = building;
    const end = () => {
      entry.building = undefined;
      dropOthers(id);
    };
    // Whoever waits is told of a failure; the next search tries again.
    building.then(end, end);
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
    forget(id) {
      entries.delete(id);
    },
    answers: createAnswerCache(),
  };
}

const maxTries = 5;

/** What can be seen of a set never changes, it only goes away as a whole; fewer options than counted mean that it did. */
async function loadIndex(db: Db, found: OptionsSetRow): Promise<{ index: SearchIndex; version: number }> {
  let row: OptionsSetRow | undefined = found;
  for (let tries = 0; row !== undefined && tries < maxTries; tries++) {
    const index = await buildSearchIndexInSlices(readPieces(db, row));
    if (index.size === row.optionCount) return { index, version: row.version };
    row = await findOptionsSet(db.sql, found.id);
  }
  throw row === undefined ? errors.optionsSetNotFound(found.id) : errors.unavailable();
}

const piecesPerPage = 32;

async function* readPieces(db: Db, row: OptionsSetRow): AsyncGenerator<Option[]> {
  let after = 0;
  while (after < row.lastPosition) {
    const pieces = await listPieces(db.sql, {
      set: row.id,
      generation: row.generation,
      after,
      upTo: row.lastPosition,
      limit: piecesPerPage,
    });
    for (const { json } of pieces) yield JSON.parse(json) as Option[];
    const last = pieces.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}
