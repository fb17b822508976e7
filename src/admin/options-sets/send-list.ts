// Replaces all options of a set by a list of any size: in one request when it is small, else in parts that nobody sees until all
// are there. Whatever stops it, the old options are still the set's. What was sent need not be sent again. [options-sets.upload]
import { ApiError } from '../../client/call-api.ts';
import { countInBatch } from './batch-options.ts';
import type { NewOption } from './read-options.ts';

/** How far an upload came. */
export interface UploadState {
  readonly id: string;
  readonly parts: number;
  /** Options in these parts. */
  readonly sent: number;
}

export interface SendList {
  readonly options: readonly NewOption[];
  /** Where an earlier try stopped. */
  readonly from?: UploadState | undefined;
  readonly replace: (options: readonly NewOption[]) => Promise<unknown>;
  readonly begin: () => Promise<{ readonly id: string }>;
  readonly send: (id: string, part: number, options: readonly NewOption[]) => Promise<unknown>;
  readonly finish: (id: string, parts: number) => Promise<unknown>;
  readonly abandon: (id: string) => Promise<unknown>;
  readonly onProgress: (sent: number) => void;
  /** Stops between two requests, never in the middle of one. */
  readonly isStopped: () => boolean;
}

export interface ListOutcome {
  readonly end: 'done' | 'stopped' | 'failed';
  readonly error?: unknown;
  readonly upload?: UploadState | undefined;
}

const notFound = 404;

export async function sendList(list: SendList): Promise<ListOutcome> {
  const { options, onProgress, isStopped } = list;
  let upload = list.from;
  try {
    if (upload === undefined && countInBatch(options, 0) === options.length) {
      await list.replace(options);
      return { end: 'done' };
    }
    upload ??= { id: (await list.begin()).id, parts: 0, sent: 0 };
    while (upload.sent < options.length) {
      if (isStopped()) {
        await list.abandon(upload.id).catch(ignoreLoss);
        return { end: 'stopped' };
      }
      const { id, parts, sent }: UploadState = upload;
      const size = countInBatch(options, sent);
      await list.send(id, parts + 1, options.slice(sent, sent + size));
      upload = { id, parts: parts + 1, sent: sent + size };
      onProgress(upload.sent);
    }
    await list.finish(upload.id, upload.parts);
    return { end: 'done' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // An upload that is gone is begun again.
    return { end: 'failed', error, upload: error.status === notFound ? undefined : upload };
  }
}

/** The service removes it by itself after a while. */
function ignoreLoss(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
