// How much of a long form is drawn at once. Its lists ask in the order of the form; the rest comes while the browser has nothing else
// to do.

export interface DrawingQueue {
  /** How many of so many elements a list may draw now. */
  take(wanted: number): number;
  readonly waiting: Set<(more: number) => void>;
}

/** About two screens. */
const first = 30;
const next = 30;

export function createDrawingQueue(): DrawingQueue {
  let left = first;
  return {
    waiting: new Set(),
    take(wanted) {
      const taken = Math.min(wanted, Math.max(left, 0));
      left -= wanted;
      // What is added to a form that was drawn is a list of few: it is not kept waiting.
      if (wanted <= 3) return wanted;
      return taken;
    },
  };
}

/** Draws more of one list, and goes on as long as there is something to draw. */
export function growWhenIdle({ waiting }: DrawingQueue, grow: (more: number) => void): () => void {
  waiting.add(grow);
  const run = () => {
    if (!waiting.delete(grow)) return;
    grow(next);
  };
  const handle = 'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 300 }) : setTimeout(run);
  return () => {
    waiting.delete(grow);
    if ('requestIdleCallback' in window) cancelIdleCallback(handle as number);
    else clearTimeout(handle);
  };
}
