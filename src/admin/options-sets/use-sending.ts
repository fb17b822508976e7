// Adding or replacing options as the page follows it: how far it is, stopping it, how it ended, going on from there.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../../client/call-api.ts';
import { useApp } from '../app-context.ts';
import type { NewOption } from './read-options.ts';
import { sendOptions } from './send-options.ts';
import { getSummary } from './set-summary.ts';

export interface Sending {
  readonly options: readonly NewOption[];
  /** The options that were there are deleted first. */
  readonly replaces: boolean;
  readonly phase: 'deleting' | 'adding' | 'stopping' | 'stopped' | 'failed' | 'done';
  readonly added: number;
  readonly error?: unknown;
  /** Those may be in too. */
  readonly uncertain?: number;
  /** It failed before anything was changed. */
  readonly isUntouched?: boolean;
}

export interface SendingControl {
  readonly sending: Sending | undefined;
  readonly isRunning: boolean;
  readonly start: (options: readonly NewOption[], how: { replaces: boolean }) => Promise<Sending>;
  readonly stop: () => void;
  /** The rest. */
  readonly goOn: () => Promise<Sending>;
  readonly forget: () => void;
}

export function useSending(set: string): SendingControl {
  const { api } = useApp();
  const [sending, setSending] = useState<Sending>();
  const isStopped = useRef(false);
  // Who leaves the page stops it.
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const count = async () => (await getSummary(api, set)).count;

  const run = async (first: Sending): Promise<Sending> => {
    isStopped.current = false;
    let now = first;
    const change = (part: Partial<Sending>) => {
      now = { ...now, ...part };
      setSending(now);
    };
    change({});
    if (now.phase === 'deleting') {
      const error = await deleteAll();
      if (error !== undefined) {
        change({ phase: 'failed', error, isUntouched: true });
        return now;
      }
      change({ phase: isStopped.current ? 'stopping' : 'adding' });
    }
    const { end, ...outcome } = await sendOptions({
      options: now.options,
      from: now.added,
      add: (options) => api.call(`/optionsSet/${set}/addOptions`, { body: { options } }),
      count,
      onProgress: (added) => change({ added }),
      isStopped: () => isStopped.current,
    });
    change({ ...outcome, phase: end });
    return now;
  };

  /** The error, when the options are still there. An answer that was lost is not an error when the set is empty. */
  const deleteAll = async (): Promise<unknown> => {
    try {
      await api.call(`/optionsSet/${set}/deleteOptions`, { method: 'POST' });
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status >= 400 && error.status < 500) return error;
      const left = await count().catch(() => undefined);
      return left === 0 ? undefined : error;
    }
  };

  const isRunning = sending !== undefined && ['deleting', 'adding', 'stopping'].includes(sending.phase);
  return {
    sending,
    isRunning,
    start: (options, { replaces }) => run({ options, replaces, phase: replaces ? 'deleting' : 'adding', added: 0 }),
    stop() {
      isStopped.current = true;
      setSending((now) => now && { ...now, phase: 'stopping' });
    },
    goOn() {
      const { options, replaces, added, isUntouched } = sending!;
      return run({ options, replaces, added, phase: isUntouched && replaces ? 'deleting' : 'adding' });
    },
    forget: () => setSending(undefined),
  };
}
