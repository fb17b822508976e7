// Where something that is dragged would go: the list under the pointer, and between which of its elements.
import type { Slot } from '../tree/element-tree.ts';
import type { CanvasScope } from './canvas-context.ts';
import { pathOfList } from './canvas-list.tsx';

export interface DropPlace {
  readonly slot: Slot;
  /** The line that shows it, in the window. */
  readonly line: { readonly x: number; readonly y: number; readonly width: number };
}

/** undefined where it cannot go: into itself. */
export function findDrop(
  canvas: CanvasScope,
  { x, y }: { x: number; y: number },
  dragged: readonly HTMLElement[],
): DropPlace | undefined {
  const list = findList(canvas.root, x, y);
  if (list === undefined || dragged.some((item) => item.contains(list))) return undefined;
  const path = pathOfList(canvas, list);
  if (path === undefined) return undefined;
  const items = [...list.querySelectorAll<HTMLElement>(':scope > .cv-chunk > .cv-item')];
  const at = firstBelow(items, y);
  return { slot: { list: path, at }, line: lineAt(list, items, at) };
}

/** The innermost list there; beside the form, the form itself. */
function findList(root: ShadowRoot, x: number, y: number): HTMLElement | undefined {
  const form = root.querySelector<HTMLElement>('.cv-list[data-owner="root"]');
  if (form === null) return undefined;
  const { left, right } = form.getBoundingClientRect();
  const hit = root.elementFromPoint(Math.max(left + 1, Math.min(x, right - 1)), y);
  const item = hit?.closest<HTMLElement>('.cv-item');
  const list = hit?.closest<HTMLElement>('.cv-list');
  // On the frame of a container, beside its lists: the nearest of them, but for its upper edge.
  if (item && !item.matches('.cv-leaf') && item.contains(hit ?? null)) {
    const own = [...item.querySelectorAll<HTMLElement>('.cv-list')].filter((one) => one.closest('.cv-item') === item);
    const inside = own.find((one) => {
      const box = one.getBoundingClientRect();
      return y >= box.top - 12 && y <= box.bottom + 12 && x >= box.left - 12 && x <= box.right + 12;
    });
    if (inside !== undefined && (list === undefined || !inside.contains(list ?? null))) return inside;
  }
  return list ?? form;
}

/** By halves: lists may be long. */
function firstBelow(items: readonly HTMLElement[], y: number): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const { top, height } = items[middle]!.getBoundingClientRect();
    if (top + height / 2 < y) from = middle + 1;
    else to = middle;
  }
  return from;
}

function lineAt(list: HTMLElement, items: readonly HTMLElement[], at: number): DropPlace['line'] {
  const box = list.getBoundingClientRect();
  const above = items[at - 1]?.getBoundingClientRect();
  const below = items[at]?.getBoundingClientRect();
  const y =
    above !== undefined && below !== undefined
      ? (above.bottom + below.top) / 2
      : above !== undefined
        ? above.bottom + 8
        : below !== undefined
          ? below.top - 8
          : box.top + box.height / 2;
  return { x: box.left, y, width: box.width };
}
