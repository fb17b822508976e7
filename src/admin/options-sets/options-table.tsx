// All options of a set in a table: searched, by pages, edited in place, moved, removed and brought back.
// [options-sets.browse] [options-sets.change]
import { useLayoutEffect, useState } from 'preact/hooks';
import type { ListedOption, OptionsSetSummary } from '../../api-types/options-sets.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/fields.tsx';
import { ErrorNotice } from '../ui/notices.tsx';
import { EditRow, OptionRow } from './option-row.tsx';
import { type OptionActions, useOptionActions } from './use-option-actions.ts';
import { type OptionOrder, type OptionPageControl, pageSize, useOptionPage } from './use-option-page.ts';

/** Beyond so many options looking at all of them for each page takes a while. */
const quickCount = 100_000;
const shownKeys = 8;

interface OptionsTableProps {
  readonly set: string;
  readonly summary: OptionsSetSummary;
  readonly isOwn: boolean;
  /** Options were added, changed or removed here. */
  readonly onChange: () => void;
  /** Changes when they were elsewhere. */
  readonly version: number;
}

type Editing = { readonly place: string; readonly column: string } | undefined;

export function OptionsTable({ set, summary, isOwn, onChange, version }: OptionsTableProps) {
  const t = useTexts('options-sets/table');
  const control = useOptionPage(set, summary.count > quickCount ? 'list' : 'score', version);
  const { page } = control;
  const rows = page.value?.data ?? [];
  const actions = useOptionActions(set, rows, onChange);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<Editing>();
  // Places mean other options once the page is another one.
  useLayoutEffect(() => {
    setSelected(new Set());
    setEditing((now) => (now?.place === 'new' ? now : undefined));
  }, [page.value]);
  const keys = summary.dataKeys.slice(0, shownKeys);
  const chosen = rows.filter(({ place }) => selected.has(place));
  return (
    <section class="card stack set-options">
      <h2>{t('title')}</h2>
      <TableTools control={control} isOwn={isOwn} onAdd={() => setEditing({ place: 'new', column: 'value' })} />
      {page.error !== undefined && <ErrorNotice error={page.error} onRetry={page.reload} />}
      <Said actions={actions} chosen={chosen} onClear={() => setSelected(new Set())} />
      {(rows.length > 0 || editing?.place === 'new') && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard.
        <section class={page.isLoading ? 'table-box loading-rows' : 'table-box'} tabIndex={0} aria-label={t('title')}>
          <table class="table set-table">
            <thead>
              <tr>
                {isOwn && (
                  <th class="set-check" scope="col">
                    <input
                      type="checkbox"
                      aria-label={t('selectAll')}
                      checked={rows.length > 0 && chosen.length === rows.length}
                      onChange={(event) =>
                        setSelected(new Set(event.currentTarget.checked ? rows.map(({ place }) => place) : []))
                      }
                    />
                  </th>
                )}
                <th scope="col">{t('option')}</th>
                <th scope="col" title={t('scoreHint')}>
                  {t('scoreHead')}
                </th>
                {keys.map((key) => (
                  <th key={key} scope="col">
                    <bdi>{key}</bdi>
                  </th>
                ))}
                {isOwn && (
                  <th scope="col">
                    <span class="visually-hidden">{t('actions')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {editing?.place === 'new' && (
                <NewRow keys={keys} actions={actions} onClose={() => setEditing(undefined)} />
              )}
              {rows.map((option, at) =>
                editing?.place === option.place ? (
                  <EditRow
                    key={option.place}
                    {...{ option, keys, column: editing.column, isBusy: actions.isBusy }}
                    onSave={async (draft) => {
                      if (await actions.save(option, draft)) setEditing(undefined);
                    }}
                    onCancel={() => setEditing(undefined)}
                  />
                ) : (
                  <OptionRow
                    key={option.place}
                    {...{ option, keys, isOwn, isBusy: actions.isBusy || page.isLoading }}
                    isSelected={selected.has(option.place)}
                    canGoUp={at > 0}
                    canGoDown={at < rows.length - 1}
                    onSelect={(isSelected) => setSelected(withOne(selected, option.place, isSelected))}
                    onEdit={(column) => setEditing({ place: option.place, column })}
                    onRemove={() => void actions.remove([option])}
                    onMove={(step) => void actions.swap(option, rows[at + step]!, page.value?.order ?? control.order)}
                  />
                ),
              )}
            </tbody>
          </table>
        </section>
      )}
      {summary.dataKeys.length > shownKeys && (
        <p class="quiet-text">{t('moreKeys', { count: summary.dataKeys.length - shownKeys })}</p>
      )}
      <Pager control={control} />
    </section>
  );
}

function withOne(places: ReadonlySet<string>, place: string, isIn: boolean): ReadonlySet<string> {
  const changed = new Set(places);
  if (isIn) changed.add(place);
  else changed.delete(place);
  return changed;
}

function TableTools({ control, isOwn, onAdd }: { control: OptionPageControl; isOwn: boolean; onAdd: () => void }) {
  const t = useTexts('options-sets/table');
  return (
    <div class="set-tools">
      <div class="set-tools-search">
        <TextField
          label={t('search')}
          isLabelHidden
          placeholder={t('search')}
          type="search"
          value={control.term}
          onChange={control.search}
        />
      </div>
      <SelectField<OptionOrder>
        label={t('order')}
        isLabelHidden
        value={control.order}
        choices={(['score', 'list'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={control.sort}
      />
      {isOwn && (
        <Button icon="plus" onPress={onAdd}>
          {t('add')}
        </Button>
      )}
    </div>
  );
}

/** One after the other: the row stays open and empties itself. */
function NewRow({ keys, actions, onClose }: { keys: readonly string[]; actions: OptionActions; onClose: () => void }) {
  const [count, setCount] = useState(0);
  return (
    <EditRow
      key={count}
      keys={keys}
      column="value"
      isBusy={actions.isBusy}
      onSave={async (draft) => {
        if (await actions.add(draft)) setCount(count + 1);
      }}
      onCancel={onClose}
    />
  );
}

function Said(props: { actions: OptionActions; chosen: readonly ListedOption[]; onClear: () => void }) {
  const { actions, chosen, onClear } = props;
  const t = useTexts('options-sets/table');
  return (
    <div class="set-said">
      {chosen.length > 0 && (
        <div class="set-bar">
          <strong>{t('selected', { count: chosen.length })}</strong>
          <Button kind="danger" icon="trash" isBusy={actions.isBusy} onPress={() => void actions.remove(chosen)}>
            {t('removeSelected')}
          </Button>
          <Button kind="quiet" onPress={onClear}>
            {t('clear')}
          </Button>
        </div>
      )}
      <div class={chosen.length === 0 && actions.said !== '' ? 'set-bar' : ''} role="status">
        {chosen.length === 0 && <span dir="auto">{actions.said}</span>}
        {chosen.length === 0 && actions.removed.length > 0 && (
          <Button icon="undo" isBusy={actions.isBusy} onPress={() => void actions.undo()}>
            {t('undo')}
          </Button>
        )}
      </div>
    </div>
  );
}

function Pager({ control }: { control: OptionPageControl }) {
  const t = useTexts('options-sets/table');
  const { page } = control;
  const shown = page.value;
  const number = shown?.number ?? 0;
  const first = number * pageSize + 1;
  const last = number * pageSize + (shown?.data.length ?? 0);
  const count = shown?.count ?? undefined;
  return (
    <div class="set-pager">
      <p class="quiet-text" role="status">
        {shown === undefined
          ? page.isLoading && t('loading')
          : shown.data.length === 0
            ? shown.term !== '' && t('noMatch', { text: shown.term })
            : count === undefined
              ? t('rangeOpen', { first, last })
              : t('range', { first, last, count })}
      </p>
      {(number > 0 || shown?.next !== undefined) && (
        <div class="buttons">
          <Button isOff={number === 0} onPress={control.back}>
            {t('before')}
          </Button>
          <Button isOff={shown?.next === undefined} onPress={control.forward}>
            {t('after')}
          </Button>
        </div>
      )}
    </div>
  );
}
