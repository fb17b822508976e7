// The entries of a form: search, filters and saved views, the table, and what can be done with many of them. [lists.table]
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ApiForm } from '../../api-types/forms.ts';
import type { ApiList } from '../../api-types/lists.ts';
import type { EntryView } from '../../api-types/views.ts';
import { useApp } from '../app-context.ts';
import { FormHeader } from '../forms/form-header.tsx';
import type { PageProps } from '../page-props.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { ErrorNotice, Loaded } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { SelectionBar } from './bulk/selection-bar.tsx';
import { useSelection } from './bulk/use-selection.ts';
import { filterQuery } from './entry-query.ts';
import { SinceFilter, StatusFilter } from './filter-bar.tsx';
import { askFor } from './find/ask-for.ts';
import { EmptyEntries } from './find/empty-entries.tsx';
import { FilterRow } from './find/filter-row.tsx';
import type { Matching } from './find/matching.ts';
import { sortText, viewStateOf } from './find/table-state.ts';
import { useMatchCount } from './find/use-match-count.ts';
import { useTableAddress } from './find/use-table-address.ts';
import { useTeamOptions } from './find/use-team-options.ts';
import { FindEntry } from './find-entry.tsx';
import { keepOrder } from './kept-order.ts';
import { type PageDialog, PageDialogs } from './page-dialogs.tsx';
import { EntriesTable } from './table/entries-table.tsx';
import { LayoutMenu } from './table/layout-menu.tsx';
import { PeekSheet } from './table/peek-sheet.tsx';
import { columnsOfForm, type FactName, factNames, requestedFields } from './table-columns.ts';
import { NewEntries, TablePager } from './table-pager.tsx';
import { useEntryTable } from './use-entry-table.ts';
import { useArrangement } from './views/use-arrangement.ts';
import { useViewActions } from './views/use-view-actions.ts';
import { ViewGone } from './views/view-gone.tsx';
import { ViewMenu } from './views/view-menu.tsx';

export function EntriesPage({ params }: PageProps) {
  const { api } = useApp();
  const form = useLoad((signal) => api.call<ApiForm>(`/form/${params['form']}`, { signal }), [params['form']]);
  const views = useLoad(
    async (signal) => (await api.call<ApiList<EntryView>>(`/form/${params['form']}/views`, { signal })).data,
    [params['form']],
  );
  // An address may name a view: nothing is asked for before it is known what it shows.
  const isReady = views.value !== undefined || views.error !== undefined;
  return (
    <Loaded load={form}>
      {(value) =>
        isReady && <Entries form={value} onForm={form.setValue} views={views.value ?? none} onViews={views.setValue} />
      }
    </Loaded>
  );
}

const none: readonly EntryView[] = [];

interface EntriesProps {
  readonly form: ApiForm;
  readonly onForm: (form: ApiForm) => void;
  readonly views: readonly EntryView[];
  readonly onViews: (views: readonly EntryView[]) => void;
}

