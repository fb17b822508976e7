// Writes that lock a form's counters outside the write queue: edits, deletions, generateEntries, changes of the form, openings of it.
// The counters may be held for seconds, by a PDF or by the deletion of a large form, and whoever waits for them in the database
// keeps a connection from everybody. So of each form one write is there, which costs nothing as they lock one row, and the others
// wait here. [entries.shared-commits]
import { errors } from '../errors.ts';
import { createFairLimiter } from '../limiter.ts';

export interface CounterWrites {
  /** Throws the 503 after 10 s in line. */
  run<T>(form: string, work: () => Promise<T>): Promise<T>;
}

const limits = { maxAtOnce: 4, maxPerAccount: 1, maxWaitingPerAccount: 1_000, maxWaiting: 4_000 };
/** As long as a statement waits for a connection. */
const maxWaitMs = 10_000;

export function createCounterWrites(): CounterWrites {
  const limiter = createFairLimiter(limits);
  return {
    async run(form, work) {
      const wait = new AbortController();
      const timer = setTimeout(() => wait.abort(errors.busy()), maxWaitMs);
      const begin = () => {
        clearTimeout(timer);
        return work();
      };
      try {
        return await limiter.run(form, begin, wait.signal);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
