// What the relay remembers: how far it is (the client's cursor), and the changes behind it that the target has not taken yet. Of those
// only ids and times are kept, no answers: they are read again from the service when they are sent again. [relay.state]
import { CommandError } from '../command.ts';

export interface RelayState {
  readonly version: 1;
  /** What the cursor belongs to. */
  readonly service: string;
  readonly form: string | null;
  readonly to: string;
  /** Where it began; only counts until there is a cursor. */
  readonly since: string | null;
  readonly cursor: string | null;
  readonly waiting: readonly WaitingChange[];
}

/** A change that the target refused, or did not respond in time. */
export interface WaitingChange {
  readonly entry: string;
  /** Of a deletion; null for an entry that is there. */
  readonly deletedAt: string | null;
  readonly attempts: number;
  /** When it was tried first, last, and will be tried next. */
  readonly since: string;
  readonly lastAttempt: string;
  readonly nextAttempt: string;
  /** What became of the last attempt, in a few words. */
  readonly error: string;
}

export type Followed = Pick<RelayState, 'service' | 'form' | 'to'>;

/** `from` names the place for errors. */
export function readState(text: string, from: string): RelayState {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CommandError(`${from} is not the state of a relay: it is not JSON.`);
  }
  if (!isState(value)) throw new CommandError(`${from} is not the state of a relay.`);
  return value;
}

function isState(value: unknown): value is RelayState {
  if (typeof value !== 'object' || value === null) return false;
  const { version, service, form, to, since, cursor, waiting } = value as Record<string, unknown>;
  return (
    version === 1 &&
    typeof service === 'string' &&
    typeof to === 'string' &&
    (form === null || typeof form === 'string') &&
    (since === null || (typeof since === 'string' && !Number.isNaN(Date.parse(since)))) &&
    (cursor === null || isCursor(cursor)) &&
    Array.isArray(waiting) &&
    waiting.every(isWaiting)
  );
}

function isCursor(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    const { from, last, seen } = JSON.parse(value) as Record<string, unknown>;
    return typeof from === 'string' && typeof last === 'string' && typeof seen === 'object' && seen !== null;
  } catch {
    return false;
  }
}

function isWaiting(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { entry, deletedAt, attempts, since, lastAttempt, nextAttempt, error } = value as Record<string, unknown>;
  const times = [since, lastAttempt, nextAttempt];
  return (
    [entry, error].every((text) => typeof text === 'string') &&
    times.every((time) => typeof time === 'string' && !Number.isNaN(Date.parse(time))) &&
    typeof attempts === 'number' &&
    (deletedAt === null || typeof deletedAt === 'string')
  );
}

/** A cursor of another service or form would leave changes out without a word. */
export function checkFollows(state: RelayState, { service, form }: Followed, from: string): void {
  if (state.service === service && state.form === form) return;
  const what = state.form === null ? 'all forms' : `form ${state.form}`;
  throw new CommandError(`${from} belongs to ${what} of ${state.service}. Choose another one with --state.`);
}
