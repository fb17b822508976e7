// Long work on the page, a little at a time: between the steps the browser draws and answers presses.

const sliceMs = 24;

/** The steps' outcome; rejects as `signal` says when nobody waits for it any more. */
export async function runSteps<Outcome>(
  steps: Generator<number, Outcome>,
  { signal, onStep }: { signal: AbortSignal; onStep?: (step: number) => void },
): Promise<Outcome> {
  let until = performance.now() + sliceMs;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    onStep?.(step.value);
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    until = performance.now() + sliceMs;
  }
}
