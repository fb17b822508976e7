// Elements are dragged by themselves, with the mouse, a pen or a finger that rests on one. The browser's own dragging does not see
// into a shadow root.
import { selectedElements, selectOnly } from '../draft/selection.ts';
import { elementAt } from '../tree/element-tree.ts';
import type { CanvasScope } from './canvas-context.ts';
import { focusAt, idOfItem, itemOf } from './canvas-focus.ts';
import { type DropPlace, findDrop } from './drop-place.ts';

/** What is shown while something is dragged. */
export interface DragView {
  readonly x: number;
  readonly y: number;
  readonly titles: readonly string[];
  readonly line: DropPlace['line'] | undefined;
}

const farMouse = 6;
const farFinger = 10;
const restMs = 400;
const edge = 70;
const fastest = 18;

interface Pressed {
  readonly item: HTMLElement;
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  /** A finger must rest first, unless it is on the handle. */
  readonly isFinger: boolean;
}

/** Listens to a canvas; the function ends it. */
export function listenToDragging(
  canvas: CanvasScope,
  box: HTMLElement,
  show: (view: DragView | undefined) => void,
  titleOf: (path: string) => string,
): () => void {
  let pressed: Pressed | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let dragged: { paths: readonly string[]; items: readonly HTMLElement[] } | undefined;
  let point = { x: 0, y: 0 };
  let frame = 0;
  let place: DropPlace | undefined;

  const begin = () => {
    if (pressed === undefined) return;
    const { builder } = canvas;
    const own = canvas.pathOfId(idOfItem(pressed.item));
    if (own === undefined) return stop();
    if (!selectedElements(builder).includes(own)) selectOnly(builder, own);
    const paths = selectedElements(builder);
    const items = paths.flatMap((path) => canvas.itemAt(path) ?? []);
    dragged = { paths, items };
    for (const item of items) item.classList.add('cv-dragged');
    box.classList.add('cv-dragging');
    getSelection()?.removeAllRanges();
    navigator.vibrate?.(15);
    draw();
  };
  const draw = () => {
    frame = 0;
    if (dragged === undefined) return;
    const isScrolled = scrollAtEdge(canvas.root.host, point.y);
    place = findDrop(canvas, point, dragged.items);
    show({ ...point, titles: dragged.paths.map(titleOf), line: place?.line });
    if (isScrolled) frame = requestAnimationFrame(draw);
  };
  const stop = () => {
    clearTimeout(resting);
    cancelAnimationFrame(frame);
    frame = 0;
    for (const item of dragged?.items ?? []) item.classList.remove('cv-dragged');
    box.classList.remove('cv-dragging');
    if (dragged !== undefined) show(undefined);
    pressed = undefined;
    dragged = undefined;
    place = undefined;
  };

  const onDown = (event: PointerEvent) => {
    const target = event.target as HTMLElement;
    const item = itemOf(target);
    if (item === null || event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey) return;
    const isHandle = target.closest('.cv-handle') !== null;
    const isFinger = event.pointerType === 'touch' && !isHandle;
    // With a mouse, a text is for selecting in it, and a button for pressing.
    if (!isHandle && target.closest('button, .cv-menu') !== null) return;
    if (!isHandle && !isFinger && target.closest('[data-edit]') !== null) return;
    point = { x: event.clientX, y: event.clientY };
    pressed = { item, pointer: event.pointerId, ...point, isFinger };
    if (isFinger) resting = setTimeout(begin, restMs);
  };
  const onMove = (event: PointerEvent) => {
    if (pressed === undefined || event.pointerId !== pressed.pointer) return;
    point = { x: event.clientX, y: event.clientY };
    if (dragged === undefined) {
      const far = Math.hypot(point.x - pressed.x, point.y - pressed.y);
      if (pressed.isFinger) {
        if (far > farFinger) stop();
      } else if (far > farMouse) begin();
      return;
    }
    event.preventDefault();
    frame ||= requestAnimationFrame(draw);
  };
  const onUp = (event: PointerEvent) => {
    if (pressed === undefined || event.pointerId !== pressed.pointer) return;
    if (dragged === undefined || event.type === 'pointercancel') return stop();
    point = { x: event.clientX, y: event.clientY };
    const { paths, items } = dragged;
    const target = findDrop(canvas, point, items);
    stop();
    // The press that ends here is not a press on what is under it.
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }));
    const { actions, draft } = canvas.builder;
    if (target === undefined || paths.some((path) => elementAt(draft.get().definition, path) === undefined)) return;
    actions.moveTo(paths, target.slot);
    focusAt(canvas, draft.get().selected);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || dragged === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    stop();
  };
  const onTouch = (event: TouchEvent) => {
    if (dragged !== undefined) event.preventDefault();
  };
  const onMenu = (event: Event) => {
    // A finger that rests opens the browser's own menu elsewhere.
    if (dragged !== undefined || pressed?.isFinger) event.preventDefault();
  };
  box.addEventListener('pointerdown', onDown);
  box.addEventListener('touchmove', onTouch, { passive: false });
  box.addEventListener('contextmenu', onMenu);
  addEventListener('pointermove', onMove);
  addEventListener('pointerup', onUp);
  addEventListener('pointercancel', onUp);
  addEventListener('keydown', onKey, true);
  return () => {
    stop();
    box.removeEventListener('pointerdown', onDown);
    box.removeEventListener('touchmove', onTouch);
    box.removeEventListener('contextmenu', onMenu);
    removeEventListener('pointermove', onMove);
    removeEventListener('pointerup', onUp);
    removeEventListener('pointercancel', onUp);
    removeEventListener('keydown', onKey, true);
  };
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Near the upper or lower edge of what scrolls, it does. */
function scrollAtEdge(host: Element, y: number): boolean {
  const box = scrollerOf(host);
  const isPage = box === document.scrollingElement;
  const { top, bottom } = isPage ? { top: 0, bottom: innerHeight } : box.getBoundingClientRect();
  const into = y < top + edge ? y - top - edge : y > bottom - edge ? y - bottom + edge : 0;
  if (into === 0) return false;
  const before = box.scrollTop;
  box.scrollTop += Math.round((Math.max(-edge, Math.min(edge, into)) / edge) * fastest);
  return box.scrollTop !== before;
}

function scrollerOf(host: Element): Element {
  for (let one = host.parentElement; one !== null; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight) return one;
  }
  return document.scrollingElement ?? document.documentElement;
}
