// One export at a time: the request lasts until the file is made, so how far it is gets asked beside it. What came of it belongs
// to what was asked for: with other options chosen it is not shown. [export.progress]

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ExportProgress } from '../../api-types/entries.ts';
import type { ApiLink } from '../../api-types/lists.ts';
import { useApp } from '../app-context.ts';
import type { WantedExport } from './export-choice.ts';

export type { ExportFormat } from './export-choice.ts';

/** The first look comes soon, so that there is a number at once. */
const firstPollMs = 250;
const pollMs = 1000;

interface Outcome {
  readonly about: string;
  readonly url?: string;
  readonly error?: unknown;
}

export function useExport(wanted: WantedExport) {
  const { api } = useApp();
  const stop = useRef<AbortController>();
  const [isRunning, setRunning] = useState(false);
  const [progress, setProgress] = useState<ExportProgress>();
  const [outcome, setOutcome] = useState<Outcome>();
  const about = JSON.stringify(wanted);
  useEffect(() => () => stop.current?.abort(), []);

  const follow = async (progressId: string, signal: AbortSignal) => {
    for (let wait = firstPollMs; !signal.aborted; wait = pollMs) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (signal.aborted) return;
      try {
        const now = await api.call<ExportProgress>(`/entry/export/${progressId}/progress`, { signal });
        if (!signal.aborted) setProgress(now);
      } catch {
        // The export may not have begun, or the network is away: the bar moves without a number.
      }
    }
  };

  return {
    isRunning,
    progress,
    /** Of what is wanted now. */
    outcome: outcome?.about === about ? outcome : undefined,
    async start() {
      const controller = new AbortController();
      const { signal } = controller;
      stop.current?.abort();
      stop.current = controller;
      setRunning(true);
      setProgress(undefined);
      setOutcome(undefined);
      // An id of its own, so that two exports of a page are never taken for each other.
      const progressId = newProgressId();
      void follow(progressId, signal);
      const { query, body } = wanted;
      try {
        const { url } = await api.call<ApiLink>('/entry/export', { query: { ...query, progressId }, body, signal });
        if (!signal.aborted) setOutcome({ about, url });
      } catch (error) {
        if (!signal.aborted) setOutcome({ about, error });
      }
      if (signal.aborted) return;
      controller.abort();
      setRunning(false);
    },
    /** The service stops too. */
    cancel() {
      stop.current?.abort();
      setRunning(false);
    },
  };
}

function newProgressId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
