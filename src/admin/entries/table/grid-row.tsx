// One row of the table. Drawn again only when something of it changed: a scroll or a step to another cell touches few rows.
import { Component } from 'preact';
import type { Formats } from '../../formats.ts';
import type { TextKey, Translate } from '../../texts.ts';
import { EntryCell, FactCell } from '../entry-cell.tsx';
import type { TableEntry } from '../table-columns.ts';
import type { GridColumn } from './grid-columns.ts';
import { addressOf } from './grid-props.ts';
import { roles } from './grid-roles.ts';

export interface GridRowProps {
  readonly form: string;
  readonly entry: TableEntry;
  readonly at: number;
  readonly columns: readonly GridColumn[];
  readonly formats: Formats;
  readonly t: Translate<TextKey<'entries/table'>>;
  /** The cell that the Tab key reaches, 0 for the checkbox; -1 where it is in another row. */
  readonly reached: number;
  readonly isSelected: boolean;
  readonly isOpen: boolean;
  readonly isArrived: boolean;
}

export class GridRow extends Component<GridRowProps> {
  override shouldComponentUpdate(next: GridRowProps): boolean {
    return (Object.keys(next) as (keyof GridRowProps)[]).some((name) => next[name] !== this.props[name]);
  }

  override render({ form, entry, at, columns, formats, t, reached, ...state }: GridRowProps) {
    const number = String(entry.idx);
    const tabIndex = (cell: number) => (reached === cell ? 0 : -1);
    const classes = [
      state.isArrived && 'arrived',
      state.isSelected && 'selected',
      state.isOpen && 'peeked',
      reached >= 0 && 'reached',
    ];
    return (
      <tr
        class={classes.filter(Boolean).join(' ')}
        {...{ ...roles.row, 'aria-rowindex': at + 2, 'aria-selected': state.isSelected, 'data-id': entry.id }}
      >
        <td class="pick" {...roles.cell} aria-colindex={1}>
          <input
            type="checkbox"
            tabIndex={tabIndex(0)}
            aria-label={t('select', { number })}
            checked={state.isSelected}
          />
        </td>
        <td class="number" {...roles.cell} aria-colindex={2} tabIndex={tabIndex(1)}>
          <a href={addressOf(form, entry.id)} tabIndex={-1} aria-label={t('open', { number })}>
            {entry.idx}
          </a>
        </td>
        {columns.slice(1).map((column, place) => (
          <ValueCell
            key={column.name}
            entry={entry}
            column={column}
            formats={formats}
            index={place + 3}
            tabIndex={tabIndex(place + 2)}
          />
        ))}
      </tr>
    );
  }
}

interface ValueCellProps {
  readonly entry: TableEntry;
  readonly column: GridColumn;
  readonly formats: Formats;
  readonly index: number;
  readonly tabIndex: number;
}

function ValueCell({ entry, column: { source, isNumeric }, formats, index, tabIndex }: ValueCellProps) {
  const shared = { ...roles.cell, 'aria-colindex': index, tabIndex } as const;
  const side = isNumeric ? ' numeric' : '';
  if (typeof source !== 'object')
    return (
      <td class={`fact${side}`} {...shared}>
        {source !== undefined && <FactCell entry={entry} name={source} formats={formats} />}
      </td>
    );
  const cell = source.read(entry.data ?? {});
  return (
    <td class={`value${side}`} title={cell.text.length > longText ? cell.text : undefined} {...shared}>
      <EntryCell cell={cell} />
    </td>
  );
}

/** About where a cell cuts its text. */
const longText = 24;
