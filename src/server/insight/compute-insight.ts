// Counts the entries of a form from the database: all of a time, or those that a search finds, and those of a second one beside
// them. [insight.counted] [insight.filtered] [insight.compared]

import type { Insight, InsightCounts } from '../../api-types/insight.ts';
import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { type EntrySearch, eachMatch } from '../search/find-matches.ts';
import { countEntries } from './count-entries.ts';
import type { CrossCounter } from './cross-tab.ts';
import { eachText, eachTextOf } from './each-text.ts';
import { createEntryCounter } from './entry-counter.ts';

type Needs = Pick<Services, 'newId' | 'longReads' | 'db' | 'reads' | 'entryIndexes'>;

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

/** What is asked for besides; undefined: all entries, no second count, no table. */
export interface InsightOptions {
  readonly search?: EntrySearch | undefined;
  readonly compared?: { readonly search: EntrySearch | undefined } | undefined;
  readonly cross?: CrossCounter | undefined;
}

export async function computeInsight(
  form: LoadedForm,
  wanted: WantedInsight,
  signal: AbortSignal,
  services: Needs,
  { search, compared, cross }: InsightOptions = {},
): Promise<Insight> {
  const count = (one: EntrySearch | undefined, onData?: CrossCounter['add']) =>
    countFound({ form, wanted, signal, search: one, onData }, services);
  return {
    ...(await count(search, cross?.add)),
    ...(compared !== undefined && { compared: await count(compared.search) }),
    ...(cross !== undefined && { cross: cross.finish() }),
  };
}

interface Counting {
  readonly form: LoadedForm;
  readonly wanted: WantedInsight;
  readonly signal: AbortSignal;
  readonly search: EntrySearch | undefined;
  readonly onData: CrossCounter['add'] | undefined;
}

async function countFound({ form, wanted, signal, search, onData }: Counting, services: Needs): Promise<InsightCounts> {
  const counter = createEntryCounter(form.plan, wanted);
  const texts =
    search === undefined
      ? eachText(form, wanted, services)
      : eachTextOf(
          eachMatch(
            { account: form.account, form, filter: { status: { in: wanted.statuses } }, search },
            services,
            signal,
          ),
          form,
          wanted,
          services,
        );
  const add = (row: Parameters<typeof counter.add>[0]) => {
    counter.add(row);
    onData?.(row.data);
  };
  await countEntries(texts, add, signal);
  return counter.finish({ first: wanted.firstDay, last: wanted.lastDay });
}
