// The row between the tools and the table: filters in use, how it is sorted, and how many entries there are.
import { useMemo } from 'preact/hooks';
import { hasText, useTexts } from '../../texts.ts';
import type { FieldColumn } from '../table-columns.ts';
import { FilterChips } from './filter-chips.tsx';
import { filterColumns, type TeamOptions } from './filter-columns.ts';
import type { TableState } from './table-state.ts';
import type { MatchCount } from './use-match-count.ts';
import { filtersOf, whereOf } from './where.ts';

export interface FilterRowProps {
  readonly fields: readonly FieldColumn[];
  readonly team: TeamOptions;
  readonly state: TableState;
  readonly setState: (state: TableState) => void;
  readonly total: MatchCount | undefined;
  /** `at`: the filter to change; without it a new one. */
  readonly onOpen: (filter: { at?: number }) => void;
}

export function FilterRow({ fields, team, state, setState, total, onOpen }: FilterRowProps) {
  const t = useTexts('entries/table');
  const fact = useTexts('entries/fact');
  const columns = useMemo(() => filterColumns(fields, fact, team), [fields, fact, team]);
  const sortTitle = (path: string) => {
    const name = path.replace(/^data\./, '');
    const known = hasText('entries/fact', name) ? name : undefined;
    return fields.find((field) => field.path === name)?.title ?? (known === undefined ? name : fact(known));
  };
  return (
    <div class="filter-row">
      <FilterChips
        filters={filtersOf(state.where)}
        columns={columns}
        onChange={(filters) => setState({ ...state, where: whereOf(filters) })}
        onAdd={() => onOpen({})}
        onEdit={(at) => onOpen({ at })}
        sort={state.sort}
        sortTitle={sortTitle}
        onUnsort={() => setState({ ...state, sort: undefined })}
      />
      <p class="match-count" role="status">
        {total === undefined ? t('counting') : t(total.isMore ? 'manyMatches' : 'matches', { count: total.count })}
      </p>
    </div>
  );
}
