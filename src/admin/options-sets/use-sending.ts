// Adding or replacing options as the page follows it: how far it is, stopping it, how it ended, going on from there.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { OptionsUpload } from '../../api-types/options-sets.ts';
import { useApp } from '../app-context.ts';
import type { NewOption } from './read-options.ts';
import { sendList, type UploadState } from './send-list.ts';
import { sendOptions } from './send-options.ts';
import { getSummary } from './set-summary.ts';

export interface Sending {
  readonly options: readonly NewOption[];
  /** They take the place of those that were there, once all have come. */
  readonly replaces: boolean;
  readonly phase: 'sending' | 'stopping' | 'stopped' | 'failed' | 'done';
  /** So many were sent. Of a replacement none is in the set before all are. */
  readonly sent: number;
  readonly error?: unknown;
  /** How many options were sent without a response: they may be in the set too. */
  readonly uncertain?: number;
  readonly upload?: UploadState | undefined;
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
  const path = `/optionsSet/${set}`;

  const run = async (first: Sending): Promise<Sending> => {
    isStopped.current = false;
    let now = first;
    const change = (part: Partial<Sending>) => {
      now = { ...now, ...part };
      setSending(now);
    };
    change({});
    const follow = {
      options: now.options,
      onProgress: (sent: number) => change({ sent }),
      isStopped: () => isStopped.current,
    };
    if (now.replaces) {
      const { end, ...outcome } = await sendList({
        ...follow,
        from: now.upload,
        replace: (options) => api.call(`${path}/options`, { method: 'PUT', body: { options } }),
        begin: () => api.call<OptionsUpload>(`${path}/uploads`, { method: 'POST' }),
        send: (id, part, options) =>
          api.call(`${path}/uploads/${id}/parts/${part}`, { method: 'PUT', body: { options } }),
        finish: (id, parts) => api.call(`${path}/uploads/${id}/finish`, { body: { parts } }),
        abandon: (id) => api.call(`${path}/uploads/${id}`, { method: 'DELETE' }),
      });
      change({ ...outcome, phase: end, sent: outcome.upload?.sent ?? 0 });
    } else {
      const { end, added, ...outcome } = await sendOptions({
        ...follow,
        from: now.sent,
        add: (options) => api.call(`${path}/addOptions`, { body: { options } }),
        count: async () => (await getSummary(api, set)).count,
      });
      change({ ...outcome, sent: added, phase: end });
    }
    return now;
  };

  const isRunning = sending !== undefined && ['sending', 'stopping'].includes(sending.phase);
  return {
    sending,
    isRunning,
    start: (options, { replaces }) => run({ options, replaces, phase: 'sending', sent: 0 }),
    stop() {
      isStopped.current = true;
      setSending((now) => now && { ...now, phase: 'stopping' });
    },
    goOn() {
      const { options, replaces, sent, upload } = sending!;
      return run({ options, replaces, sent, upload, phase: 'sending' });
    },
    forget: () => setSending(undefined),
  };
}
