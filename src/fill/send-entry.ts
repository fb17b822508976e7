// Sends an entry to be saved or submitted, through slow and broken networks, so that it becomes one entry however often it is
// sent. While nobody knows what became of an attempt, every further one has its Idempotency-Key, changed answers too: the
// server then says whether an earlier version was taken, and which. [fill-links.lost-response] [fill-links.failures]

import type { SavedEntry, SubmittedEntry } from '../api-types/entries.ts';
import { ApiError, requestApi } from '../client/call-api.ts';
import type { ItemMessage } from '../core/definition/definition-parts.ts';
import type { JsonObject } from '../core/definition/form-definition.ts';
import type { Locale } from '../core/locale/locale.ts';
import { keyMs, type SendAttempt } from './stored-draft.ts';

export interface SendRequest {
  readonly api: string;
  readonly locale: Locale;
  readonly action: SendAction;
  readonly form: string;
  readonly entry: FilledEntry | undefined;
  /** The version of the form that the page shows: one that would drop answers is not filled in unknowingly. */
  readonly formVersion: number | undefined;
  /** The entry that a new one starts from. */
  readonly clonedFrom: string | undefined;
  /** Of somebody who signed in. */
  readonly appHeaders: Readonly<Record<string, string>> | undefined;
  readonly data: JsonObject;
  /** The last attempt whose response never came. */
  readonly before: SendAttempt | undefined;
  /** Told of the attempt before it leaves. */
  readonly onAttempt: (attempt: SendAttempt) => void;
  readonly onRetry: () => void;
}

export type SendAction = 'save' | 'submit';

/** The draft that is filled. */
export interface FilledEntry {
  readonly id: string;
  readonly bewit?: string | undefined;
  /** Which version of it this page builds on. */
  readonly version?: string | undefined;
}

/** Of a submit, or where the first response was lost, less or nothing of it is known. */
export type SendResponse = Partial<SavedEntry & SubmittedEntry> & Versions;

interface Versions {
  readonly version?: string | undefined;
  readonly formVersion?: number | undefined;
}

export type SendResult =
  | { readonly kind: 'done'; readonly answer: SendResponse }
  /** An earlier attempt was taken after all; this one was not. */
  | { readonly kind: 'earlier'; readonly action: SendAction; readonly answer: SendResponse }
  | { readonly kind: 'invalid'; readonly messages: readonly ItemMessage[]; readonly formVersion?: number | undefined }
  /** The draft was saved elsewhere. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'refused'; readonly text: string; readonly isFileMissing?: boolean }
  | { readonly kind: 'tooLarge' }
  /** It may or may not have arrived. */
  | { readonly kind: 'unsent' };

const pausesMs = [1000, 3000, 7000];
const timeoutMs = 60_000;

export async function sendEntry(request: SendRequest): Promise<SendResult> {
  const { action, form, entry, clonedFrom, data } = request;
  const before = request.before && Date.now() - request.before.time < keyMs ? request.before : undefined;
  const path = entry === undefined ? `/entry/${action}` : `/entry/${entry.id}/${action}`;
  const own = `${path} ${JSON.stringify(entry === undefined ? { form, data, clonedFrom } : { data })}`;
  const earlier = before?.requests.filter((one) => one !== own) ?? [];
  const attempt = { key: before?.key ?? newKey(), time: before?.time ?? Date.now(), requests: [...earlier, own] };
  request.onAttempt(attempt);
  const { answer, fault, wasLost } = await post(request, attempt.key, own);
  if (answer !== undefined) return { kind: 'done', answer };
  if (fault === undefined) return { kind: 'unsent' };
  if (fault.situation === 'idempotencyKeyReused') return findEarlier(request, attempt.key, earlier);
  // A draft has no second chance: once submitted it says so, and where a response was lost the one who submitted it was us.
  const isSubmitted = fault.situation === 'submitSubmitted' || fault.situation === 'saveSubmitted';
  if (isSubmitted && earlier.some(isSubmit)) return { kind: 'earlier', action: 'submit', answer: {} };
  if (isSubmitted && isSubmit(own) && (wasLost || before !== undefined)) return { kind: 'done', answer: {} };
  if (fault.status === 413) return { kind: 'tooLarge' };
  if (fault.situation === 'draftChangedMeanwhile') return { kind: 'conflict' };
  if (fault.situation === 'formChangedMeanwhile')
    return { kind: 'invalid', messages: [], ...versionsIn(fault.headers) };
  if (fault.id !== 'entry_failed_validation') {
    return { kind: 'refused', text: fault.message, isFileMissing: isFileMissing(fault) };
  }
  return { kind: 'invalid', messages: fault.messages ?? [], ...versionsIn(fault.headers) };
}

/** Which of the earlier requests the server took under this key: sent again, it gets its first response. */
async function findEarlier(request: SendRequest, key: string, earlier: readonly string[]): Promise<SendResult> {
  for (const one of earlier) {
    const { answer, fault } = await post(request, key, one);
    if (answer !== undefined) return { kind: 'earlier', action: isSubmit(one) ? 'submit' : 'save', answer };
    if (fault === undefined) return { kind: 'unsent' };
  }
  return { kind: 'refused', text: '' };
}

function isSubmit(one: string): boolean {
  return one.slice(0, one.indexOf(' ')).endsWith('submit');
}

interface Posted {
  readonly answer?: SendResponse;
  /** Missing, with the response: nobody knows whether it arrived. */
  readonly fault?: ApiError;
  readonly wasLost: boolean;
}

/** `own` is a path and a body. Tries again as long as there is hope. */
async function post(
  { api, locale, entry, formVersion, appHeaders, onRetry }: SendRequest,
  key: string,
  own: string,
): Promise<Posted> {
  const [path, body] = [own.slice(0, own.indexOf(' ')), own.slice(own.indexOf(' '))];
  for (let tries = 0; ; tries++) {
    try {
      const { body: answer, headers } = await requestApi<SendResponse>(api, path, {
        body: JSON.parse(body) as unknown,
        query: { locale, formVersion, bewit: appHeaders === undefined ? entry?.bewit : undefined },
        headers: { 'idempotency-key': key, ...(entry?.version && { 'if-match': entry.version }), ...appHeaders },
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { answer: { ...answer, ...versionsIn(headers) }, wasLost: false };
    } catch (error) {
      const fault = error instanceof ApiError ? error : new ApiError(0);
      // The server failed in the middle: another try at once would fail as well.
      if (fault.status === 500 && !isFileMissing(fault)) return { wasLost: true };
      if (!isPassing(fault)) return { fault, wasLost: tries > 0 };
      const pause = pausesMs[tries];
      if (pause === undefined || !navigator.onLine) return { wasLost: true };
      onRetry();
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

function versionsIn(headers: Headers | undefined): Versions {
  return {
    version: headers?.get('etag') ?? undefined,
    formVersion: Number(headers?.get('x-service-form-version')) || undefined,
  };
}

/** crypto.randomUUID is missing on pages without https. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');
}

/** [files.missing] Decided before anything is stored. */
function isFileMissing({ situation }: ApiError): boolean {
  return situation === 'fileMissing';
}

function isPassing({ status, situation }: ApiError): boolean {
  // Today's quota is used up, the disk is full: the words say more than another try a moment later.
  if (status === 507 || situation === 'dailyQuotaReached') return false;
  return status === 0 || status === 408 || status === 429 || status >= 502;
}
