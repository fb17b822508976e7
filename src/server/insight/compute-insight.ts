// Counts the entries of a form from the database, page by page: memory does not grow with them, and other requests get
// their turn between two pages. [insight.counted]

import type { Insight } from '../../api-types/insight.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { ownTurn } from '../run-in-slices.ts';
import type { Services } from '../services.ts';
import { readInsightRows } from '../store/insight-rows.ts';
import { eachText } from './each-text.ts';
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

export async function computeInsight(
  form: LoadedForm,
  wanted: WantedInsight,
  signal: AbortSignal,
  services: Pick<Services, 'db' | 'longReads'>,
): Promise<Insight> {
  const counter = createEntryCounter(form.plan, wanted);
  for await (const text of eachText(form, wanted, services)) {
    signal.throwIfAborted();
    await ownTurn();
    const rows = readInsightRows(text);
    await ownTurn();
    for (const row of rows) counter.add(row);
  }
  return counter.finish({ first: wanted.firstDay, last: wanted.lastDay });
}
