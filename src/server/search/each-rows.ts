// The entries of a form in a run of ids, newest first, page by page. [entry-search.all]
import type { Services } from '../base/services.ts';
import { eachPage } from '../scheduling/each-page.ts';
import { ownTurn } from '../scheduling/run-in-slices.ts';
import type { EntryFilter } from '../store/entries/implied-bounds.ts';
import { listSearchRows, readSearchRows, type StoredSearchRow } from '../store/entries/search-rows.ts';

export interface Run {
  readonly fromId: string;
  /** Undefined: up to the newest. */
  readonly toId: string | undefined;
}

/** Parsing a page holds the event loop: a page is small. */
const rowsAtOnce = 500;
const bytesAtOnce = 2 ** 19;

export function eachRows(
  wanted: { account: string; form: string; run: Run; filter?: EntryFilter; hasTeam?: boolean | undefined },
  { db, longReads }: Pick<Services, 'db' | 'longReads'>,
): AsyncGenerator<StoredSearchRow[], void, undefined> {
  const { account, form, run, filter, hasTeam } = wanted;
  return eachPage({
    async read(page) {
      const { json, bytes } = await longReads.run(account, () =>
        listSearchRows(db.sql, { account, filter: { ...filter, form: { eq: form } }, run, hasTeam, ...page }),
      );
      await ownTurn();
      return { rows: readSearchRows(json), bytes };
    },
    maxRows: rowsAtOnce,
    maxBytes: bytesAtOnce,
  });
}

/** Those of the entries that are there, newest first. */
export async function* eachRowsById(
  wanted: {
    account: string;
    form: string;
    ids: readonly string[];
    filter?: EntryFilter;
    hasTeam?: boolean | undefined;
  },
  { db, longReads }: Pick<Services, 'db' | 'longReads'>,
): AsyncGenerator<StoredSearchRow[], void, undefined> {
  const { account, form, ids, filter, hasTeam } = wanted;
  let after: string | undefined;
  for (;;) {
    const page = {
      account,
      filter: { ...filter, form: { eq: form } },
      ids,
      after,
      limit: ids.length,
      maxBytes: bytesAtOnce,
      hasTeam,
    };
    const { json, bytes } = await longReads.run(account, () => listSearchRows(db.sql, page));
    await ownTurn();
    const rows = readSearchRows(json);
    if (rows.length > 0) yield rows;
    if (rows.length === 0 || bytes < bytesAtOnce) return;
    after = rows.at(-1)?.id;
  }
}
