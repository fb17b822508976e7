// Many buttons that are one stop of the Tab key: arrow keys move between them, Home and End to the first and the last.
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Answers what listens to keys and to the focus inside `box`; which buttons are meant, `selector` says. */
export function useRoving(box: { readonly current: HTMLElement | null }, selector: string) {
  const current = useRef<HTMLElement>();
  const list = () => [...(box.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const settle = (wanted: HTMLElement | undefined) => {
    const all = list();
    current.current = wanted !== undefined && all.includes(wanted) ? wanted : all[0];
    for (const one of all) one.tabIndex = one === current.current ? 0 : -1;
  };
  useLayoutEffect(() => settle(current.current));
  return {
    onFocusIn(event: FocusEvent): void {
      const button = (event.target as Element).closest<HTMLElement>(selector);
      if (button !== null) settle(button);
    },
    onKeyDown(event: KeyboardEvent): void {
      const button = (event.target as Element).closest<HTMLElement>(selector);
      if (button === null || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const next = nextOf(list(), button, event.key);
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    },
  };
}

function nextOf(all: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  const at = all.indexOf(from);
  const forward = getComputedStyle(from).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  if (key === 'ArrowLeft' || key === 'ArrowRight') return all[at + (key === forward ? 1 : -1)];
  if (key === 'ArrowDown') return inNextRow(all.slice(at + 1), from, 'below');
  if (key === 'ArrowUp') return inNextRow(all.slice(0, at).reverse(), from, 'above');
  return undefined;
}

/** The nearest of the next row, as it is drawn. */
function inNextRow(
  candidates: readonly HTMLElement[],
  from: HTMLElement,
  side: 'below' | 'above',
): HTMLElement | undefined {
  const own = from.getBoundingClientRect();
  const middle = (box: DOMRect) => box.left + box.width / 2;
  let row: number | undefined;
  let best: { readonly one: HTMLElement; readonly away: number } | undefined;
  for (const one of candidates) {
    const box = one.getBoundingClientRect();
    const height = box.top + box.height / 2;
    if (side === 'below' ? height <= own.bottom : height >= own.top) continue;
    if (row !== undefined && Math.abs(height - row) > box.height / 2) break;
    row = height;
    const away = Math.abs(middle(box) - middle(own));
    if (best === undefined || away < best.away) best = { one, away };
  }
  return best?.one;
}
