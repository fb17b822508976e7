// A client that was silent because it had no turn of the processor proves nothing about a server that closes what is quiet.

export interface Turns {
  /** Whether this process had no turn for so long that a kept connection of its may count as quiet: see drain-connections.ts. */
  wasAway(): boolean;
  stop(): void;
}

export function watchTurns(): Turns {
  let lastTurn = performance.now();
  let longestMs = 0;
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - lastTurn);
    lastTurn = performance.now();
  }, 10);
  return { wasAway: () => longestMs > 250, stop: () => clearInterval(timer) };
}
