// Work on the whole form that nobody waits for: it begins when changes pause, goes on in short pieces so that the next key
// is answered at once, and starts over when there is another change.
import type { Steps } from '../../../core/definition/steps.ts';

const restMilliseconds = 120;
const pieceMilliseconds = 6;

export interface IdleWork {
  /** Something changed: whatever was under way is about an older form. */
  restart(): void;
  stop(): void;
}

export function createIdleWork<Result>(begin: () => Steps<Result>, take: (result: Result) => void): IdleWork {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = (steps: Steps<Result>) => {
    const end = performance.now() + pieceMilliseconds;
    let step = steps.next();
    while (!step.done && performance.now() < end) step = steps.next();
    if (step.done) take(step.value);
    else timer = setTimeout(run, 0, steps);
  };
  const stop = () => clearTimeout(timer);
  return {
    restart() {
      stop();
      timer = setTimeout(() => run(begin()), restMilliseconds);
    },
    stop,
  };
}
