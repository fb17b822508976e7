// The cell of the grid that the Tab key reaches, and that has the focus while keys move it.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { GridColumn } from './grid-columns.ts';
import type { Place } from './grid-keys.ts';
import type { GridProps } from './grid-props.ts';

interface GridOfPlace extends Pick<GridProps, 'rows' | 'open' | 'onNearEnd'> {
  readonly columns: readonly GridColumn[];
  readonly head: RefObject<HTMLTableSectionElement>;
  readonly body: RefObject<HTMLTableSectionElement>;
}

export type GridPlaceTools = ReturnType<typeof useGridPlace>;

/** More is loaded when so few rows are left below. */
export const nearEnd = 12;

export function useGridPlace({ rows, columns, open, onNearEnd, head, body }: GridOfPlace) {
  const [active, setActive] = useState<{ row: string | undefined; column: string }>({ row: undefined, column: '' });
  const wantsFocus = useRef(false);

  // The row is known by its id: others may come above it.
  const foundRow = active.row === 'head' ? -1 : rows.findIndex(({ id }) => id === active.row);
  const row = active.row !== 'head' && foundRow === -1 ? 0 : foundRow;
  const column =
    active.column === 'pick' ? 0 : Math.max(1, columns.findIndex(({ name }) => name === active.column) + 1);

  const cellAt = (place: Place): HTMLElement | undefined => {
    const line = place.row === -1 ? head.current?.rows[0] : body.current?.rows[place.row];
    return line?.cells[place.column];
  };
  const placeOf = (target: EventTarget | null): Place | undefined => {
    const cell = (target as Element | null)?.closest?.<HTMLTableCellElement>('td, th');
    const line = cell?.parentElement as HTMLTableRowElement | null | undefined;
    if (!cell || !line) return undefined;
    const at = line.parentElement === head.current ? -1 : rows.findIndex(({ id }) => id === line.dataset['id']);
    return { row: at, column: cell.cellIndex };
  };
  const reach = (place: Place) =>
    setActive({
      row: place.row === -1 ? 'head' : rows[place.row]?.id,
      column: place.column === 0 ? 'pick' : (columns[place.column - 1]?.name ?? ''),
    });
  /** The reached cell has the focus once the grid is drawn again. */
  const refocus = () => {
    wantsFocus.current = true;
  };
  const go = (place: Place) => {
    refocus();
    reach(place);
    if (place.row >= rows.length - nearEnd) onNearEnd();
  };

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const cell = cellAt({ row, column });
    if (cell === undefined) return;
    focusable(cell).focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  // The entry in the panel is the row that keys go on from, and in sight.
  useLayoutEffect(() => {
    const at = rows.findIndex(({ id }) => id === open);
    if (at === -1) return;
    setActive((now) => ({ row: open, column: now.column }));
    body.current?.rows[at]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open]);

  return { row, column, cellAt, placeOf, reach, refocus, go };
}

/** What has the focus in a cell: its control in the header and beside the number, elsewhere the cell itself. */
export function focusable(cell: HTMLElement): HTMLElement {
  return cell.querySelector<HTMLElement>(':scope > input, :scope > .grid-title') ?? cell;
}
