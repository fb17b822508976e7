// Gives every entry of a form that is wanted to a counter, page by page: memory does not grow with them, and other requests get
// their turn between two pages and between large entries. [insight.counted]
import type { JsonObject } from '../../core/definition/form-definition.ts';
import { defaultSliceMilliseconds, ownTurn } from '../scheduling/run-in-slices.ts';
import { readInsightRows } from '../store/entries/insight-rows.ts';

export interface CountedRow {
  /** When it was submitted, in milliseconds; made, for one that never went through submit. */
  readonly time: number;
  readonly data: JsonObject;
}

/** Longer than for other work: a page of ordinary entries takes about this. */
const sliceMs = 4 * defaultSliceMilliseconds;

export async function countEntries(
  texts: AsyncIterable<string>,
  add: (row: CountedRow) => void,
  signal: AbortSignal,
): Promise<void> {
  for await (const text of texts) {
    signal.throwIfAborted();
    await ownTurn();
    const rows = readInsightRows(text);
    await ownTurn();
    let sliceEnd = performance.now() + sliceMs;
    for (const row of rows) {
      if (performance.now() >= sliceEnd) {
        await ownTurn();
        sliceEnd = performance.now() + sliceMs;
      }
      add(row);
    }
  }
}
