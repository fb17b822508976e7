// The entries of a form: filters, the table, and what can be done with many of them. [lists.table]
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ApiForm } from '../../api-types/forms.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { useSlice } from '../../web/store.ts';
import { useApp } from '../app-context.ts';
import { FormHeader } from '../forms/form-header.tsx';
import type { PageProps } from '../pages.ts';
import { currentLocation, navigate } from '../router.ts';
import { useTexts } from '../texts.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { Empty, ErrorNotice, Loaded } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { tableTexts } from './entries-texts.ts';
import { filterQuery, filterSearch, readFilter, type TableFilter } from './entry-query.ts';
import { ExportDialog } from './export-dialog.tsx';
import { SinceFilter, StatusFilter } from './filter-bar.tsx';
import { FindEntry } from './find-entry.tsx';
import { keepOrder } from './kept-order.ts';
import { LinksDialog } from './links-dialog.tsx';
import { EntriesTable } from './table/entries-table.tsx';
import type { GridLayout } from './table/grid-props.ts';
import { keepLayout, keptLayout } from './table/kept-layout.ts';
import { LayoutMenu } from './table/layout-menu.tsx';
import {
  columnsOfForm,
  defaultChoice,
  type FactName,
  type FieldColumn,
  factNames,
  keepChoice,
  keptChoice,
  requestedFields,
  type TableEntry,
} from './table-columns.ts';
import { NewEntries, TablePager } from './table-pager.tsx';
import { TemplateDialog } from './template-dialog.tsx';
import { useEntryTable } from './use-entry-table.ts';

export function EntriesPage({ params }: PageProps) {
  const { api } = useApp();
  const form = useLoad((signal) => api.call<ApiForm>(`/form/${params['form']}`, { signal }), [params['form']]);
  return <Loaded load={form}>{(value) => <Entries form={value} onForm={form.setValue} />}</Loaded>;
}

type Dialog = 'columns' | 'export' | 'template' | 'links' | 'delete' | 'deleteSelected';

