// What the entries page shows, as its address says it: words, filters, order, status and period, the saved view it began
// with, and the entry at the side. [lists.table]
import type { EntryView, ViewState } from '../../../api-types/views.ts';
import type { JsonObject } from '../../../core/definition/form-definition.ts';
import { livingStatuses, readSince, type TableFilter } from '../entry-query.ts';
import { readWhere, type Where } from './where.ts';

export interface Sort {
  readonly path: string;
  readonly isDescending: boolean;
}

export interface TableState extends TableFilter {
  readonly search: string;
  readonly where: Where | undefined;
  readonly sort: Sort | undefined;
}

export const firstState: TableState = {
  status: 'submitted',
  since: 'any',
  search: '',
  where: undefined,
  sort: undefined,
};

const ownNames = ['status', 'since', 'search', 'where', 'sort'] as const;
/** As long as the service takes them. */
const maxSearchLength = 200;

export interface Address {
  readonly state: TableState;
  readonly view: string | undefined;
  /** The entry at the side. */
  readonly entry: string | undefined;
  /** The address names a view and nothing else: it is shown as it was saved. */
  readonly isOfView: boolean;
}

export function readAddress(search: string): Address {
  const parameters = new URLSearchParams(search);
  const given = Object.fromEntries(parameters);
  const view = readId(given['view']);
  const isOwn = ownNames.some((name) => parameters.has(name));
  return {
    state: readState({ ...given, where: parseJson(given['where']) }),
    view,
    entry: readId(given['entry']),
    isOfView: view !== undefined && !isOwn,
  };
}

export function stateOfView({ state }: Pick<EntryView, 'state'>): TableState {
  return readState(state as Readonly<Record<string, unknown>>);
}

/** Whatever is not right is as at first: an address can say anything, and a view may be of another version. */
function readState(given: Readonly<Record<string, unknown>>): TableState {
  const { status, since, search, where, sort } = given;
  return {
    status: status === 'all' ? 'all' : (livingStatuses.find((one) => one === status) ?? firstState.status),
    since: readSince(since),
    search: typeof search === 'string' ? search.slice(0, maxSearchLength) : '',
    where: readWhere(where),
    sort: typeof sort === 'string' ? readSort(sort) : undefined,
  };
}

function readSort(sort: string): Sort | undefined {
  const path = sort.replace(/^-/, '');
  return path === '' ? undefined : { path, isDescending: sort.startsWith('-') };
}

export const sortText = ({ path, isDescending }: Sort) => (isDescending ? `-${path}` : path);

/** What differs from the first state. With a view everything counts as its own, so the status is always named. */
export function addressOf({ state, view, entry, isOfView }: Address): string {
  const parameters = new URLSearchParams();
  if (view !== undefined) parameters.set('view', view);
  if (!isOfView) {
    if (state.status !== firstState.status || view !== undefined) parameters.set('status', state.status);
    if (state.since !== firstState.since) parameters.set('since', state.since);
    if (state.search.trim() !== '') parameters.set('search', state.search);
    if (state.where !== undefined) parameters.set('where', JSON.stringify(state.where));
    if (state.sort !== undefined) parameters.set('sort', sortText(state.sort));
  }
  if (entry !== undefined) parameters.set('entry', entry);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** As a view keeps it; columns and layout come from elsewhere. */
export function viewStateOf({ status, since, search, where, sort }: TableState): ViewState {
  return {
    status,
    ...(since !== firstState.since && { since }),
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(where !== undefined && { where: where as unknown as JsonObject }),
    ...(sort !== undefined && { sort: sortText(sort) }),
  };
}

export function isSameState(one: TableState, other: TableState): boolean {
  return JSON.stringify(viewStateOf(one)) === JSON.stringify(viewStateOf(other));
}

/** Words or conditions: what the counts of the form do not know. */
export function isNarrowed({ search, where, since }: TableState): boolean {
  return search.trim() !== '' || where !== undefined || since !== firstState.since;
}

function readId(text: string | undefined): string | undefined {
  return text !== undefined && /^[0-9a-f]{24}$/i.test(text) ? text.toLowerCase() : undefined;
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}
