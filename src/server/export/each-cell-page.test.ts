import { expect, test } from 'vitest';
import type { ExportRow } from '../store/entries/export-entries.ts';
import { eachCellPage } from './each-cell-page.ts';
import type { ExportColumns } from './export-columns.ts';

/** How many cells there are, and how many of them were read in one turn of the event loop at most. */
async function readAll(size: { rows: number; columns: number }, readCell = () => {}) {
  let read = 0;
  const column = {
    read: () => {
      readCell();
      read += 1;
      return '';
    },
  };
  const chosen = { columns: Array.from({ length: size.columns }, () => column) } as unknown as ExportColumns;
  async function* pages() {
    yield Array.from({ length: size.rows }, () => ({ data: {} }) as ExportRow);
  }
  let [inOneTurn, before, isOver] = [0, 0, false];
  const look = () => {
    inOneTurn = Math.max(inOneTurn, read - before);
    before = read;
    if (!isOver) setImmediate(look);
  };
  look();
  let count = 0;
  for await (const page of eachCellPage(pages(), chosen)) for (const cells of page) count += cells.length;
  isOver = true;
  return { count, inOneTurn: Math.max(inOneTurn, read - before) };
}

test('[limits.event-loop] thousands of empty entries of a form with thousands of fields are read a few at a time', async () => {
  const { count, inOneTurn } = await readAll({ rows: 200, columns: 5_000 });
  expect(count).toBe(1_000_000);
  expect(inOneTurn).toBeLessThanOrEqual(50_000);
});

test('[limits.event-loop] entries whose cells take long to read, such as those of thousands of rows, have a turn each', async () => {
  const waitForClock = () => {
    for (const start = performance.now(); performance.now() - start < 1.5; );
  };
  const { count, inOneTurn } = await readAll({ rows: 20, columns: 2 }, waitForClock);
  expect(count).toBe(40);
  // Two, where the event loop looked in between late.
  expect(inOneTurn).toBeLessThanOrEqual(4);
});
