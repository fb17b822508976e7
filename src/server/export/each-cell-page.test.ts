import { expect, test } from 'vitest';
import type { ExportRow } from '../store/export-entries.ts';
import { eachCellPage } from './each-cell-page.ts';
import type { ExportColumns } from './export-columns.ts';

test('[limits.event-loop] thousands of empty entries of a form with thousands of fields are read a few at a time', async () => {
  let read = 0;
  const column = {
    read: () => {
      read += 1;
      return '';
    },
  };
  const chosen = { columns: Array.from({ length: 5_000 }, () => column) } as unknown as ExportColumns;
  const rows = Array.from({ length: 200 }, () => ({ data: {} }) as ExportRow);
  let inOneTurn = 0;
  let before = 0;
  let isOver = false;
  const look = () => {
    inOneTurn = Math.max(inOneTurn, read - before);
    before = read;
    if (!isOver) setImmediate(look);
  };
  look();
  let count = 0;
  async function* pages() {
    yield rows;
  }
  for await (const page of eachCellPage(pages(), chosen)) for (const cells of page) count += cells.length;
  isOver = true;
  expect(count).toBe(1_000_000);
  expect(Math.max(inOneTurn, read - before)).toBeLessThanOrEqual(50_000);
});
