// One request to the target, and what became of it. [relay.retries]
import type { RelayEvent } from './relay-event.ts';
import { signWebhook } from './sign-webhook.ts';

export interface Target {
  readonly url: string;
  readonly secrets: readonly Buffer[];
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

export type Outcome =
  | { readonly kind: 'delivered'; readonly response: Response }
  /** `pauseMs`: the target asked for a pause, whatever is to be sent. */
  | { readonly kind: 'failed'; readonly error: string; readonly pauseMs: number }
  /** 410: it wants nothing any more. */
  | { readonly kind: 'gone' };

export async function send(target: Target, event: Pick<RelayEvent, 'id' | 'body'>): Promise<Outcome> {
  const { url, secrets, timeoutMs, fetch, now } = target;
  const timestamp = Math.floor(now() / 1000);
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { ...signWebhook({ ...event, timestamp }, secrets), 'user-agent': 'formstead-relay' },
      body: event.body,
      // An address that moved is for people to change: what is signed for one is not sent to another.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    return { kind: 'failed', error: describeError(error, timeoutMs), pauseMs: 0 };
  }
  if (response.ok) return { kind: 'delivered', response };
  // What a target says of its errors may be anything: the status is enough.
  await response.body?.cancel();
  if (response.status === 410) return { kind: 'gone' };
  return { kind: 'failed', error: `HTTP ${response.status}`, pauseMs: readRetryAfter(response, now()) };
}

function describeError(error: unknown, timeoutMs: number): string {
  if ((error as Error).name === 'TimeoutError') return `no response in ${timeoutMs / 1000} seconds`;
  let last = error as Error;
  while (last.cause instanceof Error) last = last.cause;
  return last.message || (last as NodeJS.ErrnoException).code || last.name;
}

const maxPauseMs = 3_600_000;

/** Seconds, or a date. Only where it means that the target is busy, not that one message is wrong. */
export function readRetryAfter(response: Pick<Response, 'status' | 'headers'>, now: number): number {
  const said = response.headers.get('retry-after')?.trim() ?? '';
  if (said === '' || ![429, 502, 503, 504].includes(response.status)) return 0;
  const ms = /^\d{1,9}$/.test(said) ? Number(said) * 1000 : /^[A-Z]/i.test(said) ? Date.parse(said) - now : 0;
  return Number.isNaN(ms) ? 0 : Math.min(maxPauseMs, Math.max(0, ms));
}

const firstPauseMs = 2_000;
const longestPauseMs = 900_000;

/** Before attempt `attempts + 1`: twice as long each time, never all at the same moment. */
export function pauseAfter(attempts: number, random: () => number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts - 1, 20)) * (0.5 + random() / 2);
}
