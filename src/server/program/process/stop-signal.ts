// When to stop.

// A group signal and npm's own forwarding may deliver it twice: the first one counts, the others change nothing.
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
  });
}
