// What somebody chose in the export dialog, as the request for it. [export.table] [export.view] [export.pdf.names]

import type { ApiForm } from '../../api-types/forms.ts';
import { walkElements } from '../../core/definition/walk-elements.ts';
import { valueTypeOf } from '../../core/plan/value-type-of.ts';
import { columnByKind } from '../../fields/all/column.ts';
import { filterQuery, type Query, type TableFilter } from './entry-query.ts';

export type ExportFormat = 'csv' | 'xlsx' | 'pdf';

export interface ExportChoice {
  readonly format: ExportFormat;
  readonly which: 'selected' | 'view' | 'filter';
  readonly filter: TableFilter;
  readonly isLabelled: boolean;
  readonly hasSheets: boolean;
  readonly splitsChoices: boolean;
  readonly hasFiles: boolean;
  /** The path of an answer; empty for the form's name. */
  readonly pdfName: string;
  readonly columns: 'form' | 'own';
  readonly chosen: readonly string[];
}

/** Words, conditions and order of the table, as the parameters of its list. */
export interface ExportedView {
  readonly search?: string | undefined;
  readonly where?: unknown;
  readonly sort?: string | undefined;
}

export interface WantedExport {
  readonly query: { readonly format: ExportFormat; readonly labels?: true };
  readonly body: Readonly<Record<string, unknown>> & { readonly query: Query };
}

export interface ExportContext {
  readonly form: string;
  readonly selected: readonly string[];
  readonly filter: TableFilter;
  readonly view: ExportedView | undefined;
  readonly parts: FormParts;
  readonly now: Date;
}

export function wantedExport(choice: ExportChoice, context: ExportContext): WantedExport {
  const { format, isLabelled, pdfName } = choice;
  const isTable = format !== 'pdf';
  const { parts } = context;
  return {
    // A PDF has no codes; what labels mean for it is its name.
    query: { format, ...((isLabelled || !isTable) && { labels: true }) },
    body: {
      ...entriesOf(choice, context),
      ...(isTable && choice.columns === 'own' && { fields: choice.chosen }),
      ...(isTable && choice.hasSheets && parts.hasRepeats && { flatten: 'sheets' }),
      ...(isTable && choice.splitsChoices && parts.hasChoices && { choices: 'columns' }),
      ...(isTable && choice.hasFiles && parts.hasFiles && { files: 'inside' }),
      ...(!isTable && pdfName !== '' && { pdfName }),
    },
  };
}

function entriesOf(choice: ExportChoice, { form, selected, filter, view, now }: ExportContext) {
  const sort = view?.sort === undefined ? {} : { sort: view.sort };
  if (choice.which === 'selected') return { query: { _id: { $in: selected }, form }, ...sort };
  if (choice.which === 'filter') return { query: { ...filterQuery(choice.filter, now), form } };
  const { search, where } = view ?? {};
  return {
    query: { ...filterQuery(filter, now), form },
    ...(search !== undefined && search.trim() !== '' && { search: search.trim() }),
    ...(where !== undefined && { where }),
    ...sort,
  };
}

/** Which options there is something for. */
export interface FormParts {
  readonly hasRepeats: boolean;
  readonly hasChoices: boolean;
  readonly hasFiles: boolean;
}

export function partsOf(form: ApiForm): FormParts {
  const elements = [...walkElements(form)].map(({ element }) => element);
  const kinds = elements.flatMap((element) => valueTypeOf(element)?.kind ?? []);
  return {
    hasRepeats: elements.some(({ type }) => type === 'cRepeat'),
    hasChoices: kinds.some((kind) => columnByKind[kind].hasMany),
    hasFiles: kinds.some((kind) => columnByKind[kind].hasFiles),
  };
}

/** Whether the table shows something else than a status and a period say. */
export function isNarrowed(view: ExportedView | undefined): boolean {
  return (view?.search ?? '').trim() !== '' || view?.where !== undefined || view?.sort !== undefined;
}
