// The table of entries as a grid: the header and the number stay in sight, arrow keys move, every column has a menu.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useFormats } from '../../formats.ts';
import { navigate } from '../../router.ts';
import { useTexts } from '../../texts.ts';
import { GridHead } from './grid-head.tsx';
import { handleGridKey } from './grid-key-actions.ts';
import { addressOf, type DrawnGridProps } from './grid-props.ts';
import { roles } from './grid-roles.ts';
import { GridRow } from './grid-row.tsx';
import { rowHeights } from './row-heights.ts';
import { widthStyles } from './use-column-drag.ts';
import { useDrawnRows } from './use-drawn-rows.ts';
import { useGridColumns } from './use-grid-columns.ts';
import { useGridMenu } from './use-grid-menu.tsx';
import { nearEnd, useGridPlace } from './use-grid-place.ts';
import { useSideScroll } from './use-side-scroll.ts';

export function Grid(props: DrawnGridProps) {
  const { form, rows, selected, arrived, layout, open, onOpen, onSelect, onPick, onNearEnd } = props;
  const t = useTexts('entries/grid');
  const tt = useTexts('entries/table');
  const formats = useFormats();
  const table = useRef<HTMLTableElement>(null);
  const head = useRef<HTMLTableSectionElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const grid = useGridColumns(props, table);
  const { columns, drag } = grid;

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
  useLayoutEffect(() => {
    if (layout.isWrapped) heights.measure(body.current);
  });
  const place = useGridPlace({ rows, columns, open, onNearEnd, head, body });
  const { row, column, cellAt, placeOf, reach } = place;
  const menu = useGridMenu(props, grid, place);

  const openRow = (at: number, event: KeyboardEvent | MouseEvent) => {
    const { id } = rows[at]!;
    if (event.ctrlKey || event.metaKey) window.open(addressOf(form, id), '_blank', 'noopener');
    else if (open === id && event.type === 'keydown') void navigate(addressOf(form, id));
    else onOpen(id);
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const at = placeOf(target);
    if (at === undefined || at.row === -1) return;
    if (target.closest('td.pick input') !== null) onPick(at.row, event.shiftKey);
    else if (target.closest('a, button, .pick') === null && !event.defaultPrevented && !getSelection()?.toString())
      openRow(at.row, event);
  };
  const onContextMenu = (event: MouseEvent) => {
    const at = placeOf(event.target);
    const cell = at && cellAt(at);
    // With Shift the browser's own menu comes, and for links as everywhere.
    if (!at || !cell || event.shiftKey || (event.target as Element).closest('a') !== null) return;
    if (at.row === -1 && at.column === 0) return;
    event.preventDefault();
    menu.open(at, cell, at.row === -1 ? undefined : { x: event.clientX, y: event.clientY });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = placeOf(event.target);
    const cell = at && cellAt(at);
    if (!at || !cell || event.altKey) return;
    const tools = { props, grid, place, openMenu: menu.open, openRow, heightOf };
    if (handleGridKey(event, at, cell, tools)) event.preventDefault();
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
        onPointerDown={(event: PointerEvent) => menu.onPress(event.target)}
        onContextMenu={onContextMenu}
        onKeyDown={onKeyDown}
        onFocusCapture={(event: FocusEvent) => {
          const at = placeOf(event.target);
          if (at !== undefined && (at.row !== row || at.column !== column)) reach(at);
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
            menuOf={menu.column}
            onMenu={menu.openColumn}
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
        {grid.said}
      </p>
      {menu.drawn}
    </div>
  );
}
