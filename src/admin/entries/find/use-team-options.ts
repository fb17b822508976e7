// What the team's own words about entries can be filtered by: statuses and tags in use, and people. Asked for only when a filter
// needs them. [entry-search.team]
import { useMemo } from 'preact/hooks';
import type { TeamWords } from '../../../api-types/notes.ts';
import { useApp } from '../../app-context.ts';
import { usePeople } from '../../entry/use-people.ts';
import { useLoad } from '../../use-load.ts';
import type { TeamOptions } from './filter-columns.ts';

export function useTeamOptions(form: string, isNeeded: boolean): TeamOptions {
  const { api } = useApp();
  const people = usePeople(isNeeded);
  const words = useLoad(
    async (signal) => (isNeeded ? api.call<TeamWords>(`/form/${form}/team`, { signal }) : undefined),
    [form, isNeeded],
  );
  return useMemo(() => {
    const optionsOf = (all: readonly string[] = []) => all.map((value) => ({ value, label: value }));
    return {
      'team.status': optionsOf(words.value?.statuses),
      'team.assignee': people.map(({ id, name, email }) => ({ value: id, label: name || email })),
      'team.tags': optionsOf(words.value?.tags),
    };
  }, [words.value, people]);
}
