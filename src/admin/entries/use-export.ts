// One export at a time: the request lasts until the file is made, so how far it is gets asked beside it.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ExportProgress } from '../../api-types/entries.ts';
import type { ApiLink } from '../../api-types/lists.ts';
import { useApp } from '../app-context.ts';
import type { Query } from './entry-query.ts';

export type ExportFormat = 'csv' | 'xlsx' | 'pdf';

export interface WantedExport {
  readonly format: ExportFormat;
  /** With the form. */
  readonly query: Query;
  readonly fields?: readonly string[];
}

const pollMs = 1000;

export function useExport() {
  const { api } = useApp();
  const stop = useRef<AbortController>();
  const [isRunning, setRunning] = useState(false);
  const [progress, setProgress] = useState<ExportProgress>();
  const [error, setError] = useState<unknown>();
  const [url, setUrl] = useState<string>();
  useEffect(() => () => stop.current?.abort(), []);

  const follow = async (progressId: string, signal: AbortSignal) => {
    while (!signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
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
    error,
    url,
    async start({ format, query, fields }: WantedExport) {
      const controller = new AbortController();
      const { signal } = controller;
      stop.current?.abort();
      stop.current = controller;
      setRunning(true);
      setProgress(undefined);
      setError(undefined);
      setUrl(undefined);
      const progressId = newProgressId();
      void follow(progressId, signal);
      try {
        const body = { query, ...(fields !== undefined && { fields }) };
        const made = await api.call<ApiLink>('/entry/export', { query: { format, progressId }, body, signal });
        if (!signal.aborted) setUrl(made.url);
      } catch (caught) {
        if (!signal.aborted) setError(caught);
      }
      if (signal.aborted) return;
      controller.abort();
      setRunning(false);
    },
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
