// The columns of the grid as they are shown, and what changes them: their width and their place.
import type { RefObject } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useTexts } from '../../texts.ts';
import { clampWidth, type GridColumn, gridColumns, moveName } from './grid-columns.ts';
import type { GridProps } from './grid-props.ts';
import { useColumnDrag } from './use-column-drag.ts';
import { useSame } from './use-same.ts';

export type GridColumnsTools = ReturnType<typeof useGridColumns>;

export function useGridColumns(props: GridProps, table: RefObject<HTMLTableElement>) {
  const { layout, onLayout } = props;
  const t = useTexts('entries/grid');
  const factTitle = useTexts('entries/fact');
  const facts = useSame(props.facts);
  const fields = useSame(props.fields);
  const columns = useMemo(
    () => gridColumns({ facts, fields, layout, factTitle }),
    [facts, fields, layout.order, layout.widths, factTitle],
  );
  /** What a live region says of the last change. */
  const [said, setSaid] = useState('');
  const names = columns.slice(1).map(({ name }) => name);
  const resize = (one: GridColumn, width: number) => {
    const fitting = clampWidth(width);
    onLayout({ ...layout, widths: { ...layout.widths, [one.name]: fitting } });
    setSaid(t('widthNow', { title: one.title, count: fitting }));
  };
  const move = (one: GridColumn, to: number) => {
    const place = Math.max(0, Math.min(names.length - 1, to));
    onLayout({ ...layout, order: moveName(names, { name: one.name, to: place }, layout.order) });
    setSaid(t('placeNow', { title: one.title, place: place + 1, count: names.length }));
  };
  const drag = useColumnDrag({ table, columns, onWidth: resize, onMove: move });
  return {
    columns,
    said,
    drag,
    resize,
    resizeBy: (one: GridColumn, by: number) => resize(one, one.width + by),
    moveBy: (one: GridColumn, by: number) => move(one, names.indexOf(one.name) + by),
  };
}