function Entries({ form, onForm, views, onViews }: EntriesProps) {
  const { api, locale } = useApp();
  const t = useTexts('entries/table');
  const address = useTableAddress(views);
  const { state, setState, view } = address;
  const columns = useMemo(() => columnsOfForm(form, locale), [form.modifyTime, locale]);
  const { chosen, choose, layout, arrange, isRearranged, forget } = useArrangement(form.id, columns, view);
  const [dialog, setDialog] = useState<PageDialog>();
  const area = useRef<HTMLDivElement>(null);

  const isTemplates = state.status === 'template';
  const facts = factNames.filter((name) => chosen.includes(name) || (name === 'name' && isTemplates));
  const fields = columns.fields.filter(({ name }) => chosen.includes(name));
  const query = useMemo(() => filterQuery(state, new Date()), [state.status, state.since]);
  const about = JSON.stringify([query, state.search, state.where]);
  const asksTeam = dialog?.kind === 'filter' || (state.where !== undefined && about.includes('team.'));
  const team = useTeamOptions(form.id, asksTeam);
  const matching: Matching = useMemo(() => ({ query, search: state.search, where: state.where }), [about]);
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
    matching,
    sort: state.sort && sortText(state.sort),
    fields: requestedFields(fields, facts),
    mayInsert: () =>
      dialog === undefined && selection.count === 0 && address.entry === undefined && isAtRest(area.current),
    onPoll: () => void refreshCounts(),
  });
  const total = useMatchCount(form, state, JSON.stringify([form.current, table.rows[0]?.id]));
  const selection = useSelection(table.rows, about);
  useEffect(() => keepOrder(form.id, table.rows), [form.id, table.rows]);

  const changed = () => {
    selection.clear();
    setDialog(undefined);
    table.reload();
    void refreshCounts();
  };
  const viewState = { ...viewStateOf(state), columns: chosen, layout };
  const viewActions = useViewActions({ form: form.id, views, view, onViews, openView: address.openView, forget });
  const isEmpty = table.rows.length === 0 && !table.isLoading && table.error === undefined;

  return (
    <>
      <FormHeader
        form={form}
        here="entries"
        actions={
          <>
            <Button icon="download" onPress={() => setDialog({ kind: 'export' })}>
              {t('export')}
            </Button>
            <Menu
              label={t('more')}
              kind="secondary"
              items={[
                { label: t('makeTemplate'), icon: 'copy', onSelect: () => setDialog({ kind: 'template' }) },
                { label: t('makeLinks'), icon: 'link', onSelect: () => setDialog({ kind: 'links' }) },
                {
                  label: t('deleteMany'),
                  icon: 'trash',
                  isDanger: true,
                  onSelect: () => setDialog({ kind: 'delete' }),
                },
              ]}
            />
          </>
        }
      />
      {address.isViewGone && <ViewGone onShow={() => address.openView(undefined)} />}
      <div class="entries-filters">
        <div class="entries-views">
          <ViewMenu
            form={form}
            views={views}
            view={view}
            isChanged={address.isChanged || isRearranged}
            onSaveNew={() => setDialog({ kind: 'newView' })}
            onUpdate={() => void viewActions.update(viewState)}
            onReset={viewActions.reset}
            onChange={() => setDialog({ kind: 'changeView' })}
            onDelete={() => void viewActions.remove()}
          />
          <StatusFilter
            filter={state}
            onChange={({ status }) => setState({ ...state, status })}
            current={form.current}
          />
        </div>
        <div class="entries-tools">
          <FindEntry form={form.id} search={state.search} onSearch={(search) => setState({ ...state, search })} />
          <SinceFilter filter={state} onChange={({ since }) => setState({ ...state, since })} />
          <Button icon="columns" onPress={() => setDialog({ kind: 'columns' })}>
            {t('columns')}
          </Button>
          <LayoutMenu layout={layout} onLayout={arrange} />
        </div>
        <FilterRow
          fields={columns.fields}
          team={team}
          state={state}
          setState={setState}
          total={total}
          onOpen={(filter) => setDialog({ kind: 'filter', ...filter })}
        />
      </div>
      <NewEntries table={table} />
      <div ref={area}>
        {table.rows.length > 0 && (
          <EntriesTable
            form={form.id}
            rows={table.rows}
            facts={facts as readonly FactName[]}
            fields={fields}
            arrived={table.arrived}
            selected={selection.ids}
            onSelect={selection.select}
            sort={state.sort}
            onSort={(sort) => setState({ ...state, sort })}
            onFilter={(column, value) => {
              const asked = askFor(column, value, { fields: columns.fields, state });
              if ('state' in asked) setState(asked.state);
              else if ('path' in asked) setDialog({ kind: 'filter', ...asked });
              else document.querySelector<HTMLElement>(asked.focus)?.focus();
            }}
            onHide={(name) => choose(chosen.filter((one) => one !== name))}
            layout={layout}
            onLayout={arrange}
            open={address.entry}
            onOpen={address.setEntry}
            sheet={(entry) => <PeekSheet form={form} entry={entry} />}
            onNearEnd={() => table.canLoadMore && table.loadMore()}
          />
        )}
      </div>
      {table.error !== undefined && <ErrorNotice error={table.error} onRetry={table.retry} />}
      {isEmpty && <EmptyEntries form={form} state={state} setState={setState} />}
      <TablePager table={table} isFollowed />
      {selection.count > 0 && (
        <SelectionBar
          count={selection.count}
          isAll={selection.isAll}
          total={total}
          canSelectAll={selection.hasAllLoaded && (total?.isMore === true || (total?.count ?? 0) > table.rows.length)}
          onSelectAll={selection.selectAll}
          onExport={() => setDialog({ kind: 'export' })}
          onPdfs={() => setDialog({ kind: 'export', format: 'pdf' })}
          onStatus={() => setDialog({ kind: 'status' })}
          onDelete={() => setDialog({ kind: 'deleteSelected' })}
          onClear={selection.clear}
        />
      )}
      <PageDialogs
        {...{
          dialog,
          form,
          fields: columns.fields,
          team,
          chosen,
          choose,
          state,
          setState,
          matching,
          selection,
          total,
          view,
        }}
        viewState={viewState}
        rows={table.rows}
        onClose={() => setDialog(undefined)}
        onChanged={changed}
        onMade={() => {
          table.reload();
          void refreshCounts();
        }}
        onView={(saved) => {
          setDialog(undefined);
          viewActions.take(saved);
        }}
      />
    </>
  );
}

/** Nobody points at a row or has the focus in one, and the top is in view. */
function isAtRest(area: HTMLElement | null): boolean {
  if (area === null) return true;
  return scrollY < 200 && !area.matches(':hover') && !area.contains(document.activeElement);
}
