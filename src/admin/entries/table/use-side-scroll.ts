// The header, the rows and the scrollbar at the foot of the window are scrolled sideways as one.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface SideScroll {
  /** There are columns out of sight. */
  readonly isWider: boolean;
  /** Columns have gone under the first ones. */
  readonly isScrolled: boolean;
}

export function useSideScroll(parts: readonly RefObject<HTMLElement>[], width: number): SideScroll {
  const [state, setState] = useState<SideScroll>({ isWider: false, isScrolled: false });
  const latest = useRef(parts);
  latest.current = parts;
  useLayoutEffect(() => {
    const elements = () => latest.current.map(({ current }) => current).filter((one) => one !== null);
    const update = () => {
      const [, rows] = elements();
      if (rows === undefined) return;
      const isWider = rows.scrollWidth > rows.clientWidth + 1;
      const isScrolled = Math.abs(rows.scrollLeft) > 1;
      setState((now) => (now.isWider === isWider && now.isScrolled === isScrolled ? now : { isWider, isScrolled }));
    };
    const follow = (event: Event) => {
      const source = event.currentTarget as HTMLElement;
      for (const one of elements()) if (one.scrollLeft !== source.scrollLeft) one.scrollLeft = source.scrollLeft;
      update();
    };
    const all = elements();
    for (const one of all) one.addEventListener('scroll', follow, { passive: true });
    const observer = new ResizeObserver(update);
    for (const one of all) observer.observe(one);
    update();
    return () => {
      observer.disconnect();
      for (const one of all) one.removeEventListener('scroll', follow);
    };
  }, [width, state.isWider]);
  return state;
}
