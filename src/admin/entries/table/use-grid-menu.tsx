// The menu of a column or of a cell, at its place or at the pointer.
import { useRef, useState } from 'preact/hooks';
import { useApp } from '../../app-context.ts';
import { useTexts } from '../../texts.ts';
import { copyText } from './copy-text.ts';
import { FloatingMenu, type FloatingMenuProps } from './floating-menu.tsx';
import type { GridColumn } from './grid-columns.ts';
import type { Place } from './grid-keys.ts';
import { cellMenu, columnMenu } from './grid-menus.ts';
import type { GridProps } from './grid-props.ts';
import type { GridColumnsTools } from './use-grid-columns.ts';
import type { GridPlaceTools } from './use-grid-place.ts';

type OpenMenu = Omit<FloatingMenuProps, 'items' | 'onClose'> & { readonly at: Place };

export function useGridMenu(props: GridProps, grid: GridColumnsTools, place: GridPlaceTools) {
  const { rows } = props;
  const { columns, resizeBy, moveBy, drag } = grid;
  const { notify } = useApp();
  const t = useTexts('entries/grid');
  const [menu, setMenu] = useState<OpenMenu>();
  /** A press on the title whose menu is open closes it and does not open it again. */
  const isClosing = useRef(false);

  const open = (at: Place, cell: HTMLElement, pointer?: { x: number; y: number }) => {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    const start = document.dir === 'rtl' ? right : left;
    const title = columns[at.column - 1]?.title ?? '';
    place.reach(at);
    setMenu({
      at,
      label: at.row === -1 ? t('columnMenu', { title }) : t('cellMenu', { number: String(rows[at.row]!.idx) }),
      anchor: pointer ? { start: pointer.x, top: pointer.y, bottom: pointer.y } : { start, top, bottom },
    });
  };
  const itemsOf = ({ at }: OpenMenu) => {
    const one = columns[at.column - 1];
    const entry = rows[at.row];
    if (entry !== undefined) {
      const shown = at.column === 0 ? '' : (place.cellAt(at)?.textContent ?? '');
      const onCopy = (text: string) => void copyText(text).then(() => notify(t('copied')));
      return cellMenu(one, entry, { ...props, shown, onCopy }, t);
    }
    if (one === undefined) return [];
    return columnMenu(one, { ...props, columns }, { resize: resizeBy, fit: drag.fit, move: moveBy }, t);
  };
  const close = (isDone: boolean) => {
    setMenu(undefined);
    if (isDone) place.refocus();
  };
  return {
    open,
    /** The name of the column whose menu is open. */
    column: menu?.at.row === -1 ? columns[menu.at.column - 1]?.name : undefined,
    onPress(target: EventTarget | null) {
      isClosing.current = menu?.at.row === -1 && place.placeOf(target)?.column === menu.at.column;
    },
    openColumn(one: GridColumn, cell: HTMLElement) {
      const isClosed = isClosing.current;
      isClosing.current = false;
      if (!isClosed) open({ row: -1, column: columns.indexOf(one) + 1 }, cell);
    },
    drawn: menu !== undefined && (
      <FloatingMenu label={menu.label} anchor={menu.anchor} items={itemsOf(menu)} onClose={close} />
    ),
  };
}
