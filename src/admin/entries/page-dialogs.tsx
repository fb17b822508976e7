// The dialogs of the entries page: one at a time.
import { useMemo } from 'preact/hooks';
import type { ApiForm } from '../../api-types/forms.ts';
import type { EntryView, ViewState } from '../../api-types/views.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { BulkDelete } from './bulk/bulk-delete.tsx';
import { BulkStatus } from './bulk/bulk-status.tsx';
import type { Selection } from './bulk/use-selection.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import type { ExportFormat } from './export-choice.ts';
import { ExportDialog } from './export-dialog.tsx';
import { filterColumns, type TeamOptions } from './find/filter-columns.ts';
import { FilterDialog } from './find/filter-dialog.tsx';
import { eachMatch, type MatchedEntry, type Matching } from './find/matching.ts';
import { sortText, type TableState } from './find/table-state.ts';
import type { MatchCount } from './find/use-match-count.ts';
import { filtersOf, type Where, whereOf } from './find/where.ts';
import { LinksDialog } from './links-dialog.tsx';
import { type FieldColumn, isTeamFact, type TableEntry } from './table-columns.ts';
import { TemplateDialog } from './template-dialog.tsx';

import { ViewDialog } from './views/view-dialog.tsx';

export type PageDialog =
  | { readonly kind: 'columns' | 'template' | 'links' | 'delete' | 'deleteSelected' | 'status' }
  | { readonly kind: 'newView' | 'changeView' }
  | { readonly kind: 'export'; readonly format?: ExportFormat }
  /** The filter to change, or the field of a new one. */
  | { readonly kind: 'filter'; readonly at?: number; readonly path?: string };

export interface PageDialogsProps {
  readonly dialog: PageDialog | undefined;
  readonly form: ApiForm;
  readonly fields: readonly FieldColumn[];
  readonly team: TeamOptions;
  readonly chosen: readonly string[];
  readonly choose: (names: readonly string[] | undefined) => void;
  readonly state: TableState;
  readonly setState: (state: TableState) => void;
  readonly matching: Matching;
  readonly rows: readonly TableEntry[];
  readonly selection: Selection;
  readonly total: MatchCount | undefined;
  readonly view: EntryView | undefined;
  readonly viewState: ViewState;
  readonly onClose: () => void;
  /** Entries were changed or deleted. */
  readonly onChanged: () => void;
  /** Entries were made; the dialog goes on. */
  readonly onMade: () => void;
  readonly onView: (view: EntryView) => void;
}

export function PageDialogs(props: PageDialogsProps) {
  const { dialog, form, fields, chosen, state, matching, selection, total, onClose, onChanged, onMade } = props;
  const { api } = useApp();
  const isFound = state.search.trim() !== '' || state.where !== undefined;
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'columns':
      return <ColumnsDialog fields={fields} chosen={chosen} onChange={props.choose} onClose={onClose} />;
    case 'filter':
      return <OneFilter {...props} dialog={dialog} />;
    case 'export':
      return (
        <ExportDialog
          form={form}
          fields={fields}
          shown={['idx', ...chosen.filter((name) => name !== 'changedAt' && !isTeamFact(name))]}
          filter={state}
          selected={selection.isAll ? [] : [...selection.ids]}
          found={isFound ? matching : undefined}
          sort={state.sort && sortText(state.sort)}
          format={dialog.format}
          onClose={onClose}
        />
      );
    case 'template':
      return <TemplateDialog form={form} onClose={onClose} onMade={onMade} />;
    case 'links':
      return <LinksDialog form={form} onClose={onClose} onMade={onMade} />;
    case 'delete':
    case 'deleteSelected': {
      const isAll = dialog.kind === 'delete' ? isFound : selection.isAll;
      return isAll ? (
        <BulkDelete form={form} matching={matching} onClose={onClose} onDone={onChanged} />
      ) : (
        <DeleteDialog
          form={form}
          ids={dialog.kind === 'delete' ? undefined : [...selection.ids]}
          filter={state}
          onClose={onClose}
          onDone={onChanged}
        />
      );
    }
    case 'status':
      return (
        <BulkStatus
          form={form}
          entries={(signal) =>
            selection.isAll ? eachMatch({ api, form: form.id, matching }, signal) : ticked(selection, props.rows)
          }
          total={selection.isAll && total !== undefined ? total : { count: selection.count, isMore: false }}
          onClose={onClose}
          onDone={onChanged}
        />
      );
    case 'newView':
    case 'changeView':
      return (
        <ViewDialog
          form={form.id}
          view={dialog.kind === 'newView' ? undefined : props.view}
          state={props.viewState}
          onClose={onClose}
          onSaved={props.onView}
        />
      );
  }
}

/** Of a row that is no longer loaded the service decides what its status can become. */
async function* ticked({ ids }: Selection, rows: readonly TableEntry[]): AsyncGenerator<readonly MatchedEntry[]> {
  const byId = new Map(rows.map(({ id, status }) => [id, status]));
  yield [...ids].map((id) => ({ id, status: byId.get(id) ?? 'created' }));
}

function OneFilter(props: PageDialogsProps & { dialog: { readonly at?: number; readonly path?: string } }) {
  const { dialog, fields, team, state, setState, onClose } = props;
  const fact = useTexts('entries/fact');
  const columns = useMemo(() => filterColumns(fields, fact, team), [fields, fact, team]);
  const filters = filtersOf(state.where);
  const { at } = dialog;
  const apply = (part: Where) => {
    const parts =
      at === undefined ? [...filters.parts, part] : filters.parts.map((one, place) => (place === at ? part : one));
    onClose();
    setState({ ...state, where: whereOf({ ...filters, parts }) });
  };
  return (
    <FilterDialog
      columns={columns}
      part={at === undefined ? undefined : filters.parts[at]}
      path={dialog.path}
      onApply={apply}
      onClose={onClose}
    />
  );
}
