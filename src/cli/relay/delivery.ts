// Delivers changes: several at a time, those of one entry one after the other. What the target does not take is set aside and tried again
// later, so that it holds up no other entry; when too much is set aside, nothing more is read. [relay.order] [relay.stuck]
import type { Change } from '../../../packages/client/src/index.ts';
import { eventOf, type RelayEvent } from './relay-event.ts';
import type { WaitingChange } from './relay-state.ts';
import { createSlots } from './slots.ts';
import { type Outcome, pauseAfter } from './target.ts';

export interface DeliveryOptions {
  readonly send: (event: RelayEvent) => Promise<Outcome>;
  /** The change as it is now; `nothing` when there is nothing to tell any more, `later` when the service is away. */
  readonly readAgain: (waiting: WaitingChange) => Promise<Change | 'nothing' | 'later'>;
  /** Set aside by an earlier run. */
  readonly waiting: readonly WaitingChange[];
  readonly parallel: number;
  readonly maxWaiting: number;
  readonly now: () => number;
  readonly random: () => number;
  /** Rejects when `stop` does. */
  readonly sleep: (milliseconds: number, stop: AbortSignal) => Promise<void>;
  /** Nothing new is begun. */
  readonly stop: AbortSignal;
  /** The target wants nothing any more. */
  readonly onGone: () => void;
  readonly onSetAside: (waiting: WaitingChange) => void;
  /** Too much is set aside: a change waits for room. */
  readonly onHeld: () => void;
}

export interface Delivery {
  /** Comes back when each was tried once; false when the relay stopped before. */
  deliver(changes: readonly Change[]): Promise<boolean>;
  /** Tries again what is due, until the relay stops; `saved` is called after each. */
  retry(saved: () => Promise<void>): Promise<void>;
  /** Tries all of it again once. */
  retryAll(): Promise<void>;
  /** Comes back when nothing is on its way. */
  settle(): Promise<void>;
  waiting(): WaitingChange[];
  readonly counts: { delivered: number; failed: number };
}

const tickMs = 250;

