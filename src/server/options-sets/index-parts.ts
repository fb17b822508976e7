// The segments of a held index, each with the pieces of the set that it was made of: the first has all that was there when the set was
// first searched, the others what was added since.
import { errors } from '../errors.ts';
import type { Db } from '../store/db.ts';
import { findOptionsSet, listPieces, type OptionsSetRow } from '../store/options-sets.ts';
import { buildSegmentInSlices } from './search-index.ts';
import type { Option, Segment } from './segment.ts';

export interface Part {
  readonly segment: Segment;
  /** Positions of pieces: from after the first to the last. */
  readonly after: number;
  readonly upTo: number;
}

export interface LoadedParts {
  readonly parts: readonly Part[];
  readonly version: number;
  readonly generation: number;
}

const maxTries = 5;

/** What can be seen of a set never changes, it only goes away as a whole; fewer options than counted mean that it did. */
export async function loadParts(db: Db, found: OptionsSetRow): Promise<LoadedParts> {
  let row: OptionsSetRow | undefined = found;
  for (let tries = 0; row !== undefined && tries < maxTries; tries++) {
    const part = await loadPart(db, row, { after: 0, upTo: row.lastPosition });
    if (part.segment.size === row.optionCount) {
      return { parts: [part], version: row.version, generation: row.generation };
    }
    row = await findOptionsSet(db.sql, found.id);
  }
  throw row === undefined ? errors.optionsSetNotFound(found.id) : errors.unavailable();
}

/** With what was added since; undefined when the set is another one by now. */
export async function addPart(db: Db, parts: readonly Part[], row: OptionsSetRow): Promise<LoadedParts | undefined> {
  const after = parts.at(-1)?.upTo ?? 0;
  const { version, generation, lastPosition: upTo } = row;
  if (upTo === after) return { parts, version, generation };
  const part = await loadPart(db, row, { after, upTo });
  const size = parts.reduce((sum, { segment }) => sum + segment.size, part.segment.size);
  return size === row.optionCount ? { parts: [...parts, part], version, generation } : undefined;
}

/** So few segments are searched as quickly as one. */
const maxParts = 8;

/** From which part on they are worth being one: the rest is no smaller than it. -1 while there are few. */
export function partsToMerge(parts: readonly Part[]): number {
  if (parts.length <= maxParts) return -1;
  let rest = parts.reduce((sum, { segment }) => sum + segment.size, 0);
  return parts.findIndex(({ segment }, i) => {
    rest -= segment.size;
    return segment.size <= rest && i < parts.length - 1;
  });
}

/** One part of several that follow each other; undefined when the set was replaced meanwhile. */
export async function mergeParts(db: Db, row: OptionsSetRow, parts: readonly Part[]): Promise<Part | undefined> {
  const merged = await loadPart(db, row, { after: parts[0]!.after, upTo: parts.at(-1)!.upTo });
  const size = parts.reduce((sum, { segment }) => sum + segment.size, 0);
  return merged.segment.size === size ? merged : undefined;
}

async function loadPart(db: Db, row: OptionsSetRow, range: { after: number; upTo: number }): Promise<Part> {
  return { ...range, segment: await buildSegmentInSlices(readPieces(db, row, range)) };
}

const piecesPerPage = 32;

async function* readPieces(
  db: Db,
  { id, generation }: OptionsSetRow,
  range: { after: number; upTo: number },
): AsyncGenerator<Option[]> {
  let { after } = range;
  while (after < range.upTo) {
    const pieces = await listPieces(db.sql, { set: id, generation, after, upTo: range.upTo, limit: piecesPerPage });
    for (const { json } of pieces) yield JSON.parse(json) as Option[];
    const last = pieces.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}
