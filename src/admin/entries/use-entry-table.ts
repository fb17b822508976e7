// The entries that the table shows: pages by cursor, newest first or as sorted. The page holds at most one sheet of them, however many
// the form has; the next sheet takes its place. On the first sheet the service is asked every so often for what is new.
import { useEffect, useReducer, useRef } from 'preact/hooks';
import type { ApiList } from '../../api-types/lists.ts';
import { type AdminApi, nextCursor } from '../admin-api.ts';
import { type Matching, matchingQuery } from './find/matching.ts';
import type { TableEntry } from './table-columns.ts';

export const pageSize = 50;
export const sheetSize = 200;
/** After so many the person is asked whether to go on. */
const mostShortPages = 20;
const pollSeconds = 15;
/** What commits late has an earlier changedAt than what was seen. [lists.polling] */
const overlapMs = 60_000;

export interface SheetOptions {
  readonly api: AdminApi;
  readonly form: string;
  readonly matching: Matching;
  /** As the list takes it; undefined: newest first. */
  readonly sort: string | undefined;
  readonly fields: readonly string[];
  /** Whether rows may be put on top now without moving what somebody is about to press. */
  readonly mayInsert: () => boolean;
  /** After every look for what is new. */
  readonly onPoll: () => void;
}

interface SheetState {
  readonly rows: readonly TableEntry[];
  /** Of the next page. */
  readonly cursor: string | undefined;
  /** The cursors that the sheets up to this one began with. */
  readonly starts: readonly (string | undefined)[];
  readonly isLoading: boolean;
  readonly error: unknown;
  /** In another order than by creation: the newest match when the table was loaded. What is newer is new. */
  readonly newest: Pick<TableEntry, 'id' | 'changedAt'> | undefined;
  /** New entries that wait to be shown; more than one page of them is reloaded. */
  readonly waiting: readonly TableEntry[];
  readonly isOverflowing: boolean;
  /** Ids of rows that came while the table was looked at. */
  readonly arrived: ReadonlySet<string>;
}

const blank: SheetState = {
  rows: [],
  cursor: undefined,
  starts: [undefined],
  isLoading: true,
  error: undefined,
  newest: undefined,
  waiting: [],
  isOverflowing: false,
  arrived: new Set(),
};

export type EntryTable = ReturnType<typeof useEntryTable>;

