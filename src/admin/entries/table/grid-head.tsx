// The header of the table: selects all rows, opens the menu of a column; a column is dragged by its title, its width by its edge.
import { useEffect, useRef } from 'preact/hooks';
import { useTexts } from '../../texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { type GridColumn, isSortedBy } from './grid-columns.ts';
import type { GridSort } from './grid-props.ts';
import { roles } from './grid-roles.ts';
import type { ColumnDrag } from './use-column-drag.ts';

export interface GridHeadProps {
  readonly columns: readonly GridColumn[];
  /** The cell that the Tab key reaches, 0 for the checkbox; -1 where it is in a row. */
  readonly reached: number;
  readonly picked: 'all' | 'some' | 'none';
  readonly onPickAll: () => void;
  readonly sort: GridSort | undefined;
  /** The column whose menu is open. */
  readonly menuOf: string | undefined;
  readonly onMenu: (column: GridColumn, cell: HTMLElement) => void;
  readonly drag: ColumnDrag;
}

export function GridHead({ columns, reached, picked, onPickAll, sort, menuOf, onMenu, drag }: GridHeadProps) {
  const t = useTexts('entries/table');
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (all.current !== null) all.current.indeterminate = picked === 'some';
  });
  return (
    <tr {...roles.row} aria-rowindex={1}>
      <th class="pick" {...roles.header} aria-colindex={1}>
        <input
          ref={all}
          type="checkbox"
          tabIndex={reached === 0 ? 0 : -1}
          aria-label={t('selectAll')}
          checked={picked === 'all'}
          onClick={onPickAll}
        />
      </th>
      {columns.map((column, place) => {
        const isSorted = isSortedBy(column, sort);
        return (
          <th
            key={column.name}
            {...roles.header}
            class={column.isNumeric ? 'numeric' : undefined}
            aria-colindex={place + 2}
            aria-sort={isSorted ? (sort?.isDescending ? 'descending' : 'ascending') : undefined}
            title={column.title}
          >
            <button
              type="button"
              class="grid-title"
              tabIndex={reached === place + 1 ? 0 : -1}
              aria-haspopup="menu"
              aria-expanded={menuOf === column.name}
              onPointerDown={(event) => drag.startMove(event, column)}
              onClick={(event) => {
                // A press by a key has no detail, and ends no drag.
                if (event.detail === 0 || !drag.hasJustEnded()) onMenu(column, event.currentTarget.closest('th')!);
              }}
            >
              <bdi>{column.title}</bdi>
              {isSorted ? (
                <Icon name={sort?.isDescending ? 'down' : 'up'} size={14} />
              ) : (
                <span class="grid-caret" aria-hidden="true" />
              )}
            </button>
            <span
              class="grid-edge"
              aria-hidden="true"
              onPointerDown={(event) => drag.startResize(event, column)}
              onDblClick={() => drag.fit(column)}
            />
          </th>
        );
      })}
    </tr>
  );
}
