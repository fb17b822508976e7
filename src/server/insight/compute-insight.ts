// Counts the entries of a form from the database, page by page: memory does not grow with them, and other requests get
// their turn between two pages. [insight.counted]

import type { Insight } from '../../api-types/insight.ts';
import { eachPage } from '../each-page.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { ownTurn } from '../run-in-slices.ts';
import type { Services } from '../services.ts';
import { listInsightRows, readInsightRows } from '../store/insight-rows.ts';
import { createEntryCounter } from './entry-counter.ts';

export interface WantedInsight {
  readonly statuses: readonly number[];
  readonly timeZone: string;
  /** ISO texts: from the one on, before the other. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The days that the points over time reach to, where a range was asked for. */
  readonly firstDay: number | undefined;
  readonly lastDay: number | undefined;
}

/** Parsing a page holds the event loop, and so does counting it: a page is small. */
const rowsAtOnce = 500;
const bytesAtOnce = 2 ** 19;

export async function computeInsight(
  form: LoadedForm,
  wanted: WantedInsight,
  signal: AbortSignal,
  { db, longReads }: Pick<Services, 'db' | 'longReads'>,
): Promise<Insight> {
  const counter = createEntryCounter(form.plan, wanted);
  const about = { ...wanted, account: form.account, form: form.id };
  const pages = eachPage({
    async read(page) {
      const { json, bytes } = await longReads.run(form.account, () => listInsightRows(db.sql, { ...about, ...page }));
      await ownTurn();
      return { rows: readInsightRows(json), bytes };
    },
    maxRows: rowsAtOnce,
    maxBytes: bytesAtOnce,
  });
  for await (const rows of pages) {
    signal.throwIfAborted();
    await ownTurn();
    for (const row of rows) counter.add(row);
  }
  return counter.finish({ first: wanted.firstDay, last: wanted.lastDay });
}
