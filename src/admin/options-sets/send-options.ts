// Adds many options, request after request. Whatever stops it, it knows how many are in: when a response was lost, the set's own
// count says whether that request arrived.
import { ApiError } from '../../client/call-api.ts';
import { countInBatch } from './batch-options.ts';
import type { NewOption } from './read-options.ts';

export interface SendOptions {
  readonly options: readonly NewOption[];
  /** So many are in already: an earlier try stopped there. */
  readonly from: number;
  readonly add: (options: readonly NewOption[]) => Promise<unknown>;
  /** How many options the set has now. */
  readonly count: () => Promise<number>;
  readonly onProgress: (added: number) => void;
  /** Stops between two requests, never in the middle of one. */
  readonly isStopped: () => boolean;
}

export interface SendOutcome {
  /** Of all, including those of earlier tries. */
  readonly added: number;
  readonly end: 'done' | 'stopped' | 'failed';
  readonly error?: unknown;
  /** Nobody can say whether the next ones are in too: neither a response nor the count came. */
  readonly uncertain?: number;
}

export async function sendOptions(send: SendOptions): Promise<SendOutcome> {
  const { options, add, count, onProgress, isStopped } = send;
  let added = send.from;
  let before: number | undefined;
  while (added < options.length) {
    if (isStopped()) return { added, end: 'stopped' };
    const size = countInBatch(options, added);
    try {
      before ??= await count();
      await add(options.slice(added, added + size));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Refused, or not even counted: nothing was added.
      if (before === undefined || (error.status >= 400 && error.status < 500)) return { added, end: 'failed', error };
      const now = await countAfterFault(count);
      if (now === undefined) return { added, end: 'failed', error, uncertain: size };
      if (now < before + size) return { added, end: 'failed', error };
    }
    before += size;
    added += size;
    onProgress(added);
  }
  return { added, end: 'done' };
}

async function countAfterFault(count: () => Promise<number>): Promise<number | undefined> {
  try {
    return await count();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return undefined;
  }
}
