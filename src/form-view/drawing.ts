// How far a long form is drawn: the first screens at once, so that nothing that is in sight moves, and what is below them bit by
// bit, in the order of the form, while the browser has nothing else to do. All of it is in the document a moment later: to be
// searched, reached by keyboard, linked to. [fill-links.quality]
import { useEffect, useState } from 'preact/hooks';
import { createStore, type Store } from '../web/store.ts';
import type { FormState } from './form-state.ts';
import { entryPlace } from './row-place.ts';
import type { ViewNode } from './view-node.ts';

// In lines: what is beside each other counts once, what is hidden not at all.
/** About two screens. */
const firstLines = 20;
/** Forms up to here are drawn at once: they are as quick. */
export const longFrom = 80;

export interface Drawing extends Store<{ readonly limit: number }> {
  /** The line of a node; none within a repeat, whose rows are drawn whole. */
  readonly lines: ReadonlyMap<ViewNode, number>;
  /** Whether the form has been drawn once: what appears later may come bit by bit. */
  isOver: boolean;
}

/** Draws the rest of a long form: see grow-drawing.ts. Answers a function that ends it. */
export type GrowDrawing = (drawing: Drawing, state: FormState) => () => void;

/** Without `grow`, whose code may not have come, the rest is drawn at once. */
export function useDrawing(state: FormState, grow: GrowDrawing = finish): Drawing {
  const [drawing] = useState(() => openDrawing(state));
  useEffect(() => {
    if (!isWhole(drawing)) return grow(drawing, state);
    drawing.isOver = true;
    return undefined;
  }, []);
  return drawing;
}

export function isWhole({ get }: Drawing): boolean {
  return get().limit === Number.POSITIVE_INFINITY;
}

export function finish(drawing: Drawing): () => void {
  if (!isWhole(drawing)) drawing.set({ limit: Number.POSITIVE_INFINITY });
  drawing.isOver = true;
  return () => {};
}

/** Whether a node is far below what is seen first. */
export function isFar({ lines }: Drawing, node: ViewNode): boolean {
  return (lines.get(node) ?? 0) >= firstLines;
}

export function countDrawn({ lines, get }: Drawing, runs: readonly Run[]): number {
  const { limit } = get();
  if (limit === Number.POSITIVE_INFINITY) return runs.length;
  const undrawn = runs.findIndex(([node]) => (lines.get(node) ?? 0) >= limit);
  return undrawn < 0 ? runs.length : undrawn;
}

/** Neighbours that are drawn together. */
export type Run = readonly [ViewNode, ...ViewNode[]];

function openDrawing({ tree, isHidden }: FormState): Drawing {
  const lines = new Map<ViewNode, number>();
  /** The line after the node. */
  const placeNode = (node: ViewNode, line: number): number => {
    lines.set(node, line);
    if (isHidden(node.elementPath, entryPlace)) return line;
    const place = (nodes: readonly ViewNode[]) => nodes.reduce((next, child) => placeNode(child, next), line);
    switch (node.kind) {
      case 'section':
        return place(node.children);
      case 'row':
        return Math.max(line, ...node.columns.map(place));
      case 'tabs':
        return Math.max(line, ...node.tabs.map(({ children }) => place(children)));
      default:
        return line + 1;
    }
  };
  const count = tree === undefined || isWantedWhole() ? 0 : placeNode(tree, 0);
  const isLong = count > longFrom;
  const store = createStore({ limit: isLong ? firstLines : Number.POSITIVE_INFINITY });
  return { ...store, lines: isLong ? lines : new Map(), isOver: false };
}

/** In a frame that is as high as the form, all of it is in sight; and an address may lead to any place of the form. */
function isWantedWhole(): boolean {
  return document.documentElement.classList.contains('embedded') || location.hash !== '';
}
