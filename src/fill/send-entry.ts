// Sends an entry to be saved or submitted, through slow and broken networks. One attempt keeps its Idempotency-Key until its
// outcome is known, so that however often it is sent it makes one entry. CONTRACT.md section 3.
import { ApiError, callApi } from '../client/call-api.ts';
import type { JsonObject } from '../core/form-definition.ts';
import type { ItemMessage } from '../core/validation/message.ts';
import type { SendAttempt } from './kept-draft.ts';

export interface SendRequest {
  readonly api: string;
  readonly locale: 'en' | 'he';
  readonly action: 'save' | 'submit';
  readonly form: string;
  readonly entry: { readonly id: string; readonly bewit?: string | undefined } | undefined;
  readonly token: string | undefined;
  readonly data: JsonObject;
  /** The last attempt whose answer never came. */
  readonly before: SendAttempt | undefined;
  /** Told of the attempt before it leaves. */
  readonly onAttempt: (attempt: SendAttempt) => void;
  readonly onRetry: () => void;
}

export interface SendAnswer {
  readonly entryId?: string;
  readonly bewit?: string;
  readonly entry?: { readonly resumeUrlBewit?: string };
  readonly uiActions?: readonly UiAction[];
}

export interface UiAction {
  readonly type: string;
  readonly text?: string;
  readonly redirectOptions?: { readonly url?: string };
}

export type SendResult =
  | { readonly kind: 'done'; readonly answer: SendAnswer }
  | { readonly kind: 'invalid'; readonly messages: readonly ItemMessage[] }
  | { readonly kind: 'refused'; readonly text: string }
  /** It may or may not have arrived. */
  | { readonly kind: 'unsent' };

const PAUSES_MS = [1000, 3000, 7000];
const TIMEOUT_MS = 60_000;

export async function sendEntry(request: SendRequest): Promise<SendResult> {
  const { action, form, entry, data, before, token } = request;
  const path = entry === undefined ? `/entry/${action}` : `/entry/${entry.id}/${action}`;
  const body = entry === undefined ? { form, data } : { data };
  const text = `${path} ${JSON.stringify(body)}`;
  const isRepeated = before?.request === text;
  const attempt = isRepeated ? before : { key: newKey(), request: text };
  request.onAttempt(attempt);
  let wasLost = isRepeated;
  for (let tries = 0; ; tries++) {
    try {
      const answer = await callApi<SendAnswer>(request.api, path, {
        body,
        query: { locale: request.locale, bewit: token === undefined ? entry?.bewit : undefined },
        headers: { 'idempotency-key': attempt.key, ...(token === undefined ? {} : { authorization: token }) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { kind: 'done', answer };
    } catch (error) {
      const fault = error instanceof ApiError ? error : new ApiError(0);
      if (!isPassing(fault)) return refusal(fault, wasLost && entry !== undefined && action === 'submit');
      wasLost = true;
      const pause = PAUSES_MS[tries];
      if (pause === undefined || !navigator.onLine) return { kind: 'unsent' };
      request.onRetry();
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** crypto.randomUUID is missing on pages without https. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');
}

function isPassing({ status }: ApiError): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 502;
}

/** `mayBeOurs`: an answer was lost before, so a draft that is already submitted was submitted by us. */
function refusal({ status, id, messages, message }: ApiError, mayBeOurs: boolean): SendResult {
  if (id === 'entry_failed_validation')
    return { kind: 'invalid', messages: (messages ?? []) as readonly ItemMessage[] };
  if (mayBeOurs && status === 403) return { kind: 'done', answer: {} };
  return { kind: 'refused', text: message };
}
