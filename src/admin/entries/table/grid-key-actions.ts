// What a key does in the grid: it moves, opens menus and entries, chooses rows, and with Shift changes columns.
import { type Place, placeAfter } from './grid-keys.ts';
import { widthStep } from './grid-menus.ts';
import type { DrawnGridProps } from './grid-props.ts';
import type { GridColumnsTools } from './use-grid-columns.ts';
import { focusable, type GridPlaceTools } from './use-grid-place.ts';

export interface KeyTools {
  readonly props: DrawnGridProps;
  readonly grid: GridColumnsTools;
  readonly place: GridPlaceTools;
  readonly openMenu: (at: Place, cell: HTMLElement) => void;
  readonly openRow: (at: number, event: KeyboardEvent) => void;
  readonly heightOf: (at: number) => number;
}

/** True when the key was for the grid. */
export function handleGridKey(event: KeyboardEvent, at: Place, cell: HTMLElement, tools: KeyTools): boolean {
  const { props, grid, place, openMenu, openRow, heightOf } = tools;
  const { rows, open, onOpen, onPick, onSelect } = props;
  const { columns } = grid;
  const isFar = event.ctrlKey || event.metaKey;
  const isInside = event.target !== focusable(cell);
  const one = columns[at.column - 1];
  const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  const by = (event.key === 'ArrowRight') === (document.dir !== 'rtl') ? 1 : -1;
  if (event.key === 'Escape') {
    if (isInside) place.go(at);
    else if (open !== undefined) onOpen(undefined);
    return true;
  }
  if (isInside) return false;
  if (event.key === 'F2') {
    cell.querySelector<HTMLElement>('a[href]')?.focus();
    return true;
  }
  if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
    if (at.row !== -1 || at.column > 0) openMenu(at, cell);
    return true;
  }
  if (at.row === -1 && isSideways && event.shiftKey && one !== undefined) {
    place.refocus();
    if (!isFar) grid.resizeBy(one, by * widthStep);
    else if (one.source !== undefined) grid.moveBy(one, by);
    return true;
  }
  if (at.row >= 0 && event.key === 'Enter') {
    openRow(at.row, event);
    return true;
  }
  if (at.row >= 0 && event.key === ' ') {
    onPick(at.row, event.shiftKey);
    return true;
  }
  if (isFar && event.key === 'a') {
    onSelect(
      rows.map(({ id }) => id),
      true,
    );
    return true;
  }
  const page = Math.max(1, Math.floor((innerHeight - 160) / heightOf(Math.max(0, at.row))) - 1);
  const shape = { rows: rows.length, columns: columns.length + 1, page, isRtl: document.dir === 'rtl' };
  const next = event.shiftKey ? undefined : placeAfter(at, event, shape);
  if (next === undefined) return false;
  place.go(next);
  if (open !== undefined && next.row >= 0 && next.row !== at.row) onOpen(rows[next.row]!.id);
  return true;
}
