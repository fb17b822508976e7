// All forms of the account, loaded page by page: the first are shown while the others are on their way.
import { useCallback, useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { ApiList } from '../../api-types/lists.ts';
import { type AdminApi, nextCursor } from '../admin-api.ts';
import { useApp } from '../app-context.ts';
import { type FormSummary, summaryFields } from './form-summary.ts';

export interface Forms {
  readonly forms: readonly FormSummary[];
  /** All are there. */
  readonly isWhole: boolean;
  readonly error: unknown;
  /** Goes on where it stopped. */
  readonly retry: () => void;
  readonly replace: (form: FormSummary) => void;
  readonly remove: (id: string) => void;
}

const pageSize = 500;

export function useForms(): Forms {
  const { api } = useApp();
  const [forms, setForms] = useState<readonly FormSummary[]>([]);
  const [isWhole, setWhole] = useState(false);
  const [error, setError] = useState<unknown>();
  const [turn, retry] = useReducer((count: number) => count + 1, 0);
  const cursor = useRef<string>();

  useEffect(() => {
    const stop = new AbortController();
    const load = async () => {
      for await (const page of eachPage(api, cursor, stop.signal)) setForms((all) => [...all, ...page]);
      setWhole(true);
    };
    setError(undefined);
    load().catch((caught: unknown) => {
      if (!stop.signal.aborted) setError(caught);
    });
    return () => stop.abort();
  }, [api, turn]);

  const replace = useCallback((form: FormSummary) => {
    setForms((all) => all.map((one) => (one.id === form.id ? form : one)));
  }, []);
  const remove = useCallback((id: string) => {
    setForms((all) => all.filter((one) => one.id !== id));
  }, []);
  return { forms, isWhole, error, retry: () => retry(0), replace, remove };
}

async function* eachPage(api: AdminApi, cursor: { current: string | undefined }, signal: AbortSignal) {
  do {
    const query = { fields: JSON.stringify(summaryFields), limit: pageSize, after: cursor.current };
    const { body, headers } = await api.request<ApiList<FormSummary>>('/form', { query, signal });
    cursor.current = nextCursor(headers);
    yield body.data;
  } while (cursor.current !== undefined);
}
