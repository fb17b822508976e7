// How many options a set has, which keys their data have, how it was last refreshed: GET /optionsSet/{setId}/summary.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { OptionsSetSummary } from '../../api-types/options-sets.ts';
import type { AdminApi } from '../admin-api.ts';
import { useApp } from '../app-context.ts';

export function getSummary(api: AdminApi, set: string, signal?: AbortSignal): Promise<OptionsSetSummary> {
  return api.call<OptionsSetSummary>(`/optionsSet/${set}/summary`, signal && { signal });
}

export type SummaryQueue = (set: string) => Promise<OptionsSetSummary | undefined>;

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
  const [summary, setSummary] = useState<OptionsSetSummary | null>();
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
