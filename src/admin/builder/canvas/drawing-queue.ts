// How much of a long form is drawn at once. Its lists ask in the order of the form; the rest comes while the browser has nothing else
// to do. What appears after that is drawn at once.

export interface DrawingQueue {
  /** How many of so many elements a list may draw now. */
  take(wanted: number): number;
  /** Draws more of a list that is not whole, when the browser is idle; the function ends it. */
  wait(grow: (more: number) => void): () => void;
}

/** About two screens. */
const first = 30;
const next = 30;
const longestWaitMs = 300;

export function createDrawingQueue(): DrawingQueue {
  let left = first;
  let isOver = false;
  const waiting = new Set<(more: number) => void>();
  let isPlanned = false;
  const plan = () => {
    if (isPlanned) return;
    isPlanned = true;
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: longestWaitMs });
    else setTimeout(run);
  };
  const run = () => {
    isPlanned = false;
    const [grow] = waiting;
    if (grow === undefined) {
      isOver = true;
      return;
    }
    waiting.delete(grow);
    grow(next);
    plan();
  };
  // Once the first lists have asked.
  plan();
  return {
    take(wanted) {
      if (isOver) return wanted;
      const taken = Math.min(wanted, Math.max(left, 0));
      left -= taken;
      return taken;
    },
    wait(grow) {
      waiting.add(grow);
      plan();
      return () => waiting.delete(grow);
    },
  };
}
