// The time of the service is the database's: several machines write one time, whatever their own clocks say. Between two looks
// at it the process counts on by itself, with a clock that nobody can set. docs/choices.md "Time".
// [conventions.times.database]
import type { Clock } from '../../base/clock.ts';
import { readDatabaseTime } from './database-time.ts';
import type { Sql } from './db.ts';

export interface DatabaseClock extends Clock {
  stop(): void;
}

export interface TimeLook {
  /** Of the process's own clock, before the question and after the response. */
  readonly sent: number;
  readonly received: number;
  /** Milliseconds since 1970. */
  readonly database: number;
}

const lookEveryMs = 5_000;
/** Of several looks the quickest is the surest. */
const looksAtOnce = 3;
/** Looks differ by what the way takes; for so little time stands still rather than going back. */
const maxStillMs = 1_000;

/** Fails only when the database cannot be asked at the start; one that goes away later leaves the clock as it is. */
export async function openDatabaseClock(sql: Sql): Promise<DatabaseClock> {
  const time = createCountedTime(() => performance.now());
  const ask = async () => time.take(await quickestLook(sql));
  await ask();
  let isAsking = false;
  const timer = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    ask()
      // Away for a moment, or closing: who needs it for more than the time will say so.
      .catch(() => {})
      .finally(() => {
        isAsking = false;
      });
  }, lookEveryMs).unref();
  return { now: time.now, stop: () => clearInterval(timer) };
}

async function quickestLook(sql: Sql): Promise<TimeLook> {
  const looks: TimeLook[] = [];
  while (looks.length < looksAtOnce) {
    const sent = performance.now();
    const database = await readDatabaseTime(sql);
    looks.push({ sent, received: performance.now(), database });
  }
  return looks.reduce((best, look) => (wayOf(look) < wayOf(best) ? look : best));
}

const wayOf = ({ sent, received }: TimeLook) => received - sent;

/** Counts on from the looks it is given. `ticks` is a clock that is never set. */
export function createCountedTime(ticks: () => number): Clock & { take(look: TimeLook): void } {
  let offset = Number.NaN;
  let unsure = Number.POSITIVE_INFINITY;
  let last = 0;
  return {
    now() {
      const time = Math.floor(ticks() + offset);
      // Whole milliseconds, and none back unless the database's own clock went back.
      last = time < last && last - time <= maxStillMs ? last : time;
      return last;
    },
    take(look) {
      const seen = look.database - (look.sent + look.received) / 2;
      const seenUnsure = wayOf(look) / 2;
      // A slow look that agrees with a quicker one says nothing new.
      if (seenUnsure >= unsure && Math.abs(seen - offset) <= seenUnsure) return;
      offset = seen;
      unsure = seenUnsure;
    },
  };
}
