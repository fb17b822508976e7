// How many entries each saved view has, asked for while the list of views is open: one after the other, the first ones only.
import { useEffect, useState } from 'preact/hooks';
import type { ApiForm } from '../../../api-types/forms.ts';
import type { EntryView } from '../../../api-types/views.ts';
import { useApp } from '../../app-context.ts';
import { filterQuery } from '../entry-query.ts';
import { matchingQuery } from '../find/matching.ts';
import { stateOfView } from '../find/table-state.ts';
import { knownCount, type MatchCount } from '../find/use-match-count.ts';

const mostCounted = 30;

export function useViewCounts(form: ApiForm, views: readonly EntryView[]): ReadonlyMap<string, MatchCount> {
  const { api } = useApp();
  const [counts, setCounts] = useState<ReadonlyMap<string, MatchCount>>(new Map());
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const countAll = async () => {
      const found = new Map<string, MatchCount>();
      for (const view of views.slice(0, mostCounted)) {
        const state = stateOfView(view);
        const query = matchingQuery({ ...state, query: filterQuery(state, new Date()) });
        try {
          const path = `/form/${form.id}/entries/count`;
          found.set(view.id, knownCount(form, state) ?? (await api.call<MatchCount>(path, { query, signal })));
        } catch {
          // A view whose fields are gone from the form has no count; opening it says why.
        }
        if (signal.aborted) return;
        setCounts(new Map(found));
      }
    };
    void countAll();
    return () => stop.abort();
  }, [form.id, views]);
  return counts;
}
