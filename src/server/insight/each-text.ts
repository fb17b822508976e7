// Reads the entries to count page by page, as texts. The next page is asked for before this one is parsed and counted, so that
// the database and this process work at the same time; two pages are in memory at most. [insight.counted]

import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { type InsightPage, type InsightText, listInsightRows } from '../store/entries/insight-rows.ts';

export type Counted = Pick<InsightPage, 'statuses' | 'from' | 'to'>;

/** Parsing a page holds the event loop, and so does counting it: a page is small. */
const maxRows = 500;
const maxBytes = 2 ** 19;
const firstRows = 100;
/** Rows may suddenly be larger than those before. */
const growth = 5;

export async function* eachText(
  form: Pick<LoadedForm, 'account' | 'id'>,
  counted: Counted,
  services: Pick<Services, 'reads' | 'longReads'>,
): AsyncGenerator<string, void, undefined> {
  const about = { account: form.account, form: form.id, ...pick(counted), maxBytes };
  const reads = services.reads.open();
  const read = (after: string | undefined, limit: number): Promise<InsightText> => {
    const list = () => reads.run((sql) => listInsightRows(sql, { ...about, after, limit }));
    const page = services.longReads.run(form.account, list);
    // A failure is met when the page's turn comes; until then it must not count as unhandled.
    page.catch(() => {});
    return page;
  };
  let limit = firstRows;
  let next: Promise<InsightText> | undefined = read(undefined, limit);
  while (next !== undefined) {
    const { json, rows, bytes, last }: InsightText = await next;
    next = undefined;
    if (rows === limit || (rows > 0 && bytes >= maxBytes)) {
      const fitting = Math.floor(maxBytes / (bytes / rows));
      limit = Math.max(1, Math.min(fitting, limit * growth, maxRows));
      next = read(last, limit);
    }
    if (rows > 0) yield json;
  }
}

/** Those of the given ids that are still of these statuses and times; in runs that are read as whole pages are. */
export async function* eachTextOf(
  idPages: AsyncIterable<readonly string[]>,
  form: Pick<LoadedForm, 'account' | 'id'>,
  counted: Counted,
  services: Pick<Services, 'reads' | 'longReads'>,
): AsyncGenerator<string, void, undefined> {
  const about = { account: form.account, form: form.id, ...pick(counted), maxBytes, limit: maxRows };
  const reads = services.reads.open();
  for await (const found of idPages) {
    let ids = [...found].sort();
    while (ids.length > 0) {
      const asked = ids.slice(0, maxRows);
      const list = () => reads.run((sql) => listInsightRows(sql, { ...about, ids: asked, after: undefined }));
      const page = await services.longReads.run(form.account, list);
      const isCut = page.bytes >= maxBytes && page.last !== undefined;
      // What fits no more comes with the next ones; what is not there any more does not.
      ids = isCut ? ids.filter((id) => id > page.last!) : ids.slice(maxRows);
      if (page.rows > 0) yield page.json;
    }
  }
}

const pick = ({ statuses, from, to }: Counted): Counted => ({ statuses, from, to });
