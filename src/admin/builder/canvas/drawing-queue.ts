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
  const later = (work: () => void) => {
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: longestWaitMs });
    else setTimeout(work);
  };
  const run = () => {
    const [grow] = waiting;
    if (grow === undefined) {
      isOver = true;
      return;
    }
    waiting.delete(grow);
    grow(next);
    later(run);
  };
  // Once the first lists have asked.
  later(run);
  return {
    take(wanted) {
      if (isOver) return wanted;
      const taken = Math.min(wanted, Math.max(left, 0));
      left -= taken;
      return taken;
    },
    wait(grow) {
      waiting.add(grow);
      return () => waiting.delete(grow);
    },
  };
}
