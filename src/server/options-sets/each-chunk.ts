// The chunks of a set as they are stored, in order, a few statements' worth at a time: for those who go through all of it.
// [limits.event-loop] [limits.fair-turns]
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ChunkRow, listChunks, type OptionsSetRow } from '../store/options-sets/options-sets.ts';

/** A chunk has some 130 kB. */
const chunksPerPage = 16;

export interface ChunkRange {
  /** Positions of chunks: from after the first on. */
  readonly after?: number;
  /** Whose turn it is when others read much too. */
  readonly account: string;
  readonly signal?: AbortSignal | undefined;
}

/** Throws `ListGone` when the list was replaced meanwhile. */
export async function* eachChunk(
  { db, longReads }: Pick<Services, 'db' | 'longReads'>,
  set: OptionsSetRow,
  { after = 0, account, signal }: ChunkRange,
): AsyncGenerator<ChunkRow> {
  const { id, generation, lastPosition: upTo } = set;
  for (let last = after; last < upTo; ) {
    const page = { set: id, generation, after: last, upTo, limit: chunksPerPage };
    const chunks = await longReads.run(account, () => listChunks(db.sql, page), signal);
    for (const chunk of chunks) {
      signal?.throwIfAborted();
      yield chunk;
    }
    const end = chunks.at(-1);
    if (end === undefined) throw new ListGone();
    last = end.position;
  }
}

/** The options that were being read are no longer those of the set. */
export class ListGone extends Error {}

const maxTries = 5;

/** Once more, from the beginning, for a list that was replaced while it was read. */
export async function readAgainWhenGone<T>(
  find: () => Promise<OptionsSetRow>,
  read: (set: OptionsSetRow) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await read(await find());
    } catch (error) {
      if (!(error instanceof ListGone)) throw error;
      if (tries === maxTries) throw errors.unavailable(error);
    }
  }
}
