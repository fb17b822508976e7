// The segments of a held index, each with the chunks of the set that it was made of: the first has all that was there when the set was
// first searched, the others what was added since.
import { errors } from '../base/errors.ts';
import type { Db } from '../store/connection/db.ts';
import { findOptionsSet, listChunks, type OptionsSetRow } from '../store/options-sets/options-sets.ts';
import { allMaintainedSets } from './maintained-sets.ts';
import { withOtherNames } from './other-names.ts';
import { buildSegmentInSlices } from './search-index.ts';
import type { Option, Segment } from './segment.ts';

export interface Part {
  readonly segment: Segment;
  /** Positions of chunks: from after the first to the last. */
  readonly after: number;
  readonly upTo: number;
}

export interface LoadedParts {
  readonly parts: readonly Part[];
  readonly version: number;
  readonly generation: number;
  readonly edits: number;
}

const maxTries = 5;

/**
 * A list goes away as a whole: fewer options than counted mean that it did, or that some were removed while it was read. Each
 * chunk is as it was at some time meanwhile then, and the version says that there is a newer one.
 */
export async function loadParts(db: Db, found: OptionsSetRow): Promise<LoadedParts> {
  let row: OptionsSetRow | undefined = found;
  for (let tries = 0; row !== undefined && tries < maxTries; tries++) {
    const part = await loadPart(db, row, { after: 0, upTo: row.lastPosition });
    const { version, generation, edits }: OptionsSetRow = row;
    const loaded = { parts: [part], version, generation, edits };
    if (part.segment.size === row.optionCount) return loaded;
    row = await findOptionsSet(db.sql, found.id);
    if (row !== undefined && row.generation === generation && row.edits !== edits) return loaded;
  }
  throw row === undefined ? errors.optionsSetNotFound(found.id) : errors.unavailable();
}

/** With what was added since; undefined when the set is another one by now. */
export async function addPart(db: Db, parts: readonly Part[], row: OptionsSetRow): Promise<LoadedParts | undefined> {
  const after = parts.at(-1)?.upTo ?? 0;
  const { version, generation, edits, lastPosition: upTo } = row;
  if (upTo === after) return { parts, version, generation, edits };
  const part = await loadPart(db, row, { after, upTo });
  const size = parts.reduce((sum, { segment }) => sum + segment.size, part.segment.size);
  return size === row.optionCount ? { parts: [...parts, part], version, generation, edits } : undefined;
}

/** So few segments are searched nearly as quickly as one. */
const fewParts = 8;
/** Even while more is being added there are no more than this. */
const mostParts = 16;

/**
 * From which part on they are worth being one; -1 while they are not. Those that are added one by one stay small beside the first, which
 * is left alone; once nothing is added any more, all become one if the rest is a fair share of them.
 */
export function partsToMerge(parts: readonly Part[], { isQuiet }: { isQuiet: boolean }): number {
  const sizes = parts.map(({ segment }) => segment.size);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (isQuiet && parts.length > 1 && all - sizes[0]! >= sizes[0]! / 8) return 0;
  if (parts.length <= (isQuiet ? fewParts : mostParts)) return -1;
  let rest = 0;
  // The fewest options that make a difference: the last ones, as long as what is before them is not much larger.
  for (let i = parts.length - 1; i >= 0; i--) {
    const isWorthwhile = parts.length - i > fewParts;
    if (isWorthwhile && sizes[i]! > 2 * rest) return i + 1;
    rest += sizes[i]!;
  }
  return 0;
}

/** One part of several that follow each other; undefined when the set was replaced meanwhile. */
export async function mergeParts(db: Db, row: OptionsSetRow, parts: readonly Part[]): Promise<Part | undefined> {
  const merged = await loadPart(db, row, { after: parts[0]!.after, upTo: parts.at(-1)!.upTo });
  const size = parts.reduce((sum, { segment }) => sum + segment.size, 0);
  return merged.segment.size === size ? merged : undefined;
}

async function loadPart(db: Db, row: OptionsSetRow, range: { after: number; upTo: number }): Promise<Part> {
  return { ...range, segment: await buildSegmentInSlices(readChunks(db, row, range)) };
}

const chunksPerPage = 32;

async function* readChunks(
  db: Db,
  { id, generation }: OptionsSetRow,
  range: { after: number; upTo: number },
): AsyncGenerator<readonly Option[]> {
  const key = allMaintainedSets.find((set) => set.id === id)?.key;
  let { after } = range;
  while (after < range.upTo) {
    const chunks = await listChunks(db.sql, { set: id, generation, after, upTo: range.upTo, limit: chunksPerPage });
    for (const { json } of chunks) {
      const options = JSON.parse(json) as Option[];
      yield key === undefined ? options : withOtherNames(key, options);
    }
    const last = chunks.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}
