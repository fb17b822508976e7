// Work that holds the event loop for a while and cannot be cut into slices: an account's one piece at a time, and after each a
// pause, so that everybody else has the loop for most of the time.
import { setTimeout as sleep } from 'node:timers/promises';
import { createFairLimiter, type FairLimits } from './limiter.ts';

export interface PacedWork {
  /** Only what the work does before it first waits for something is measured and queued. */
  run<T>(account: string, work: () => Promise<T> | T): Promise<T>;
}

export interface PacedOptions extends FairLimits {
  /** How long the pause is, in durations of the work before it. */
  readonly pauses: number;
  readonly now?: () => number;
}

export function createPacedWork({ pauses, now = processorMs, ...limits }: PacedOptions): PacedWork {
  const limiter = createFairLimiter(limits);
  return {
    run: (account, work) =>
      new Promise((resolve, reject) => {
        const turn = limiter.run(account, async () => {
          const start = now();
          begin(work).then(resolve, reject);
          // Whoever asked has the result already; the place stays taken.
          await sleep(pauses * (now() - start));
        });
        turn.catch(reject);
      }),
  };
}

async function begin<T>(work: () => Promise<T> | T): Promise<T> {
  return work();
}

/** Processor time: on a busy machine everything takes long, and none of it is to blame. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
