// Where the focus is in the canvas, and where it goes. What a change is about to draw is not there yet: it is looked for after the
// drawing, before the next key can arrive.
import type { CanvasTools } from './canvas-context.ts';

export type Caret = 'all' | 'end' | 'start';

export function focusText(text: HTMLElement | null | undefined, caret: Caret = 'end'): boolean {
  if (!text) return false;
  text.focus({ preventScroll: true });
  const selection = getSelection();
  if (caret === 'all') selection?.setBaseAndExtent(text, 0, text, text.childNodes.length);
  else selection?.collapse(text, caret === 'end' ? text.childNodes.length : 0);
  text.scrollIntoView({ block: 'nearest' });
  return true;
}

/** The item, or, with a caret, its first text; an item without one has the focus itself. */
export function focusAt(canvas: CanvasTools, path: string | undefined, caret?: Caret): void {
  afterDrawing(() => {
    const item = canvas.itemAt(path);
    if (item === null) return false;
    const text = caret === undefined ? undefined : textsIn(item)[0];
    if (text !== undefined) return focusText(text, caret);
    item.focus({ preventScroll: true });
    item.scrollIntoView({ block: 'nearest' });
    return true;
  });
}

/** The drawing that was asked for comes as a microtask; a long form draws what is far down a little later. */
export function afterDrawing(work: () => boolean): void {
  queueMicrotask(() => {
    if (work()) return;
    requestAnimationFrame(() => requestAnimationFrame(() => void work()));
  });
}

/** The texts of an item that are typed in, without those of what is inside it. */
export function textsIn(item: HTMLElement): HTMLElement[] {
  return [...item.querySelectorAll<HTMLElement>('[data-edit]')].filter((text) => text.closest('.cv-item') === item);
}

export function itemOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.cv-item') : null;
}

export function idOfItem(item: HTMLElement): string {
  return item.id.slice('cv-'.length);
}

/** From the caret: whether the line above or below would be another text's. */
export function isAtEdge(text: HTMLElement, root: ShadowRoot, side: 'top' | 'bottom'): boolean {
  const caret = caretBox(root);
  if (caret === undefined || caret.height === 0) return true;
  const box = text.getBoundingClientRect();
  const line = caret.height * 0.75;
  return side === 'top' ? caret.top - box.top < line : box.bottom - caret.bottom < line;
}

interface Inside {
  getSelection?(): Selection | null;
}

interface Composed {
  getComposedRanges?(options: { shadowRoots: ShadowRoot[] }): StaticRange[];
}

/** Engines differ in how a selection within a shadow root is asked for: some show its host only. */
function caretBox(root: ShadowRoot): DOMRect | undefined {
  const selection = (root as Inside).getSelection?.() ?? getSelection();
  if (selection === null || selection.rangeCount === 0) return undefined;
  const [composed] = (selection as Composed).getComposedRanges?.({ shadowRoots: [root] }) ?? [];
  const range = document.createRange();
  const { startContainer, startOffset, endContainer, endOffset } = composed ?? selection.getRangeAt(0);
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return range.getBoundingClientRect();
}
