// How many entries there are of what the page shows: what the form counts anyway, or the service's count, exact up to 10,000.
import type { ApiForm } from '../../../api-types/forms.ts';
import { useApp } from '../../app-context.ts';
import { useLoad } from '../../use-load.ts';
import { filterQuery } from '../entry-query.ts';
import { countsByStatus } from '../filter-bar.tsx';
import { type Matching, matchingQuery } from './matching.ts';
import { isNarrowed, type TableState } from './table-state.ts';

export interface MatchCount {
  readonly count: number;
  /** There are more than `count`. */
  readonly isMore: boolean;
}

/** undefined while it is not known. `changes`: something that is different when it has to be counted again. */
export function useMatchCount(form: ApiForm, state: TableState, changes: unknown): MatchCount | undefined {
  const { api } = useApp();
  const known = knownCount(form, state);
  const asked: Matching = { query: filterQuery(state, new Date()), search: state.search, where: state.where };
  const load = useLoad(
    async (signal) => {
      if (known !== undefined) return undefined;
      const query = matchingQuery(asked);
      return api.call<MatchCount>(`/form/${form.id}/entries/count`, { query, signal });
    },
    [form.id, JSON.stringify(asked), known === undefined, known === undefined && changes],
  );
  return known ?? (load.isLoading || load.error !== undefined ? undefined : load.value);
}

/** The form counts its entries by status. */
export function knownCount({ current }: Pick<ApiForm, 'current'>, state: TableState): MatchCount | undefined {
  if (isNarrowed(state)) return undefined;
  return { count: state.status === 'all' ? current.all : countsByStatus(current)[state.status], isMore: false };
}
