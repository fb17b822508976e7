// A new element on the canvas: its label has the focus, all of it selected, so that typing replaces the word it came with.
import { elementAt, type Slot } from '../tree/element-tree.ts';
import type { KindName } from '../tree/kind-texts.ts';
import type { CanvasTools } from './canvas-context.ts';
import { focusAt } from './canvas-focus.ts';
import { replaceElement } from './edit-element.ts';

export function addElement(canvas: CanvasTools, kind: KindName, slot?: Slot): void {
  const { actions, ui } = canvas.builder;
  actions.add(kind, slot);
  // Who adds here goes on here.
  ui.set({ focus: undefined });
  goOn(canvas);
}

/** In the place of an element in which nothing was written yet. */
export function replaceWith(canvas: CanvasTools, kind: KindName, path: string, slot: Slot): void {
  const { draft } = canvas.builder;
  const placed = replaceElement(draft.get().definition, path, slot, kind);
  draft.change(() => placed.definition, undefined, { path: placed.path });
  goOn(canvas);
}

function goOn(canvas: CanvasTools): void {
  const { definition, selected } = canvas.builder.draft.get();
  const added = elementAt(definition, selected);
  if (added === undefined) return;
  canvas.fresh.add(canvas.ids.idOf(added));
  focusAt(canvas, selected, 'all');
}
