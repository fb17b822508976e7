// Idempotency-Key: the same key and body within 24 hours gets the first response again.
// The key is stored in the transaction that makes the entry, so that of two requests at once only one makes it, in this
// process or another, before or after a restart. The response follows when it is complete, and goes when the entry is deleted.
// [entries.idempotency] [entries.idempotency.owner] [entries.idempotency.deleted]
import { setTimeout as sleep } from 'node:timers/promises';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, ApiResponse, type ResponseHeaders } from '../http/api-request.ts';
import { type IdempotencyKey, idempotencyMs, readIdempotencyKey } from '../http/idempotency-key.ts';
import { createBatchLoader } from '../store/connection/batch-loader.ts';
import { type Db, runAgainOnDeadlock } from '../store/connection/db.ts';
import { findEntry } from '../store/entries/entries.ts';
import { findIdempotencyKey, type KeptResponse, keepResponses, markOwed } from '../store/entries/idempotency-keys.ts';

/** What the work answers when the key was taken while it ran. */
export const keyUsed = Symbol('key used');

/** The first request may still be sending its emails. It says so again and again; one that was silent for this long is dead. */
const maxSilenceMs = 5_000;
const sayEveryMs = 2_000;
const firstPauseMs = 10;
const longestPauseMs = 500;

export interface IdempotentWork {
  readonly request: ApiRequest;
  /** The account of the caller, or the form for callers without a credential. */
  readonly formOrAccount: string;
  /** Gives the response's JSON text, or `keyUsed`. */
  readonly run: (key: IdempotencyKey | undefined) => Promise<string | typeof keyUsed>;
  /** Makes the response again from the entry when the process that owed it is gone. */
  readonly rebuild: (entry: string) => Promise<string>;
  /** Headers of the response, asked when it is known. */
  readonly headersOf?: (json: string) => Promise<ResponseHeaders>;
}

export async function respondOnce<Body>(
  work: IdempotentWork,
  services: Pick<Services, 'clock' | 'log' | 'db' | 'keepResponse'>,
): Promise<ApiResponse<Body>> {
  const { request } = work;
  if (request.idempotencyKey === undefined) {
    const answer = await work.run(undefined);
    if (answer === keyUsed) throw new Error('A write without an idempotency key cannot meet a used one.');
    return ApiResponse.ofJson(answer, await work.headersOf?.(answer));
  }
  const key = readIdempotencyKey(request, work.formOrAccount);
  const known = await findResponse<Body>(key, work, services);
  if (known !== undefined) return known;
  const answer = await whileOwing(key, services, () => work.run(key));
  if (answer !== keyUsed) {
    // The entry is stored, whatever comes of this: without the response, a repetition makes it again from the entry.
    await services.keepResponse({ ...key, answer }).catch((error) => {
      services.log.warn(
        { requestId: request.id, error: String(error) },
        'the response of an idempotency key was not kept',
      );
    });
    return ApiResponse.ofJson(answer, await work.headersOf?.(answer));
  }
  const first = await findResponse<Body>(key, work, services);
  if (first === undefined) throw errors.conflict();
  return first;
}

export type KeepResponse = (kept: KeptResponse) => Promise<void>;

/** Responses that come together are kept together, over few connections. */
export function createResponseKeeper(db: Db): KeepResponse {
  const none = new Map<KeptResponse, never>();
  return createBatchLoader<never, KeptResponse>({
    load: (kept) => runAgainOnDeadlock(() => keepResponses(db.sql, kept)).then(() => none),
    maxInFlight: 2,
  });
}

/** Only work that takes long pays for it. */
async function whileOwing<T>(
  key: IdempotencyKey,
  { db, clock, log }: Pick<Services, 'clock' | 'log' | 'db'>,
  run: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    const until = new Date(clock.now() + maxSilenceMs).toISOString();
    db.transaction((tx) => markOwed(tx, { ...key, until })).catch((error) =>
      log.warn({}, `an owed response could not be marked: ${error}`),
    );
  }, sayEveryMs);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
}

async function findResponse<Body>(
  key: IdempotencyKey,
  work: IdempotentWork,
  services: Pick<Services, 'clock' | 'db'>,
): Promise<ApiResponse<Body> | undefined> {
  const from = new Date(services.clock.now() - idempotencyMs).toISOString();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const known = await findIdempotencyKey(services.db.sql, { ...key, from });
    if (known === undefined) return undefined;
    if (known.requestHash !== key.requestHash) throw errors.idempotencyKeyReused();
    if (known.answer === '') throw await refusalOfGone(known.entry ?? '', services);
    if (known.answer !== null) return replay(known.answer, work);
    const owedUntil = Math.max(
      Date.parse(known.createTime) + maxSilenceMs,
      Date.parse(known.owedUntil ?? known.createTime),
    );
    if (services.clock.now() >= owedUntil && known.entry !== null) return replay(await work.rebuild(known.entry), work);
    await sleep(pauseMs);
  }
}

/** The entry was deleted, or is gone with its form. */
async function refusalOfGone(entry: string, services: Pick<Services, 'db'>): Promise<Error> {
  const row = await findEntry(services.db.sql, entry);
  return row === undefined ? errors.entryNotFound(entry) : errors.refused('editDeleted');
}

async function replay<Body>(answer: string, { headersOf }: IdempotentWork): Promise<ApiResponse<Body>> {
  return ApiResponse.ofJson(answer, { ...(await headersOf?.(answer)), 'idempotent-replayed': 'true' });
}

declare module '../base/services.ts' {
  interface Services {
    readonly keepResponse: KeepResponse;
  }
}