export function createDelivery(options: DeliveryOptions): Delivery {
  const { send, readAgain, parallel, maxWaiting, now, random, sleep, stop } = options;
  const waiting = new Map(options.waiting.map((one) => [one.entry, one]));
  /** The end of what is on its way for an entry. */
  const lines = new Map<string, Promise<void>>();
  const firsts = createSlots(parallel);
  // Places of their own: what is tried again never keeps what is new from its first attempt.
  const repeats = createSlots(Math.max(1, Math.floor(parallel / 2)));
  const counts = { delivered: 0, failed: 0 };
  /** By entry, what was read again and sent: a page that was read before that may still bring an older change. */
  const sentAgain = new Map<string, Age>();
  let notBefore = 0;

  const inLine = (entry: string, work: () => Promise<void>): Promise<void> => {
    const done = (lines.get(entry) ?? Promise.resolve()).then(work);
    const end = done.catch(() => {});
    lines.set(entry, end);
    void end.then(() => {
      if (lines.get(entry) === end) lines.delete(entry);
    });
    return done;
  };

  /** False when the relay stopped meanwhile. */
  const waitFor = async (isSo: () => boolean): Promise<boolean> => {
    while (!isSo() && !stop.aborted) await sleep(tickMs, stop).catch(() => {});
    return !stop.aborted;
  };

  const attempt = async (change: Change): Promise<void> => {
    if (!(await waitFor(() => now() >= notBefore))) return;
    const event = eventOf(change);
    const startedAt = now();
    const outcome = await send(event);
    if (outcome.kind === 'gone') return options.onGone();
    if (outcome.kind === 'delivered') {
      // Taken is taken, whatever becomes of the rest of the response.
      await outcome.response.body?.cancel().catch(() => {});
      counts.delivered += 1;
      waiting.delete(change.id);
      return;
    }
    counts.failed += 1;
    notBefore = Math.max(notBefore, now() + outcome.pauseMs);
    setAside(change, { error: outcome.error, startedAt });
  };

  const setAside = (change: Change, { error, startedAt }: { error: string; startedAt: number }): void => {
    const before = waiting.get(change.id);
    const attempts = (before?.attempts ?? 0) + 1;
    const iso = (time: number) => new Date(time).toISOString();
    const aside: WaitingChange = {
      entry: change.id,
      deletedAt: change.kind === 'deleted' ? change.deletedAt : null,
      attempts,
      since: before?.since ?? iso(startedAt),
      lastAttempt: iso(startedAt),
      nextAttempt: iso(now() + pauseAfter(attempts, random)),
      error,
    };
    waiting.set(change.id, aside);
    options.onSetAside(aside);
  };

  const soon = () => new Date(now() + pauseAfter(1, random)).toISOString();

  const repeat = (entry: string): Promise<void> =>
    repeats.run(() =>
      inLine(entry, async () => {
        const aside = waiting.get(entry);
        if (aside === undefined || stop.aborted) return;
        const change = await readAgain(aside);
        if (change === 'nothing') waiting.delete(entry);
        else if (change === 'later') waiting.set(entry, { ...aside, nextAttempt: soon() });
        else {
          noteSent(sentAgain, change);
          await attempt(change);
        }
      }),
    );

  return {
    counts,
    waiting: () => [...waiting.values()],
    async deliver(changes) {
      let isHeld = false;
      const first = async (change: Change): Promise<void> => {
        // A change of an entry that is set aside takes its place there.
        const hasRoom = () => waiting.size < maxWaiting || waiting.has(change.id);
        for (let isDone = false; !isDone; ) {
          if (!hasRoom() && !isHeld) {
            isHeld = true;
            options.onHeld();
          }
          // Room is not waited for in a slot: changes of entries that are set aside would wait behind it, and the next attempts of
          // those, which make room, behind them.
          if (!(await waitFor(hasRoom))) return;
          isDone = await firsts.run(async () => {
            if (!hasRoom()) return false;
            if (!isBefore(ageOf(change), sentAgain.get(change.id))) await attempt(change);
            return true;
          });
        }
      };
      await Promise.all(changes.map((change) => inLine(change.id, () => first(change))));
      return !stop.aborted;
    },
    async retry(saved) {
      const busy = new Set<string>();
      const failures: unknown[] = [];
      while (!stop.aborted && failures.length === 0) {
        for (const { entry, nextAttempt } of waiting.values()) {
          if (busy.has(entry) || Date.parse(nextAttempt) > now()) continue;
          busy.add(entry);
          void repeat(entry)
            .then(saved)
            .catch((error) => failures.push(error))
            .finally(() => busy.delete(entry));
        }
        await sleep(tickMs, stop).catch(() => {});
      }
      if (failures.length > 0) throw failures[0];
    },
    async retryAll() {
      await Promise.all([...waiting.keys()].map(repeat));
    },
    async settle() {
      while (lines.size > 0) await Promise.all(lines.values());
    },
  };
}

/** Two changes of an entry can have the same time; then the one with more actions is the later one. */
interface Age {
  readonly time: string;
  readonly actions: number;
}

function ageOf(change: Change): Age {
  if (change.kind === 'deleted') return { time: change.deletedAt, actions: Number.POSITIVE_INFINITY };
  return { time: change.entry.changedAt ?? '', actions: change.entry.actions?.length ?? 0 };
}

function isBefore(one: Age, other: Age | undefined): boolean {
  if (other === undefined) return false;
  return one.time < other.time || (one.time === other.time && one.actions < other.actions);
}

const maxSentAgain = 10_000;

function noteSent(sentAgain: Map<string, Age>, change: Change): void {
  sentAgain.delete(change.id);
  sentAgain.set(change.id, ageOf(change));
  if (sentAgain.size > maxSentAgain) sentAgain.delete(sentAgain.keys().next().value as string);
}
