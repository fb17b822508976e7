// The table of entries as a grid: the header and the number stay in sight, arrow keys move, every column has a menu.
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app-context.ts';
import { useFormats } from '../../formats.ts';
import { navigate } from '../../router.ts';
import { useTexts } from '../../texts.ts';
import { copyText } from './copy-text.ts';
import { FloatingMenu, type FloatingMenuProps } from './floating-menu.tsx';
import { clampWidth, type GridColumn, gridColumns, moveName } from './grid-columns.ts';
import { GridHead } from './grid-head.tsx';
import { type Place, placeAfter } from './grid-keys.ts';
import { cellMenu, columnMenu, widthStep } from './grid-menus.ts';
import { addressOf, type GridProps } from './grid-props.ts';
import { roles } from './grid-roles.ts';
import { GridRow } from './grid-row.tsx';
import { rowHeights } from './row-heights.ts';
import { useColumnDrag, widthStyles } from './use-column-drag.ts';
import { useDrawnRows } from './use-drawn-rows.ts';
import { useSame } from './use-same.ts';
import { useSideScroll } from './use-side-scroll.ts';

export interface DrawnGridProps extends GridProps {
  /** `isRange`: with all rows since the one before. */
  readonly onPick: (at: number, isRange: boolean) => void;
}

type OpenMenu = Omit<FloatingMenuProps, 'items' | 'onClose'> & { readonly at: Place };

/** More is loaded when so few rows are left below. */
const nearEnd = 12;

