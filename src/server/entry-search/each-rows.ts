// The entries of a form in a run of ids, newest first, page by page. [entry-search.all]
import { eachPage } from '../each-page.ts';
import { ownTurn } from '../run-in-slices.ts';
import type { Services } from '../services.ts';
import type { EntryFilter } from '../store/list-entries.ts';
import { listSearchRows, readSearchRows, type StoredSearchRow } from '../store/search-rows.ts';
import type { Run } from './build-segment.ts';

/** Parsing a page holds the event loop: a page is small. */
const rowsAtOnce = 500;
const bytesAtOnce = 2 ** 19;

export function eachRows(
  wanted: { account: string; form: string; run: Run; filter?: EntryFilter },
  { db, longReads }: Pick<Services, 'db' | 'longReads'>,
): AsyncGenerator<StoredSearchRow[], void, undefined> {
  const { account, form, run, filter } = wanted;
  return eachPage({
    async read(page) {
      const { json, bytes } = await longReads.run(account, () =>
        listSearchRows(db.sql, { account, filter: { ...filter, form: { eq: form } }, run, ...page }),
      );
      await ownTurn();
      return { rows: readSearchRows(json), bytes };
    },
    maxRows: rowsAtOnce,
    maxBytes: bytesAtOnce,
  });
}
