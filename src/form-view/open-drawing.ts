// How far a long form is drawn: the first screens at once, and what is below them in the order of the form, while the browser has
// nothing else to do. All of it is in the document a moment later: to be searched, reached by keyboard, linked to. [fill-links.long]
import { type Drawing, isWhole, longFrom, type Run, startDrawing } from './drawing.ts';
import type { FormState } from './form-state.ts';
import { entryPlace } from './row-place.ts';
import type { ViewNode } from './view-node.ts';

// In lines: what is beside each other counts once, what is hidden not at all.
/** About two screens. */
export const firstLines = 20;
/** About what is seen first: what is below may wait until it comes near. */
const seenLines = 8;

export function openDrawing({ tree, isHidden }: FormState): Drawing {
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
  return count > longFrom ? startDrawing(firstLines, lines) : startDrawing(Number.POSITIVE_INFINITY, new Map());
}

/** In a frame that is as high as the form, all of it is in sight; and an address may lead to any place of the form. */
function isWantedWhole(): boolean {
  return document.documentElement.classList.contains('embedded') || location.hash !== '';
}

export function finish(drawing: Drawing): void {
  if (!isWhole(drawing)) drawing.set({ limit: Number.POSITIVE_INFINITY });
  drawing.isOver = true;
}

/** Whether a node is below what is seen first. */
export function isFar({ lines }: Drawing, node: ViewNode): boolean {
  return (lines.get(node) ?? 0) >= seenLines;
}

export function countDrawn(drawing: Drawing, runs: readonly Run[]): number {
  if (isWhole(drawing)) return runs.length;
  const { limit } = drawing.get();
  const undrawn = runs.findIndex(([node]) => (drawing.lines.get(node) ?? 0) >= limit);
  return undrawn < 0 ? runs.length : undrawn;
}