export function Grid(props: DrawnGridProps) {
  const { form, rows, selected, arrived, layout, onLayout, open, onOpen, onSelect, onPick, onNearEnd } = props;
  const { notify } = useApp();
  const t = useTexts('entries/grid');
  const tt = useTexts('entries/table');
  const factTitle = useTexts('entries/fact');
  const formats = useFormats();
  const facts = useSame(props.facts);
  const fields = useSame(props.fields);
  const columns = useMemo(
    () => gridColumns({ facts, fields, layout, factTitle }),
    [facts, fields, layout.order, layout.widths, factTitle],
  );
  const [active, setActive] = useState<{ row: string | undefined; column: string }>({ row: undefined, column: '' });
  const [menu, setMenu] = useState<OpenMenu>();
  const [said, setSaid] = useState('');
  const table = useRef<HTMLTableElement>(null);
  const head = useRef<HTMLTableSectionElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  /** A press on the title whose menu is open closes it and does not open it again. */
  const isClosing = useRef(false);

  const heights = useRef(rowHeights()).current;
  const heightOf = (at: number) => heights.of(rows[at]!.id, layout);
  const drawn = useDrawnRows({
    body,
    count: rows.length,
    heightOf,
    onScroll: ({ to }) => to >= rows.length - nearEnd && onNearEnd(),
  });
  const styles = widthStyles(columns.map(({ width }) => width));
  const side = useSideScroll([head, body, bar], Number.parseInt(styles['--total']!, 10));

  // The place that the Tab key reaches. The row is known by its id: others may come above it.
  const foundRow = active.row === 'head' ? -1 : rows.findIndex(({ id }) => id === active.row);
  const row = active.row !== 'head' && foundRow === -1 ? 0 : foundRow;
  const column =
    active.column === 'pick' ? 0 : Math.max(1, columns.findIndex(({ name }) => name === active.column) + 1);
  const reach = (place: Place) =>
    setActive({
      row: place.row === -1 ? 'head' : rows[place.row]?.id,
      column: place.column === 0 ? 'pick' : (columns[place.column - 1]?.name ?? ''),
    });
  const go = (place: Place) => {
    wantsFocus.current = true;
    reach(place);
    if (place.row >= rows.length - nearEnd) onNearEnd();
  };
  const cellAt = (place: Place): HTMLElement | undefined => {
    const line = place.row === -1 ? head.current?.rows[0] : body.current?.rows[place.row];
    return line?.cells[place.column];
  };
  useLayoutEffect(() => {
    if (layout.isWrapped) heights.measure(body.current);
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

  const resize = (one: GridColumn, width: number) => {
    const fitting = clampWidth(width);
    onLayout({ ...layout, widths: { ...layout.widths, [one.name]: fitting } });
    setSaid(t('widthNow', { title: one.title, count: fitting }));
  };
  const names = columns.slice(1).map(({ name }) => name);
  const move = (one: GridColumn, to: number) => {
    const place = Math.max(0, Math.min(names.length - 1, to));
    onLayout({ ...layout, order: moveName(names, { name: one.name, to: place }, layout.order) });
    setSaid(t('placeNow', { title: one.title, place: place + 1, count: names.length }));
  };
  const drag = useColumnDrag({ table, columns, onWidth: resize, onMove: move });

  const openMenu = (at: Place, cell: HTMLElement, pointer?: { x: number; y: number }) => {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    const start = document.dir === 'rtl' ? right : left;
    const title = columns[at.column - 1]?.title ?? '';
    reach(at);
    setMenu({
      at,
      label: at.row === -1 ? t('columnMenu', { title }) : t('cellMenu', { number: String(rows[at.row]!.idx) }),
      anchor: pointer ? { start: pointer.x, top: pointer.y, bottom: pointer.y } : { start, top, bottom },
    });
  };
  const menuItems = ({ at }: OpenMenu) => {
    const one = columns[at.column - 1];
    const entry = rows[at.row];
    if (entry !== undefined)
      return cellMenu(
        one,
        entry,
        {
          ...props,
          shown: at.column === 0 ? '' : (cellAt(at)?.textContent ?? ''),
          onCopy: (text) => void copyText(text).then(() => notify(t('copied'))),
        },
        t,
      );
    if (one === undefined) return [];
    const actions = {
      resize: (changed: GridColumn, by: number) => resize(changed, changed.width + by),
      fit: drag.fit,
      move: (changed: GridColumn, by: number) => move(changed, names.indexOf(changed.name) + by),
    };
    return columnMenu(one, { ...props, columns }, actions, t);
  };
  const closeMenu = (isDone: boolean) => {
    setMenu(undefined);
    if (isDone) wantsFocus.current = true;
  };

  const placeOf = (target: EventTarget | null): Place | undefined => {
    const cell = (target as Element | null)?.closest?.<HTMLTableCellElement>('td, th');
    const line = cell?.parentElement as HTMLTableRowElement | null | undefined;
    if (!cell || !line) return undefined;
    const at = line.parentElement === head.current ? -1 : rows.findIndex(({ id }) => id === line.dataset['id']);
    return { row: at, column: cell.cellIndex };
  };
  const openRow = (at: number, event: KeyboardEvent | MouseEvent) => {
    const { id } = rows[at]!;
    if (event.ctrlKey || event.metaKey) window.open(addressOf(form, id), '_blank', 'noopener');
    else if (open === id && event.type === 'keydown') void navigate(addressOf(form, id));
    else onOpen(id);
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const place = placeOf(target);
    if (place === undefined || place.row === -1) return;
    if (target.closest('td.pick input') !== null) onPick(place.row, event.shiftKey);
    else if (target.closest('a, button, .pick') === null && !event.defaultPrevented && !getSelection()?.toString())
      openRow(place.row, event);
  };
  const onContextMenu = (event: MouseEvent) => {
    const place = placeOf(event.target);
    const cell = place && cellAt(place);
    // With Shift the browser's own menu comes, and for links as everywhere.
    if (!place || !cell || event.shiftKey || (event.target as Element).closest('a') !== null) return;
    if (place.row === -1 && place.column === 0) return;
    event.preventDefault();
    openMenu(place, cell, place.row === -1 ? undefined : { x: event.clientX, y: event.clientY });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const place = placeOf(target);
    const cell = place && cellAt(place);
    if (!place || !cell || event.altKey) return;
    if (handleKey(event, place, cell)) event.preventDefault();
  };
  const handleKey = (event: KeyboardEvent, place: Place, cell: HTMLElement): boolean => {
    const isFar = event.ctrlKey || event.metaKey;
    const isInside = event.target !== focusable(cell);
    const one = columns[place.column - 1];
    const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    const by = (event.key === 'ArrowRight') === (document.dir !== 'rtl') ? 1 : -1;
    if (event.key === 'Escape') {
      if (isInside) go(place);
      else if (open !== undefined) onOpen(undefined);
      return true;
    }
    if (isInside) return false;
    if (event.key === 'F2') {
      cell.querySelector<HTMLElement>('a[href]')?.focus();
      return true;
    }
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      if (place.row !== -1 || place.column > 0) openMenu(place, cell);
      return true;
    }
    if (place.row === -1 && isSideways && event.shiftKey && one !== undefined) {
      wantsFocus.current = true;
      if (!isFar) resize(one, one.width + by * widthStep);
      else if (one.source !== undefined) move(one, names.indexOf(one.name) + by);
      return true;
    }
    if (place.row >= 0 && event.key === 'Enter') {
      openRow(place.row, event);
      return true;
    }
    if (place.row >= 0 && event.key === ' ') {
      onPick(place.row, event.shiftKey);
      return true;
    }
    if (isFar && event.key === 'a') {
      onSelect(
        rows.map(({ id }) => id),
        true,
      );
      return true;
    }
    const page = Math.max(1, Math.floor((innerHeight - 160) / heightOf(Math.max(0, place.row))) - 1);
    const shape = { rows: rows.length, columns: columns.length + 1, page, isRtl: document.dir === 'rtl' };
    const next = event.shiftKey ? undefined : placeAfter(place, event, shape);
    if (next === undefined) return false;
    go(next);
    if (open !== undefined && next.row >= 0 && next.row !== place.row) onOpen(rows[next.row]!.id);
    return true;
  };

  const picked = rows.filter(({ id }) => selected.has(id)).length;
  const isAll = rows.length > 0 && picked === rows.length;
  const classes = [
    'grid',
    layout.density,
    layout.isWrapped ? 'wrapped' : 'cut',
    side.isScrolled && 'scrolled',
    drag.moving !== undefined && 'moving',
  ];
  return (
    <div class="grid-pane">
      <table
        {...{ ref: table, class: classes.filter(Boolean).join(' '), role: 'grid', style: styles }}
        {...{ 'aria-multiselectable': true }}
        aria-label={tt('entries')}
        aria-description={t('keys')}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        onClick={onClick}
        onPointerDown={(event: PointerEvent) => {
          isClosing.current = menu?.at.row === -1 && placeOf(event.target)?.column === menu.at.column;
        }}
        onContextMenu={onContextMenu}
        onKeyDown={onKeyDown}
        onFocusCapture={(event: FocusEvent) => {
          const place = placeOf(event.target);
          if (place !== undefined && (place.row !== row || place.column !== column)) reach(place);
        }}
      >
        <thead ref={head} {...roles.group}>
          <GridHead
            columns={columns}
            reached={row === -1 ? column : -1}
            picked={isAll ? 'all' : picked > 0 ? 'some' : 'none'}
            onPickAll={() =>
              onSelect(
                rows.map(({ id }) => id),
                !isAll,
              )
            }
            sort={props.sort}
            menuOf={menu?.at.row === -1 ? columns[menu.at.column - 1]?.name : undefined}
            onMenu={(one, cell) => {
              const isClosed = isClosing.current;
              isClosing.current = false;
              if (!isClosed) openMenu({ row: -1, column: columns.indexOf(one) + 1 }, cell);
            }}
            drag={drag}
          />
        </thead>
        <tbody ref={body} {...roles.group}>
          {rows.map((entry, at) =>
            (at >= drawn.from && at < drawn.to) || at === row ? (
              <GridRow
                key={entry.id}
                form={form}
                entry={entry}
                at={at}
                columns={columns}
                formats={formats}
                t={tt}
                reached={at === row ? column : -1}
                isSelected={selected.has(entry.id)}
                isOpen={open === entry.id}
                isArrived={arrived.has(entry.id)}
              />
            ) : (
              <tr key={entry.id} {...roles.blank} style={{ blockSize: `${heightOf(at)}px` }} />
            ),
          )}
        </tbody>
      </table>
      <div ref={bar} class="grid-bar" tabIndex={-1} aria-hidden="true" hidden={!side.isWider}>
        <div style={{ inlineSize: styles['--total'] }} />
      </div>
      {drag.dropAt !== undefined && <div class="grid-drop" style={{ insetInlineStart: `${drag.dropAt}px` }} />}
      <p class="visually-hidden" role="status">
        {said}
      </p>
      {menu !== undefined && (
        <FloatingMenu label={menu.label} anchor={menu.anchor} items={menuItems(menu)} onClose={closeMenu} />
      )}
    </div>
  );
}

/** What has the focus in a cell: its control in the header and beside the number, elsewhere the cell itself. */
function focusable(cell: HTMLElement): HTMLElement {
  return cell.querySelector<HTMLElement>(':scope > input, :scope > .grid-title') ?? cell;
}
