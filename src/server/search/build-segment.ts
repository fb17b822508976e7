// Reads a run of entries, newest first, and makes a segment of the index of them. [entry-search.all] [entry-search.index]

import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { largeDataLength, ownTurn, runAtOnce, runInSlices } from '../scheduling/run-in-slices.ts';
import type { SegmentFacts } from '../store/entries/entry-segments.ts';
import type { StoredSearchRow } from '../store/entries/search-rows.ts';
import { eachRows, type Run } from './each-rows.ts';
import { type AddTerm, entryTerms } from './entry-terms.ts';
import type { SearchPaths } from './search-paths.ts';
import { blockEntries, createSegmentBits, type SegmentBits, widthFor } from './segment-bits.ts';

export interface BuiltSegment extends Omit<SegmentFacts, 'id' | 'meaning'> {
  readonly bounds: readonly string[];
  readonly rows: readonly Buffer[];
}

/** Of large entries a segment has fewer: it is made in a minute at most. */
const maxBytes = 64 * 2 ** 20;

/** Undefined where the run is open and has no entries, or `pause`, called after each page, said to stop. */
export async function buildSegment(
  {
    form,
    run,
    paths,
    maxEntries,
    pause,
  }: {
    form: LoadedForm;
    run: Run;
    paths: SearchPaths;
    maxEntries: number;
    pause: (workedMs: number) => Promise<boolean>;
  },
  services: Pick<Services, 'db' | 'longReads'>,
): Promise<BuiltSegment | undefined> {
  const bounds: string[] = [];
  let bits: SegmentBits | undefined;
  let width = 0;
  let entries = 0;
  let bytes = 0;
  let lastId: string | undefined;
  let isWhole = true;
  const turn: Turn = { end: 0 };
  for await (const page of eachRows({ account: form.account, form: form.id, run }, services)) {
    const start = performance.now();
    if (bits === undefined) {
      width = await sampleWidth(page, paths, turn);
      bits = createSegmentBits(width, Math.ceil(maxEntries / blockEntries));
    }
    for (const row of page) {
      if (entries === maxEntries || bytes > maxBytes) {
        isWhole = false;
        break;
      }
      const block = Math.floor(entries / blockEntries);
      if (entries % blockEntries === 0) bounds.push(row.id);
      const { add } = bits;
      await addTerms(row, paths, turn, (term, copies) => add(block, term, copies));
      entries += 1;
      bytes += row.bytes;
      lastId = row.id;
    }
    if (!isWhole) break;
    if (!(await pause(performance.now() - start))) return undefined;
  }
  const toId = run.toId ?? bounds[0];
  if (toId === undefined) return undefined;
  const fromId = isWhole ? run.fromId : idBefore(lastId as string);
  return { fromId, toId, entries, blocks: bounds.length, width, bounds, rows: bits?.rows(bounds.length) ?? [] };
}

/** How many bits the first blocks take says how wide the segment is to be. */
async function sampleWidth(page: readonly StoredSearchRow[], paths: SearchPaths, turn: Turn): Promise<number> {
  const sample = page.slice(0, 4 * blockEntries);
  let most = 0;
  for (let at = 0; at < sample.length; at += blockEntries) {
    const terms = new Map<number, number>();
    for (const row of sample.slice(at, at + blockEntries)) {
      await addTerms(row, paths, turn, (term, copies) => terms.set(term, copies));
    }
    let taken = 0;
    for (const copies of terms.values()) taken += copies;
    most = Math.max(most, taken);
  }
  return widthFor(most);
}

const turnMs = 2;

/** When the turn of the event loop ends that small entries share. */
interface Turn {
  end: number;
}

/** Small entries many in a turn of the event loop; a large one has turns of its own. */
async function addTerms(row: StoredSearchRow, paths: SearchPaths, turn: Turn, add: AddTerm): Promise<void> {
  const steps = entryTerms(row, paths, add);
  if (row.bytes > largeDataLength) {
    await runInSlices(steps);
    return;
  }
  if (performance.now() > turn.end) {
    await ownTurn();
    turn.end = performance.now() + turnMs;
  }
  runAtOnce(steps);
}

/** The id right before this one; before the very first comes none. */
export function idBefore(id: string): string {
  return /^0+$/.test(id) ? '' : (BigInt(`0x${id}`) - 1n).toString(16).padStart(24, '0');
}
