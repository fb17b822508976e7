// The page of options that the table shows: what was searched for, in which order, and the way to the pages before and after.
import { useEffect, useState } from 'preact/hooks';
import type { OptionsPage } from '../../api-types/options-sets.ts';
import { nextCursor } from '../admin-api.ts';
import { useApp } from '../app-context.ts';
import { type Load, useLoad } from '../use-load.ts';

export type OptionOrder = 'list' | 'score';

export interface ShownPage extends OptionsPage {
  readonly next: string | undefined;
  /** What it was asked for: a later search, or the next page, may be under way. */
  readonly order: OptionOrder;
  readonly term: string;
  /** From 0. */
  readonly number: number;
}

export interface OptionPageControl {
  readonly page: Load<ShownPage>;
  readonly term: string;
  readonly search: (term: string) => void;
  readonly order: OptionOrder;
  readonly sort: (order: OptionOrder) => void;
  readonly forward: () => void;
  readonly back: () => void;
}

export const pageSize = 50;
const settleMs = 250;

/** `version`: it is loaded again when this changes. */
export function useOptionPage(set: string, first: OptionOrder, version: unknown): OptionPageControl {
  const { api } = useApp();
  const [term, setTerm] = useState('');
  const [settled, setSettled] = useState('');
  const [order, setOrder] = useState<OptionOrder>(first);
  /** Cursors of the pages so far; the last is the one shown. */
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  useEffect(() => {
    if (term === settled) return;
    const timer = setTimeout(() => {
      setSettled(term);
      setCursors([undefined]);
    }, settleMs);
    return () => clearTimeout(timer);
  }, [term, settled]);
  const after = cursors.at(-1);
  const page = useLoad(
    async (signal): Promise<ShownPage> => {
      const query = { term: settled, order, limit: pageSize, after };
      const { body, headers } = await api.request<OptionsPage>(`/optionsSet/${set}/browse`, { query, signal });
      return { ...body, next: nextCursor(headers), order, term: settled.trim(), number: cursors.length - 1 };
    },
    [set, settled, order, after, version],
  );
  return {
    page,
    term,
    search: setTerm,
    order,
    sort(next) {
      setOrder(next);
      setCursors([undefined]);
    },
    // From the page that is seen: pressed twice, it is one page on.
    forward: () =>
      page.value?.next !== undefined && setCursors([...cursors.slice(0, page.value.number + 1), page.value.next]),
    back: () => page.value && page.value.number > 0 && setCursors(cursors.slice(0, page.value.number)),
  };
}
