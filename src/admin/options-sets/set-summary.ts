// How many options a set has, which keys their data have, how it was last refreshed: GET /optionsSet/{setId}/summary.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { AdminApi } from '../admin-api.ts';
import { useApp } from '../app-context.ts';

export interface SetSummary {
  readonly count: number;
  readonly dataKeys: readonly string[];
  readonly isMaintained: boolean;
  readonly allowsAutocomplete: boolean;
  readonly lastRefresh?: SetRefresh | null;
}

export interface SetRefresh {
  readonly outcome: 'refreshed' | 'unchanged' | 'kept';
  /** Why the old options were kept. */
  readonly reason?: string | null;
  readonly warnings?: readonly string[];
  readonly lastTry: string;
  /** Missing while none has succeeded. */
  readonly lastSuccess?: string | null;
}

export function getSummary(api: AdminApi, set: string, signal?: AbortSignal): Promise<SetSummary> {
  return api.call<SetSummary>(`/optionsSet/${set}/summary`, signal && { signal });
}

export type SummaryQueue = (set: string) => Promise<SetSummary | undefined>;

const askedTogether = 3;

/** For lists: a few requests at a time. Undefined when one failed: the list does without. */
export function useSummaryQueue(): SummaryQueue {
  const { api } = useApp();
  return useMemo(() => {
    const waiting: (() => void)[] = [];
    let running = 0;
    return async (set) => {
      if (running >= askedTogether) await new Promise<void>((resolve) => waiting.push(resolve));
      running += 1;
      try {
        return await getSummary(api, set);
      } catch {
        // Only an ornament of the list; the set's own page says what is wrong.
        return undefined;
      } finally {
        running -= 1;
        waiting.shift()?.();
      }
    };
  }, [api]);
}

/** Asked for once the element with `ref` comes into sight. Null: it could not be had. */
export function useLazySummary(set: string, queue: SummaryQueue) {
  const ref = useRef<HTMLLIElement>(null);
  const [summary, setSummary] = useState<SetSummary | null>();
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    let isGone = false;
    const watcher = new IntersectionObserver(async (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watcher.disconnect();
      const found = await queue(set);
      if (!isGone) setSummary(found ?? null);
    });
    watcher.observe(element);
    return () => {
      isGone = true;
      watcher.disconnect();
    };
  }, [set, queue]);
  return { ref, summary };
}
