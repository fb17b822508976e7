// The rows of the table; on a narrow screen the same entries as cards. A press on a row opens the entry.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useFormats } from '../formats.ts';
import { navigate } from '../router.ts';
import { useTexts } from '../texts.ts';
import { factTexts, tableTexts } from './entries-texts.ts';
import { EntryCell, FactCell } from './entry-cell.tsx';
import type { FactName, FieldColumn, TableEntry } from './table-columns.ts';

export interface EntriesTableProps {
  readonly form: string;
  readonly rows: readonly TableEntry[];
  readonly facts: readonly FactName[];
  readonly fields: readonly FieldColumn[];
  readonly arrived: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: readonly string[], isSelected: boolean) => void;
}

export function EntriesTable(props: EntriesTableProps) {
  const isNarrow = useIsNarrow();
  const last = useRef<number>();
  const { rows, selected, onSelect } = props;
  /** With Shift, from the row pressed before up to this one. */
  const select = (at: number, event: MouseEvent) => {
    const isSelected = !selected.has(rows[at]!.id);
    const from = event.shiftKey && last.current !== undefined ? Math.min(last.current, rows.length - 1) : at;
    const range = rows.slice(Math.min(from, at), Math.max(from, at) + 1).map(({ id }) => id);
    last.current = at;
    onSelect(range, isSelected);
  };
  return isNarrow ? <Cards {...props} select={select} /> : <Table {...props} select={select} />;
}

type DrawnProps = EntriesTableProps & { readonly select: (at: number, event: MouseEvent) => void };

function Table({ form, rows, facts, fields, arrived, selected, onSelect, select }: DrawnProps) {
  const t = useTexts(tableTexts);
  const fact = useTexts(factTexts);
  const formats = useFormats();
  const isAll = rows.length > 0 && rows.every(({ id }) => selected.has(id));
  return (
    <div class="table-box entries-table">
      <table class="table">
        <thead>
          <tr>
            <th class="pick">
              <input
                type="checkbox"
                aria-label={t('selectAll')}
                checked={isAll}
                onClick={() =>
                  onSelect(
                    rows.map(({ id }) => id),
                    !isAll,
                  )
                }
              />
            </th>
            <th scope="col">{fact('idx')}</th>
            {facts.map((name) => (
              <th key={name} scope="col">
                {fact(name)}
              </th>
            ))}
            {fields.map(({ name, title }) => (
              <th key={name} scope="col" title={title}>
                <bdi>{title}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((entry, at) => (
            <tr
              key={entry.id}
              class={rowClass(entry, arrived, selected)}
              onClick={(event) => openFrom(event, addressOf(form, entry))}
            >
              <td class="pick">
                <input
                  type="checkbox"
                  aria-label={t('select', { number: String(entry.idx) })}
                  checked={selected.has(entry.id)}
                  onClick={(event) => select(at, event)}
                />
              </td>
              <td>
                <a href={addressOf(form, entry)} aria-label={t('open', { number: String(entry.idx) })}>
                  {entry.idx}
                </a>
              </td>
              {facts.map((name) => (
                <td key={name}>
                  <FactCell entry={entry} name={name} formats={formats} />
                </td>
              ))}
              {fields.map(({ name, read }) => {
                const cell = read(entry.data ?? {});
                return (
                  <td key={name} class="value" title={cell.text.length > longText ? cell.text : undefined}>
                    <EntryCell cell={cell} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function rowClass({ id }: TableEntry, arrived: ReadonlySet<string>, selected: ReadonlySet<string>): string {
  return `${arrived.has(id) ? 'arrived ' : ''}${selected.has(id) ? 'selected' : ''}`;
}

/** About where a cell cuts its text. */
const longText = 30;

const addressOf = (form: string, { id }: TableEntry) => `/admin/entries/${form}/${id}/`;

function openFrom(event: MouseEvent, address: string): void {
  const isOther = (event.target as Element).closest('a, input, button, .pick') !== null;
  if (isOther || event.defaultPrevented || getSelection()?.toString()) return;
  if (event.ctrlKey || event.metaKey) window.open(address, '_blank', 'noopener');
  else void navigate(address);
}

const cardFields = 4;

function Cards({ form, rows, facts, fields, arrived, selected, select }: DrawnProps) {
  const t = useTexts(tableTexts);
  const formats = useFormats();
  const isNamed = facts.includes('name');
  return (
    <ul class="entry-cards">
      {rows.map((entry, at) => (
        <li key={entry.id} class={`card ${rowClass(entry, arrived, selected)}`}>
          <div class="entry-card-head">
            <input
              type="checkbox"
              aria-label={t('select', { number: String(entry.idx) })}
              checked={selected.has(entry.id)}
              onClick={(event) => select(at, event)}
            />
            <a href={addressOf(form, entry)}>{t('open', { number: String(entry.idx) })}</a>
            <FactCell entry={entry} name="status" formats={formats} />
          </div>
          {isNamed && entry.name !== undefined && <bdi>{entry.name}</bdi>}
          <dl>
            {fields.slice(0, cardFields).map(({ name, title, read }) => {
              const cell = read(entry.data ?? {});
              return cell.text === '' ? null : (
                <div key={name}>
                  <dt>
                    <bdi>{title}</bdi>
                  </dt>
                  <dd>
                    <EntryCell cell={cell} />
                  </dd>
                </div>
              );
            })}
          </dl>
          <p class="quiet-text">
            <FactCell entry={entry} name="modifyTime" formats={formats} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function useIsNarrow(): boolean {
  const [query] = useState(() => matchMedia('(max-width: 44rem)'));
  const [isNarrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const onChange = () => setNarrow(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, [query]);
  return isNarrow;
}
