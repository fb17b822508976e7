// Work that goes on after the response: whoever asked neither waits for it nor learns from the time whether there was any.
// It is lost when the process ends badly, so it is only for what people can ask for again.
import { ServiceError } from '../base/errors.ts';
import type { Log } from '../base/log-types.ts';
import { createFairLimiter } from './limiter.ts';

export interface BackgroundWork {
  /** `key` is whose work it is: callers take turns. What fails, or finds no room, is logged; the promise resolves either way. */
  start(key: string, work: () => Promise<void>): Promise<void>;
  /** All that was started is done. */
  finished(): Promise<void>;
}

const limits = { maxAtOnce: 2, maxWaitingPerAccount: 50, maxWaiting: 1_000 };

export function createBackgroundWork({ log }: { log: Log }): BackgroundWork {
  const limiter = createFairLimiter(limits);
  const pending = new Set<Promise<void>>();
  return {
    start(key, work) {
      // Not in the same turn: the response goes out first.
      const turn = new Promise<void>((resolve) => setImmediate(resolve)).then(() => limiter.run(key, work));
      const done = turn.catch((error: unknown) => {
        const isFull = error instanceof ServiceError && [429, 503].includes(error.status);
        log.warn(
          { error: String((error as Error).cause ?? error) },
          isFull ? 'left undone: too much waits' : 'left undone',
        );
      });
      pending.add(done);
      void done.then(() => pending.delete(done));
      return done;
    },
    async finished() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

declare module '../base/services.ts' {
  interface Services {
    /** After the response. */
    readonly background: BackgroundWork;
  }
}
