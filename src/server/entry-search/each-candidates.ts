// The entries that a search has to look at, newest first. [entry-search.all]
import { eachPage } from '../each-page.ts';
import { ownTurn } from '../run-in-slices.ts';
import type { Services } from '../services.ts';
import { listSearchRows, readSearchRows } from '../store/search-rows.ts';
import type { SearchRow } from './search-paths.ts';
import type { WantedMatches } from './wanted-matches.ts';

/** Parsing a page holds the event loop: a page is small. */
const rowsAtOnce = 500;
const bytesAtOnce = 2 ** 19;

export function eachCandidates(
  { account, form, filter, after }: WantedMatches & { readonly after?: string | undefined },
  { db, longReads }: Pick<Services, 'db' | 'longReads'>,
): AsyncGenerator<SearchRow[], void, undefined> {
  const wanted = { account, filter: { ...filter, form: { eq: form.id } } };
  return eachPage({
    async read(page) {
      const from = page.after ?? after;
      const { json, bytes } = await longReads.run(account, () =>
        listSearchRows(db.sql, { ...wanted, ...page, after: from }),
      );
      await ownTurn();
      return { rows: readSearchRows(json), bytes };
    },
    maxRows: rowsAtOnce,
    maxBytes: bytesAtOnce,
  });
}
