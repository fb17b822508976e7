// Where a match must be an entry that the team has said something about, only these are looked at. [entry-search.team]
import type { Services } from '../base/services.ts';
import { countTeamEntries, listTeamEntries } from '../store/entries/notes.ts';
import type { StoredSearchRow } from '../store/entries/search-rows.ts';
import { eachRowsById } from './each-rows.ts';
import type { Where } from './parse-search.ts';
import type { WantedMatches } from './wanted-matches.ts';

export interface Candidates {
  readonly rows: readonly StoredSearchRow[];
  /** All entries that are newer have been looked at. */
  readonly reached: string;
}

export interface CandidatePlan {
  each(after: string | undefined): AsyncGenerator<Candidates, void, undefined>;
  /** About how many entries there are to look at; infinite where only looking tells. */
  estimate(): Promise<number>;
  /** Of the form, deleted ones not counted. */
  readonly entries: number;
}

export function needsTeam(where: Where): boolean {
  if ('all' in where) return where.all.some(needsTeam);
  if ('any' in where) return where.any.every(needsTeam);
  return where.path.isTeam === true && where.op !== 'ne' && where.op !== 'empty';
}

const idsAtOnce = 1_000;

export function planTeamCandidates(
  { account, form, filter }: WantedMatches,
  entries: number,
  services: Pick<Services, 'db' | 'longReads'>,
): CandidatePlan {
  const { sql } = services.db;
  return {
    entries,
    async *each(after) {
      for (let from = after; ; ) {
        const ids = await listTeamEntries(sql, { form: form.id, after: from, limit: idsAtOnce });
        const wanted = { account, form: form.id, filter, ids, hasTeam: true };
        for await (const rows of eachRowsById(wanted, services)) yield { rows, reached: rows.at(-1)?.id as string };
        from = ids.at(-1);
        if (from === undefined || ids.length < idsAtOnce) return;
        yield { rows: [], reached: from };
      }
    },
    estimate: () => countTeamEntries(sql, form.id),
  };
}
