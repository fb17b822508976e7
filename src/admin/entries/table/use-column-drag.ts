// Dragging in the header: the edge of a column for its width, its title for its place. The same is done by the column's menu
// and by keys. While something is dragged the table follows by a style of its own, without being drawn again.
import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { clampWidth, type GridColumn, pickWidth } from './grid-columns.ts';

export interface ColumnDrag {
  readonly startResize: (event: PointerEvent, column: GridColumn) => void;
  readonly startMove: (event: PointerEvent, column: GridColumn) => void;
  readonly fit: (column: GridColumn) => void;
  /** A press that ended a drag is none on the title. */
  readonly hasJustEnded: () => boolean;
  /** Where the dragged column would go: pixels from the start of the header. */
  readonly dropAt: number | undefined;
  readonly moving: string | undefined;
}

export interface DragOptions {
  readonly table: RefObject<HTMLTableElement>;
  readonly columns: readonly GridColumn[];
  readonly onWidth: (column: GridColumn, width: number) => void;
  /** `to`: its place among the other columns but the first. */
  readonly onMove: (column: GridColumn, to: number) => void;
}

/** A press that moves less opens the menu. */
const dragFrom = 6;
/** So near to the side the table scrolls by itself. */
const scrollEdge = 48;

export function useColumnDrag({ table, columns, onWidth, onMove }: DragOptions): ColumnDrag {
  const [drop, setDrop] = useState<{ readonly name: string; readonly at: number }>();
  const justEnded = useRef(false);
  const sign = () => (document.dir === 'rtl' ? -1 : 1);
  const widths = (changed: GridColumn, width: number) => {
    const all = columns.map((column) => (column.name === changed.name ? width : column.width));
    for (const [name, value] of Object.entries(widthStyles(all))) table.current?.style.setProperty(name, value);
  };

  const startResize = (event: PointerEvent, column: GridColumn) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const from = event.clientX;
    let width = column.width;
    table.current?.classList.add('resizing');
    follow(event, {
      onMove: (now) => {
        width = clampWidth(column.width + sign() * (now.clientX - from));
        widths(column, width);
      },
      onEnd: (isDone) => {
        table.current?.classList.remove('resizing');
        if (isDone && width !== column.width) onWidth(column, width);
        else widths(column, column.width);
      },
    });
  };

  const startMove = (event: PointerEvent, column: GridColumn) => {
    justEnded.current = false;
    // A finger scrolls; it moves columns by the menu. The number stays the first.
    if (event.button !== 0 || event.pointerType === 'touch' || column === columns[0]) return;
    const from = event.clientX;
    let to: number | undefined;
    const head = table.current?.tHead;
    const look = (x: number) => {
      const cells = [...(head?.rows[0]?.cells ?? [])].slice(2);
      const past = cells.filter((cell) => {
        const { left, width } = cell.getBoundingClientRect();
        return sign() * (x - (left + width / 2)) > 0;
      }).length;
      const own = columns.indexOf(column) - 1;
      to = past > own ? past - 1 : past;
      const box = table.current!.getBoundingClientRect();
      const near = cells[Math.min(past, cells.length - 1)]!.getBoundingClientRect();
      const line = past === cells.length ? (sign() > 0 ? near.right : near.left) : sign() > 0 ? near.left : near.right;
      setDrop({ name: column.name, at: sign() > 0 ? line - box.left : box.right - line });
    };
    follow(event, {
      onMove: ({ clientX }) => {
        if (to === undefined && Math.abs(clientX - from) < dragFrom) return;
        const { left, right } = table.current!.getBoundingClientRect();
        if (clientX < left + scrollEdge) head?.scrollBy({ left: -24 });
        else if (clientX > right - scrollEdge) head?.scrollBy({ left: 24 });
        look(clientX);
      },
      onEnd: (isDone) => {
        justEnded.current = to !== undefined;
        setDrop(undefined);
        if (isDone && to !== undefined && to !== columns.indexOf(column) - 1) onMove(column, to);
      },
    });
  };

  const fit = (column: GridColumn) => {
    const place = columns.indexOf(column) + 1;
    const range = document.createRange();
    let widest = 0;
    for (const row of table.current?.rows ?? []) {
      const cell = row.cells[place];
      if (cell === undefined) continue;
      range.selectNodeContents(cell.querySelector('.grid-title bdi') ?? cell);
      widest = Math.max(widest, range.getBoundingClientRect().width + (cell.tagName === 'TH' ? titleRoom : cellRoom));
    }
    onWidth(column, clampWidth(Math.ceil(widest)));
  };

  const hasJustEnded = () => {
    const was = justEnded.current;
    justEnded.current = false;
    return was;
  };
  return { startResize, startMove, fit, hasJustEnded, dropAt: drop?.at, moving: drop?.name };
}

/** Padding of a cell; in the header also the mark beside the title. */
const cellRoom = 26;
const titleRoom = 46;

/** The widths as the table's styles take them. */
export function widthStyles(widths: readonly number[]): Record<string, string> {
  const total = widths.reduce((sum, width) => sum + width, pickWidth);
  return {
    '--columns': [pickWidth, ...widths].map((width) => `${width}px`).join(' '),
    '--total': `${total}px`,
    '--frozen': `${pickWidth + (widths[0] ?? 0)}px`,
  };
}

interface Following {
  readonly onMove: (event: PointerEvent) => void;
  /** `isDone`: let go, not given up by Escape or by the device. */
  readonly onEnd: (isDone: boolean) => void;
}

function follow(start: PointerEvent, { onMove, onEnd }: Following): void {
  const stop = new AbortController();
  const { signal } = stop;
  const end = (isDone: boolean) => {
    stop.abort();
    onEnd(isDone);
  };
  const isOwn = (event: PointerEvent) => event.pointerId === start.pointerId;
  addEventListener('pointermove', (event) => isOwn(event) && onMove(event), { signal });
  addEventListener('pointerup', (event) => isOwn(event) && end(true), { signal });
  addEventListener('pointercancel', (event) => isOwn(event) && end(false), { signal });
  addEventListener('keydown', (event) => event.key === 'Escape' && end(false), { signal });
}
