// How many rows a table has, exactly: from counters where they know, else by looking at the rows for as long as a request may take.
// [odata.count]

import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { EntryAtHand } from '../export/table/entry-at-hand.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { countMatches } from '../search/find-matches.ts';
import { countEntries } from '../store/entries/count-entries.ts';
import { rowFilter } from './evaluate-filter.ts';
import { type EntryPlace, type EntrySource, openEntries } from './find-entries.ts';
import type { RowsWanted } from './read-options.ts';
import { Pace, PartsOfRow, propertiesOf } from './read-rows.ts';

type Needs = Pick<Services, 'newId' | 'longReads' | 'db' | 'reads' | 'entryIndexes'>;

export interface CountAsked {
  readonly form: LoadedForm;
  readonly wanted: Pick<RowsWanted, 'table' | 'filter'>;
  readonly signal: AbortSignal | undefined;
}

const maxCountMs = 10_000;
const entriesAtOnce = 500;

export async function countRows({ form, wanted, signal }: CountAsked, services: Needs): Promise<number> {
  const { table, filter } = wanted;
  const until = performance.now() + maxCountMs;
  const properties = propertiesOf([], wanted);
  const order = { name: 'id', isDescending: true } as const;
  const source = await openEntries({ form, wanted: { table, filter, order }, properties, signal }, services);
  if (table.repeat !== undefined) return countParts({ form, wanted, signal }, source, until);
  const { account } = form;
  const { search, filter: entryFilter } = source.matches;
  if (search === undefined) {
    const count = () => services.reads.open().run((sql) => countEntries(sql, { account, filter: entryFilter }));
    return filter === undefined ? count() : services.longReads.run(account, count, signal);
  }
  const wholly = { most: Number.POSITIVE_INFINITY, until };
  const { count, isMore } = await countMatches(
    { account, form, filter: entryFilter, search },
    services,
    signal,
    wholly,
  );
  if (isMore) throw errors.odata('odataCountTooLong');
  return count;
}

async function countParts({ form, wanted, signal }: CountAsked, source: EntrySource, until: number): Promise<number> {
  const parts = new PartsOfRow(wanted.table, wanted.filter === undefined ? undefined : rowFilter(wanted.filter));
  const entry = new EntryAtHand(form);
  const pace = new Pace();
  let count = 0;
  for (let place: EntryPlace | undefined = source.start; place !== undefined; ) {
    signal?.throwIfAborted();
    const { rows, next } = await source.read(place, entriesAtOnce);
    for (const row of rows) {
      entry.open(row);
      for (const { part } of parts.each(row.data, entry)) {
        if (pace.isOver) await pace.rest();
        if (await parts.passes(part, entry, pace)) count += 1;
      }
    }
    if (next !== undefined && performance.now() >= until) throw errors.odata('odataCountTooLong');
    place = next;
  }
  return count;
}
