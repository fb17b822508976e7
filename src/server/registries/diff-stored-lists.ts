// Compares lists of a maintained set as they are stored, a chunk at a time, so that the event loop stays free.
// [options-sets.maintained.diff]
import type { SetDiff } from '../../api-types/options-sets.ts';
import type { MaintainedSetKey } from '../options-sets/maintained-sets.ts';
import type { Option } from '../options-sets/search-index.ts';
import { runInSlices } from '../scheduling/run-in-slices.ts';
import type { Db } from '../store/connection/db.ts';
import { listChunks, type OptionsChunk, type OptionsSetRow } from '../store/options-sets/options-sets.ts';
import type { SetListRow } from '../store/options-sets/set-lists.ts';
import { diffOptions } from './diff-options.ts';

export interface StoredList {
  readonly set: string;
  readonly generation: number;
  readonly lastPosition: number;
  readonly optionCount: number;
}

export function currentList({ id: set, generation, lastPosition, optionCount }: OptionsSetRow): StoredList {
  return { set, generation, lastPosition, optionCount };
}

export function storedList({ set, number: generation, lastPosition, optionCount }: SetListRow): StoredList {
  return { set, generation, lastPosition, optionCount };
}

/** What `after` would change. Undefined when one of them is gone meanwhile. */
export async function diffStoredLists(
  key: MaintainedSetKey,
  { db, before, after }: { db: Db; before: StoredList; after: StoredList },
): Promise<SetDiff | undefined> {
  const [old, changed] = [await readTexts(db, before), await readTexts(db, after)];
  if (old === undefined || changed === undefined) return undefined;
  return runInSlices(diffOptions(key, { before: parsed(old), after: parsed(changed) }));
}

/** What chunks that are not stored yet would change. */
export async function diffWithStored(
  key: MaintainedSetKey,
  { db, before, chunks }: { db: Db; before: StoredList; chunks: readonly OptionsChunk[] },
): Promise<SetDiff | undefined> {
  const old = await readTexts(db, before);
  if (old === undefined) return undefined;
  return runInSlices(diffOptions(key, { before: parsed(old), after: parsed(chunks.map(({ json }) => json)) }));
}

const chunksPerPage = 32;

async function readTexts(db: Db, list: StoredList): Promise<string[] | undefined> {
  const texts: string[] = [];
  let after = 0;
  let count = 0;
  while (after < list.lastPosition) {
    const { set, generation, lastPosition: upTo } = list;
    const chunks = await listChunks(db.sql, { set, generation, after, upTo, limit: chunksPerPage });
    for (const chunk of chunks) {
      texts.push(chunk.json);
      count += chunk.count;
    }
    const last = chunks.at(-1);
    if (last === undefined) break;
    after = last.position;
  }
  return count === list.optionCount ? texts : undefined;
}

function* parsed(texts: readonly string[]): Generator<readonly Option[]> {
  for (const text of texts) yield JSON.parse(text) as Option[];
}
