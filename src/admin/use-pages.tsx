// A list that comes a page at a time, and the button for the next page of it.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ApiList } from '../api-types/lists.ts';
import { nextCursor } from './admin-api.ts';
import { useApp } from './app-context.ts';
import { Button } from './ui/button.tsx';
import { ErrorNotice } from './ui/notices.tsx';
import { type Load, useLoad } from './use-load.ts';

const pageSize = 50;

export interface Pages<Row> {
  readonly data: readonly Row[];
  /** undefined: there are no more. */
  readonly next: string | undefined;
}

export interface PagesLoad<Row> {
  readonly load: Load<Pages<Row>>;
  readonly more: () => Promise<void>;
  readonly isBusy: boolean;
  readonly error: unknown;
}

/** Loads the first page at first and whenever one of `about` changes. */
export function usePages<Row>(
  path: string,
  query: Readonly<Record<string, string | undefined>> = {},
  about: readonly unknown[] = [],
): PagesLoad<Row> {
  const { api } = useApp();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const getPage = async (after: string | undefined, signal?: AbortSignal): Promise<Pages<Row>> => {
    const options = { query: { ...query, limit: pageSize, after }, ...(signal && { signal }) };
    const { body, headers } = await api.request<ApiList<Row>>(path, options);
    return { data: body.data, next: nextCursor(headers) };
  };
  const round = useRef(0);
  const load = useLoad((signal) => {
    round.current += 1;
    return getPage(undefined, signal);
  }, about);
  const shown = useRef(load.value);
  shown.current = load.value;
  const more = async () => {
    if (isBusy || load.value === undefined) return;
    const own = round.current;
    setBusy(true);
    setError(undefined);
    try {
      const page = await getPage(load.value.next);
      // Nothing is added to another list that was asked for meanwhile.
      if (own === round.current) load.setValue({ ...page, data: [...(shown.current?.data ?? []), ...page.data] });
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  return { load, more, isBusy, error };
}

export function MoreButton<Row>({ pages, children }: { pages: PagesLoad<Row>; children: ComponentChildren }) {
  const { load, more, isBusy, error } = pages;
  return (
    <>
      {error !== undefined && <ErrorNotice error={error} />}
      {load.value?.next !== undefined && (
        <div class="show-more">
          <Button isBusy={isBusy} onPress={() => void more()}>
            {children}
          </Button>
        </div>
      )}
    </>
  );
}
