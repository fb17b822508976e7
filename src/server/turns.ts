// Long work takes turns: each piece of it keeps a core and a database connection busy, and requests of people must go on
// beside it. Those that wait do so in the order they came, and leave when their caller does.
export interface Turns {
  /** Runs the work when its turn comes; throws the signal's reason if it was aborted before that. */
  run<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
}

export function createTurns({ maxAtOnce }: { maxAtOnce: number }): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;

  function waitForTurn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        running += 1;
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal?.reason);
      };
      if (running < maxAtOnce) return start();
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(start);
    });
  }

  return {
    async run(work, signal) {
      signal?.throwIfAborted();
      await waitForTurn(signal);
      try {
        return await work();
      } finally {
        running -= 1;
        waiting.shift()?.();
      }
    },
  };
}
