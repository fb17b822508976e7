// Draws the rest of a long form while the browser has nothing else to do, in the order of the form. Comes with the code that only long
// forms load. [fill-links.long]
import { isWhole, type LongDrawing } from './drawing.ts';
import { finish } from './open-drawing.ts';

/** Drawn one after the other, until a piece is over. */
const stepLines = 60;
/**
 * Chromium looks for what it could fill in after each change of a form, and for that lays out what is out of sight, until there are
 * more than 200 fields: with those in one piece it has nothing to look at.
 */
const pieceLines = 240;
/** Of a piece where the browser does not tell of a press that waits, on a machine of today. */
const pieceMs = 12;

export const growDrawing: LongDrawing['growDrawing'] = (drawing, state) => {
  const { get, set } = drawing;
  const lastLine = Math.max(...drawing.lines.values());
  const isPressed = findInputPending();
  let isEnded = false;
  const grow = async () => {
    const start = performance.now();
    const from = get().limit;
    const isOver = () =>
      isPressed ? isPressed() || get().limit - from >= pieceLines : performance.now() - start >= pieceMs;
    do {
      const limit = get().limit + stepLines;
      if (limit <= lastLine) set({ limit });
      else finish(drawing);
      // What is new is drawn meanwhile.
      await undefined;
    } while (!isWhole(drawing) && !isOver());
    goOn();
  };
  const goOn = () => {
    drawing.isOver = isWhole(drawing);
    if (drawing.isOver || isEnded) return;
    if ('requestIdleCallback' in window) requestIdleCallback(grow, { timeout: 200 });
    else setTimeout(grow);
  };
  goOn();
  const finishNow = () => finish(drawing);
  addEventListener('beforeprint', finishNow);
  // Messages lead to their fields.
  const end = state.subscribe(() => state.get().isAllShown && finishNow());
  return () => {
    isEnded = true;
    end();
    removeEventListener('beforeprint', finishNow);
  };
};

/** Whether somebody waits for a response to a press; no browser but Chromium can say. */
function findInputPending(): (() => boolean) | undefined {
  const { scheduling } = navigator as { scheduling?: { isInputPending?(): boolean } };
  return scheduling?.isInputPending && (() => scheduling.isInputPending!());
}
