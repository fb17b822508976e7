// Sends requests again that may be sent again: those that only read, and those with an Idempotency-Key, when no response came or the
// service was not there; any request that was one too many (429), because it was not looked at. [conventions.client.retries]
import { FormsteadError } from './errors.ts';

export interface RetryOptions {
  /** How often a request is sent at most; 5 unless told otherwise. */
  readonly attempts?: number;
  /** The pause before the second attempt in milliseconds; each further one is twice as long, at most a minute. */
  readonly pause?: number;
  /** Waits; for tests. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

export type Fetch = (request: Request) => Promise<Response>;

const maxPause = 60_000;
const passing = [502, 503, 504];

export function retrying(fetch: Fetch, options: RetryOptions = {}): Fetch {
  const { attempts = 5, pause = 500, sleep = sleepFor } = options;
  return async (request) => {
    const isSafe = request.method === 'GET' || request.headers.has('idempotency-key');
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= attempts;
      let response: Response | undefined;
      try {
        response = await whole(await fetch(isLast ? request : request.clone()));
      } catch (cause) {
        if (request.signal.aborted) throw request.signal.reason;
        if (isLast || !isSafe) throw new FormsteadError({ status: 0, cause });
      }
      const isRefused = response?.status === 429 || (isSafe && isPassing(response));
      if (response !== undefined && (isLast || !isRefused)) return response;
      await response?.body?.cancel();
      await sleep(pauseBefore(attempt, pause, response), request.signal);
    }
  };
}

/** A connection may end in the middle of a response too. Files are passed on as they come. */
async function whole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const isJson = headers.get('content-type')?.startsWith('application/json') && !headers.has('content-disposition');
  return isJson ? new Response(await response.arrayBuffer(), { status, statusText, headers }) : response;
}

/** A conflict is one of many writers, and gone when it is tried again. */
function isPassing(response: Response | undefined): boolean {
  if (response === undefined) return true;
  return passing.includes(response.status) || response.headers.get('x-service-error') === 'conflict';
}

function pauseBefore(attempt: number, pause: number, response: Response | undefined): number {
  const asked = Number(response?.headers.get('retry-after') ?? 0) * 1000;
  // Not all at the same moment.
  const own = pause * 2 ** (attempt - 1) * (0.5 + Math.random());
  return Math.min(maxPause, Math.max(asked || 0, own));
}

export function sleepFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
