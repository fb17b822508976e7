// Creates a form or an options set once per Idempotency-Key. The key is stored in the transaction that creates it, together with its id; a
// repeated request gets that id and shows what is stored under it now. [forms.write.once] [options-sets.create.once]

import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import type { Transaction } from '../store/connection/db.ts';
import { findIdempotencyKey, takeIdempotencyKey } from '../store/entries/idempotency-keys.ts';
import { type ApiRequest, callerOf } from './api-request.ts';
import { type IdempotencyKey, idempotencyMs, readIdempotencyKey } from './idempotency-key.ts';

export interface IdempotentResult<T> {
  readonly id: string;
  /** Undefined when an earlier request with the key made it. */
  readonly made?: T;
}

export const repeatedHeaders = { 'idempotent-replayed': 'true' };

export async function createIdempotently<T extends object>(
  request: ApiRequest,
  services: Pick<Services, 'clock' | 'newId' | 'db'>,
  make: (tx: Transaction, facts: { id: string; time: string }) => Promise<T>,
): Promise<IdempotentResult<T>> {
  const { account } = callerOf(request);
  const key = request.idempotencyKey === undefined ? undefined : readIdempotencyKey(request, account);
  const from = new Date(services.clock.now() - idempotencyMs).toISOString();
  const known = key && (await findMade(key, from, services));
  if (known !== undefined) return known;
  const facts = { id: services.newId(), time: isoNow(services.clock) };
  const makeNow = async (tx: Transaction) => {
    // Waits for another request with the same key until its transaction has ended.
    const isFree =
      key === undefined || (await takeIdempotencyKey(tx, { ...key, entry: facts.id, time: facts.time, from }));
    return isFree ? make(tx, facts) : undefined;
  };
  const made = await services.db.transaction(makeNow, { lane: `account ${account}` });
  if (made !== undefined || key === undefined) return { id: facts.id, ...(made && { made }) };
  const first = await findMade(key, from, services);
  if (first === undefined) throw errors.conflict();
  return first;
}

async function findMade(
  key: IdempotencyKey,
  from: string,
  { db }: Pick<Services, 'db'>,
): Promise<{ id: string } | undefined> {
  const known = await findIdempotencyKey(db.sql, { ...key, from });
  if (known === undefined) return undefined;
  if (known.requestHash !== key.requestHash || known.entry === null) throw errors.idempotencyKeyReused();
  return { id: known.entry };
}
