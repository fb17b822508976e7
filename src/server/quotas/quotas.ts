// Takes from quotas, exact over processes: the count and the check are one statement (store/quotas.ts).
// Totals of entries and drafts are not rows of their own: the shared write statement counts them (store/insert-entries.ts).
// [limits.quotas]
import { createHash } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { errors, type ServiceError } from '../base/errors.ts';
import { type DailyKind, isLimitName, type LimitName, type Limits, shareOf } from '../base/quota-limits.ts';
import type { Db } from '../store/connection/db.ts';
import { giveParts, listQuotaLimits, type QuotaPart, takeParts } from '../store/identity/quotas.ts';

export interface QuotaRequest {
  readonly kind: DailyKind;
  readonly account: string;
  readonly form?: string | undefined;
  /** 1 unless said otherwise. */
  readonly amount?: number;
  /** No credential of the account came with the request: only the strangers' share is there for it. */
  readonly isAnonymous: boolean;
  /** Of emails: each address counts 1 in its own quota. */
  readonly recipients?: readonly string[];
}

/** A part with the limit that decides about it. */
export interface WantedAmount extends QuotaPart {
  readonly limit: LimitName;
}

/** A limit that is used up, and the number that decided. */
export interface FullLimit {
  readonly limit: LimitName;
  readonly most: number;
}

export interface Quotas {
  /** All or nothing; throws `errors.quotaReached`: 429 with Retry-After for what is counted by the day, else 403. */
  take(request: QuotaRequest): Promise<void>;
  /** The limit without room instead of an error; undefined: taken. For mail, whose absence never fails a submit. */
  takeOrFindFull(request: QuotaRequest): Promise<FullLimit | undefined>;
  /** What was taken and not used after all. */
  giveBack(request: QuotaRequest): Promise<void>;
  /** The limits of an account. What somebody sets for it counts a few seconds later. */
  limitsOf(account: string): Promise<Limits>;
  /** What may be used of a limit. */
  mostFor(max: number, isAnonymous: boolean): number;
  /** The day that counts now, as `YYYY-MM-DD`. */
  today(): string;
  /** When the next day begins. */
  resetTime(): string;
  /** The error for a part without room. */
  refusal(limit: LimitName): ServiceError;
}

const dayMs = 86_400_000;
const keepLimitsMs = 5_000;

export function createQuotas(services: {
  db: Db;
  clock: Clock;
  config: { readonly quotas: Limits; readonly anonymousPercent: number };
}): Quotas {
  const { db, clock, config } = services;
  let own: { readonly limits: ReadonlyMap<string, Limits>; readonly until: number } | undefined;
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    try {
      const limits = new Map<string, Limits>();
      for (const { account, name, max } of await listQuotaLimits(db.sql)) {
        if (isLimitName(name)) limits.set(account, { ...(limits.get(account) ?? config.quotas), [name]: max });
      }
      own = { limits, until: clock.now() + keepLimitsMs };
    } finally {
      loading = undefined;
    }
  }

  async function limitsOf(account: string): Promise<Limits> {
    const now = clock.now();
    // A clock that was set back must not keep limits for longer.
    if (own === undefined || own.until <= now || own.until > now + keepLimitsMs) {
      loading ??= load();
      await loading;
    }
    return own?.limits.get(account) ?? config.quotas;
  }

  const today = () => new Date(clock.now()).toISOString().slice(0, 10);
  const nextDay = () => (Math.floor(clock.now() / dayMs) + 1) * dayMs;
  const mostFor = (max: number, isAnonymous: boolean) => (isAnonymous ? shareOf(max, config.anonymousPercent) : max);

  function refusal(limit: LimitName): ServiceError {
    const seconds = dailyLimits.has(limit) ? Math.max(1, Math.ceil((nextDay() - clock.now()) / 1000)) : undefined;
    return errors.quotaReached({ limit, seconds });
  }

  async function partsOf(request: QuotaRequest): Promise<WantedAmount[]> {
    const { kind, form, amount = 1, isAnonymous, recipients = [] } = request;
    const limits = await limitsOf(request.account);
    const day = today();
    const wanted = (limit: LimitName, of: { kind: string; part: string; amount: number }): WantedAmount => ({
      ...of,
      limit,
      day,
      max: mostFor(limits[limit], isAnonymous),
    });
    const parts = [wanted(kind, { kind, part: '', amount })];
    if (form !== undefined) parts.push(wanted(`form.${kind}`, { kind, part: form, amount }));
    if (limits.emailsPerRecipient > 0) {
      const times = new Map<string, number>();
      for (const address of recipients) times.set(hashOf(address), (times.get(hashOf(address)) ?? 0) + 1);
      for (const [part, n] of times) parts.push(wanted('emailsPerRecipient', { kind: recipientKind, part, amount: n }));
    }
    return parts;
  }

  async function takeOrFindFull(request: QuotaRequest): Promise<FullLimit | undefined> {
    const parts = await partsOf(request);
    const full = await db.transaction((tx) => takeParts(tx, request.account, parts));
    return full === undefined ? undefined : { limit: parts[full]!.limit, most: parts[full]!.max };
  }

  return {
    async take(request) {
      const full = await takeOrFindFull(request);
      if (full !== undefined) throw refusal(full.limit);
    },
    takeOrFindFull,
    async giveBack(request) {
      const parts = await partsOf(request);
      await db.transaction((tx) => giveParts(tx, request.account, parts));
    },
    limitsOf,
    mostFor,
    today,
    resetTime: () => new Date(nextDay()).toISOString(),
    refusal,
  };
}

const recipientKind = 'emailsPerRecipient';

const dailyLimits: ReadonlySet<LimitName> = new Set([
  'uploads',
  'emails',
  'emailsPerRecipient',
  'pdfs',
  'exports',
  'form.uploads',
  'form.emails',
  'form.pdfs',
  'form.exports',
]);

/** Counting takes no addresses: only whether it is the same one again. */
function hashOf(address: string): string {
  return createHash('sha256').update(address.trim().toLowerCase()).digest('base64url').slice(0, 22);
}

declare module '../base/services.ts' {
  interface Services {
    readonly quotas: Quotas;
  }
}