function Entries({ form, onForm }: { form: ApiForm; onForm: (form: ApiForm) => void }) {
  const { api, locale } = useApp();
  const t = useTexts(tableTexts);
  const filter = readFilter(useSlice(currentLocation, () => currentLocation.get().search));
  const columns = useMemo(() => columnsOfForm(form, locale), [form.modifyTime, locale]);
  const [chosen, setChosen] = useState(() => keptChoice(form.id, columns));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [words, setWords] = useState('');
  const [layout, setLayout] = useState(() => keptLayout(form.id));
  const [open, setOpen] = useState<string>();
  const [dialog, setDialog] = useState<Dialog>();
  const area = useRef<HTMLDivElement>(null);

  const facts = factNames.filter((name) => chosen.includes(name) || (name === 'name' && filter.status === 'template'));
  const fields = columns.fields.filter(({ name }) => chosen.includes(name));
  const query = useMemo(() => filterQuery(filter, new Date()), [filter.status, filter.since]);
  const latest = useRef(form);
  latest.current = form;
  const refreshCounts = async () => {
    const asked = { query: JSON.stringify({ _id: form.id }), fields: '["id","current"]' };
    try {
      const { data } = await api.call<ApiList<Pick<ApiForm, 'current'>>>('/form', { query: asked });
      const [now] = data;
      const isNew = now !== undefined && JSON.stringify(now.current) !== JSON.stringify(latest.current.current);
      if (isNew) onForm({ ...latest.current, current: now.current });
    } catch {
      // Old counts stay until the next look.
    }
  };
  const table = useEntryTable({
    api,
    form: form.id,
    query,
    fields: requestedFields(fields, facts),
    mayInsert: () => dialog === undefined && selected.size === 0 && open === undefined && isAtRest(area.current),
    onPoll: () => void refreshCounts(),
  });
  const rows = useMemo(() => withWords(table.rows, words, fields), [table.rows, words, chosen]);
  useEffect(() => keepOrder(form.id, table.rows), [form.id, table.rows]);

  const setFilter = (changed: TableFilter) => {
    setSelected(new Set());
    void navigate(location.pathname + filterSearch(changed), { replace: true });
  };
  const choose = (names: readonly string[] | undefined) => {
    keepChoice(form.id, names);
    setChosen(names ?? defaultChoice(columns));
  };
  const arrange = (next: GridLayout) => {
    keepLayout(form.id, next);
    setLayout(next);
  };
  const select = (ids: readonly string[], isSelected: boolean) => {
    const next = new Set(selected);
    for (const id of ids) {
      if (isSelected) next.add(id);
      else next.delete(id);
    }
    setSelected(next);
  };
  const changed = () => {
    table.reload();
    void refreshCounts();
  };
  const close = () => setDialog(undefined);
  const deleted = () => {
    setSelected(new Set());
    close();
    changed();
  };
  const isFiltered = filter.status !== 'all' || filter.since !== 'any';

  return (
    <>
      <FormHeader
        form={form}
        here="entries"
        actions={
          <>
            <Button icon="download" onPress={() => setDialog('export')}>
              {t('export')}
            </Button>
            <Menu
              label={t('more')}
              kind="secondary"
              items={[
                { label: t('makeTemplate'), icon: 'copy', onSelect: () => setDialog('template') },
                { label: t('makeLinks'), icon: 'link', onSelect: () => setDialog('links') },
                { label: t('deleteMany'), icon: 'trash', isDanger: true, onSelect: () => setDialog('delete') },
              ]}
            />
          </>
        }
      />
      <div class="entries-filters">
        <StatusFilter filter={filter} onChange={setFilter} current={form.current} />
        <div class="entries-tools">
          <FindEntry
            form={form.id}
            words={words}
            onWords={setWords}
            matching={{ count: rows.length, loaded: table.rows.length }}
          />
          <SinceFilter filter={filter} onChange={setFilter} />
          <Button icon="columns" onPress={() => setDialog('columns')}>
            {t('columns')}
          </Button>
          <LayoutMenu layout={layout} onLayout={arrange} />
        </div>
      </div>
      {selected.size > 0 && (
        <div class="selection-bar" role="status">
          <strong>{t('selected', { count: selected.size })}</strong>
          <div class="buttons">
            <Button icon="download" onPress={() => setDialog('export')}>
              {t('export')}
            </Button>
            <Button icon="trash" onPress={() => setDialog('deleteSelected')}>
              {t('delete')}
            </Button>
            <Button kind="quiet" onPress={() => setSelected(new Set())}>
              {t('clear')}
            </Button>
          </div>
        </div>
      )}
      <NewEntries table={table} />
      <div ref={area}>
        {rows.length > 0 && (
          <EntriesTable
            form={form.id}
            rows={rows}
            facts={facts as readonly FactName[]}
            fields={fields}
            arrived={table.arrived}
            selected={selected}
            onSelect={select}
            onHide={(name) => choose(chosen.filter((one) => one !== name))}
            layout={layout}
            onLayout={arrange}
            open={open}
            onOpen={setOpen}
            onNearEnd={() => words.trim() === '' && table.canLoadMore && table.loadMore()}
          />
        )}
      </div>
      {table.error !== undefined && <ErrorNotice error={table.error} onRetry={table.retry} />}
      {rows.length === 0 && table.rows.length > 0 && <p class="loading">{t('noneFiltered')}</p>}
      {table.rows.length === 0 && !table.isLoading && table.error === undefined && (
        <Empty
          icon="table"
          title={t(isFiltered ? 'noMatch' : 'none')}
          text={t(isFiltered ? 'noMatchText' : 'noneText')}
        >
          {isFiltered ? (
            <Button onPress={() => setFilter({ status: 'all', since: 'any' })}>{t('showAll')}</Button>
          ) : (
            <LinkButton kind="primary" icon="share" href={`/admin/forms/${form.id}/share/`}>
              {t('share')}
            </LinkButton>
          )}
        </Empty>
      )}
      <TablePager table={table} isFollowed={words.trim() === ''} />

      {dialog === 'columns' && (
        <ColumnsDialog fields={columns.fields} chosen={chosen} onChange={choose} onClose={close} />
      )}
      {dialog === 'export' && (
        <ExportDialog
          form={form}
          fields={columns.fields}
          shown={['idx', ...chosen.filter((name) => name !== 'changedAt')]}
          filter={filter}
          selected={[...selected]}
          onClose={close}
        />
      )}
      {dialog === 'template' && <TemplateDialog form={form} onClose={close} onMade={changed} />}
      {dialog === 'links' && <LinksDialog form={form} onClose={close} onMade={changed} />}
      {(dialog === 'delete' || dialog === 'deleteSelected') && (
        <DeleteDialog
          form={form}
          ids={dialog === 'delete' ? undefined : [...selected]}
          filter={filter}
          onClose={close}
          onDone={deleted}
        />
      )}
    </>
  );
}

/** Nobody points at a row or has the focus in one, and the top is in view. */
function isAtRest(area: HTMLElement | null): boolean {
  if (area === null) return true;
  return scrollY < 200 && !area.matches(':hover') && !area.contains(document.activeElement);
}

function withWords(rows: readonly TableEntry[], words: string, fields: readonly FieldColumn[]): readonly TableEntry[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter((entry) => {
    const texts = [
      String(entry.idx),
      entry.id,
      entry.name ?? '',
      ...fields.map(({ read }) => read(entry.data ?? {}).text),
    ];
    return texts.some((text) => text.toLowerCase().includes(wanted));
  });
}