export function useEntryTable(options: SheetOptions) {
  const { api, form, matching, sort, fields } = options;
  const about = JSON.stringify([form, matching, sort, fields]);
  const latest = useRef(options);
  latest.current = options;
  const state = useRef(blank);
  /** Ends what is in progress when the table is about something else. */
  const stop = useRef(new AbortController());
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const set = (part: Partial<SheetState>) => {
    state.current = { ...state.current, ...part };
    redraw(0);
  };

  interface Page {
    readonly matching: Matching;
    readonly sort?: string | undefined;
    readonly after?: string | undefined;
    readonly limit?: number;
    readonly fields?: readonly string[];
    readonly signal: AbortSignal;
  }
  const fetchPage = ({ matching, sort, after, limit = pageSize, fields: asked = fields, signal }: Page) =>
    api.request<ApiList<TableEntry>>(`/form/${form}/entries`, {
      query: { ...matchingQuery(matching), sort, fields: JSON.stringify(asked), limit, after },
      signal,
    });

  /** Loads the page after `after`; `onto` is what stays above it. */
  const load = async (after: string | undefined, onto: readonly TableEntry[], part: Partial<SheetState> = {}) => {
    const { signal } = stop.current;
    set({ ...part, isLoading: true, error: undefined });
    try {
      let [rows, cursor, pages] = [onto, after, 0];
      // A search through very many entries answers what it has after some seconds: a page may be short, or empty.
      do {
        const { body, headers } = await fetchPage({ matching, sort, after: cursor, signal });
        if (signal.aborted) return;
        const known = new Set(rows.map(({ id }) => id));
        rows = [...rows, ...body.data.filter(({ id }) => !known.has(id))];
        cursor = nextCursor(headers);
        pages += 1;
        if (rows.length - onto.length >= pageSize || cursor === undefined) break;
        set({ rows });
      } while (pages < mostShortPages);
      set({ rows, cursor, isLoading: false });
    } catch (error) {
      if (!signal.aborted) set({ error, isLoading: false });
    }
  };

  const begin = (starts: readonly (string | undefined)[], kept: Partial<SheetState> = {}) => {
    stop.current.abort();
    stop.current = new AbortController();
    if (sort !== undefined && starts.length === 1) void findNewest();
    return load(starts.at(-1), [], { ...blank, ...kept, starts });
  };

  const findNewest = async () => {
    const { signal } = stop.current;
    try {
      const { body } = await fetchPage({ matching, signal, limit: 1, fields: ['id', 'changedAt'] });
      if (!signal.aborted) set({ newest: body.data[0] ?? { id: '', changedAt: '' } });
    } catch {
      // Then nothing is announced until the table is loaded again.
    }
  };

  const poll = async () => {
    const { rows, starts, isLoading, waiting, newest } = state.current;
    if (starts.length > 1 || isLoading || document.visibilityState !== 'visible') return;
    const { signal } = stop.current;
    const known = [...rows, ...waiting, ...(newest === undefined ? [] : [newest])];
    const seen = known.map(({ changedAt }) => Date.parse(changedAt)).filter((time) => !Number.isNaN(time));
    const from = seen.length === 0 ? undefined : new Date(Math.max(...seen) - overlapMs).toISOString();
    const changed = from && { changedAt: { ...(matching.query['changedAt'] as object | undefined), $gt: from } };
    try {
      const query = { ...matching.query, ...changed };
      const { body, headers } = await fetchPage({ matching: { ...matching, query }, signal });
      if (!signal.aborted) take(body.data, nextCursor(headers) !== undefined);
      latest.current.onPoll();
    } catch {
      // The next look may work; what is shown stays.
    }
  };

  const take = (found: readonly TableEntry[], hasMore: boolean) => {
    const { rows, arrived, newest } = state.current;
    const byId = new Map(found.map((entry) => [entry.id, entry]));
    const shown = new Set(rows.map(({ id }) => id));
    // Where a new one belongs in another order is for the next load to say.
    const isOnTop = latest.current.sort === undefined;
    const top = isOnTop ? (rows[0]?.id ?? '') : newest?.id;
    const fresh = top === undefined ? [] : found.filter(({ id }) => !shown.has(id) && id > top);
    // What waits since an earlier look is not looked for again.
    const earlier = state.current.waiting.filter(({ id }) => !byId.has(id) && !shown.has(id));
    const waiting = [...fresh, ...earlier].sort((a, b) => (a.id < b.id ? 1 : -1));
    const updated = rows.map((row) => byId.get(row.id) ?? row);
    // Whoever watches for hours does not gather rows without end either.
    const isOverflowing =
      (hasMore && fresh.length > 0 && fresh.length === found.length) || rows.length + waiting.length > 2 * sheetSize;
    if (waiting.length > 0 && isOnTop && !isOverflowing && latest.current.mayInsert()) {
      const all = new Set([...arrived, ...waiting.map(({ id }) => id)]);
      set({ rows: [...waiting, ...updated], waiting: [], arrived: all });
    } else set({ rows: updated, waiting, isOverflowing });
  };

  useEffect(() => {
    void begin([undefined]);
    const timer = setInterval(() => void poll(), pollSeconds * 1000);
    const onBack = () => void poll();
    addEventListener('focus', onBack);
    document.addEventListener('visibilitychange', onBack);
    return () => {
      stop.current.abort();
      clearInterval(timer);
      removeEventListener('focus', onBack);
      document.removeEventListener('visibilitychange', onBack);
    };
  }, [about]);

  const { rows, cursor, starts, isLoading, error, waiting, isOverflowing, arrived } = state.current;
  return {
    rows,
    isLoading,
    error,
    arrived,
    newCount: waiting.length,
    isOverflowing,
    /** There are more, and this sheet has room for them. */
    canLoadMore: cursor !== undefined && rows.length < sheetSize,
    /** There are more, on another sheet. */
    hasOlder: cursor !== undefined && rows.length >= sheetSize,
    hasNewer: starts.length > 1,
    loadMore: () => {
      const now = state.current;
      if (now.cursor !== undefined && !now.isLoading) void load(now.cursor, now.rows);
    },
    older: () => void begin([...state.current.starts, state.current.cursor]),
    newer: () => void begin(state.current.starts.slice(0, -1)),
    showNew: () => {
      const now = state.current;
      const fresh = new Set([...now.arrived, ...now.waiting.map(({ id }) => id)]);
      if (now.isOverflowing || sort !== undefined) return void begin([undefined], { arrived: fresh });
      set({ rows: [...now.waiting, ...now.rows], waiting: [], arrived: fresh });
    },
    retry: () => void load(state.current.rows.length === 0 ? state.current.starts.at(-1) : cursor, state.current.rows),
    /** The same sheet again, after something was deleted or made. */
    reload: () => void begin(state.current.starts, { rows: state.current.rows }),
  };
}
