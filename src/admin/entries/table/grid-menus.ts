// What the menus of a column and of a cell offer.
import type { TextKey, Translate } from '../../texts.ts';
import type { TableEntry } from '../table-columns.ts';
import { cellValues } from './cell-values.ts';
import type { FloatingItem } from './floating-menu.tsx';
import { type GridColumn, isSortedBy } from './grid-columns.ts';
import { addressOf, type GridProps } from './grid-props.ts';

type T = Translate<TextKey<'entries/grid'>>;

export interface ColumnActions {
  /** By so many pixels. */
  readonly resize: (column: GridColumn, by: number) => void;
  readonly fit: (column: GridColumn) => void;
  /** By so many places. */
  readonly move: (column: GridColumn, by: number) => void;
}

export const widthStep = 24;

type Asked = Pick<GridProps, 'sort' | 'onSort' | 'onFilter' | 'onHide'> & { readonly columns: readonly GridColumn[] };

export function columnMenu(column: GridColumn, asked: Asked, actions: ColumnActions, t: T): FloatingItem[] {
  const { sort, onSort, onFilter, onHide, columns } = asked;
  const { sortPath: path, source } = column;
  const place = columns.indexOf(column);
  const isSorted = isSortedBy(column, sort);
  const items: FloatingItem[] = [];
  if (onSort !== undefined && path !== undefined) {
    items.push(
      { label: t('ascending'), icon: 'up', onSelect: () => onSort({ path, isDescending: false }) },
      { label: t('descending'), icon: 'down', onSelect: () => onSort({ path, isDescending: true }) },
    );
    if (isSorted) items.push({ label: t('unsorted'), icon: 'close', onSelect: () => onSort(undefined) });
  }
  if (onFilter !== undefined && source !== undefined)
    items.push({ label: t('filter'), icon: 'filter', startsGroup: items.length > 0, onSelect: () => onFilter(source) });
  if (source !== undefined) {
    items.push(
      {
        label: t('earlier'),
        icon: 'back',
        startsGroup: items.length > 0,
        isOff: place <= 1,
        onSelect: () => actions.move(column, -1),
      },
      {
        label: t('later'),
        icon: 'onward',
        isOff: place === columns.length - 1,
        onSelect: () => actions.move(column, 1),
      },
    );
  }
  items.push(
    {
      label: t('wider'),
      icon: 'plus',
      startsGroup: items.length > 0,
      staysOpen: true,
      onSelect: () => actions.resize(column, widthStep),
    },
    { label: t('narrower'), icon: 'minus', staysOpen: true, onSelect: () => actions.resize(column, -widthStep) },
    { label: t('fit'), icon: 'columns', onSelect: () => actions.fit(column) },
  );
  if (source !== undefined)
    items.push({ label: t('hide'), icon: 'hidden', startsGroup: true, onSelect: () => onHide(column.name) });
  return items;
}

interface CellAsked extends Pick<GridProps, 'form' | 'onFilter' | 'onOpen'> {
  readonly shown: string;
  readonly onCopy: (text: string) => void;
}

export function cellMenu(column: GridColumn | undefined, entry: TableEntry, asked: CellAsked, t: T): FloatingItem[] {
  const { form, onFilter, onOpen, shown, onCopy } = asked;
  const items: FloatingItem[] = [];
  const source = column?.source;
  if (column !== undefined && source !== undefined && onFilter !== undefined) {
    for (const { value, text } of cellValues(column, entry, shown))
      items.push({
        label: value === null ? t('filterEmpty') : t('filterBy', { text: shorten(text) }),
        icon: 'filter',
        onSelect: () => onFilter(source, value),
      });
  }
  if (shown !== '') items.push({ label: t('copy'), icon: 'copy', onSelect: () => onCopy(shown) });
  items.push(
    { label: t('peek'), icon: 'eye', startsGroup: items.length > 0, onSelect: () => onOpen(entry.id) },
    { label: t('newTab'), icon: 'external', href: addressOf(form, entry.id) },
  );
  return items;
}

const longest = 40;
const shorten = (text: string) => (text.length <= longest ? text : `${text.slice(0, longest).trimEnd()}…`);
