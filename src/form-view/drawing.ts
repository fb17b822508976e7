// How far a form is drawn. All of it at once, except a long one: the first screens, so that nothing that is in sight moves, and what
// is below them bit by bit, as the code that only long forms load says (open-drawing.ts). [fill-links.quality]
import { useEffect, useState } from 'preact/hooks';
import { createStore, type Store } from '../web/store.ts';
import type { FormState } from './form-state.ts';
import type { ViewNode } from './view-node.ts';

/** Forms up to here are drawn at once: they are as quick. */
export const longFrom = 80;

export interface Drawing extends Store<{ readonly limit: number }> {
  /** The line of a node; none within a repeat, whose rows are drawn whole. */
  readonly lines: ReadonlyMap<ViewNode, number>;
  /** Whether the form has been drawn once: what appears later may come bit by bit. */
  isOver: boolean;
}

/** Neighbours that are drawn together. */
export type Run = readonly [ViewNode, ...ViewNode[]];

export interface LongDrawing {
  readonly openDrawing: (state: FormState) => Drawing;
  /** Draws the rest of a long form: see grow-drawing.ts. Answers a function that ends it. */
  readonly growDrawing: (drawing: Drawing, state: FormState) => () => void;
}

/** Without `long`, whose code may not have come, all is drawn at once. */
export function useDrawing(state: FormState, long: LongDrawing | undefined): Drawing {
  const [drawing] = useState(() => long?.openDrawing(state) ?? startDrawing(Number.POSITIVE_INFINITY, new Map()));
  useEffect(() => {
    if (!isWhole(drawing)) return long?.growDrawing(drawing, state);
    drawing.isOver = true;
    return undefined;
  }, []);
  return drawing;
}

export function startDrawing(limit: number, lines: Drawing['lines']): Drawing {
  return { ...createStore({ limit }), lines, isOver: false };
}

export function isWhole({ get }: Drawing): boolean {
  return get().limit === Number.POSITIVE_INFINITY;
}
