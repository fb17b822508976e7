// Which rows of the table are drawn: those in sight and some around them. Every loaded row has its place on the page, so that
// nothing jumps; a row out of sight is an empty one of the same height.
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface DrawnRows {
  readonly from: number;
  /** Not drawn any more. */
  readonly to: number;
}

/** Rows drawn above and below those in sight, so that a quick scroll meets no blank ones. */
const around = 16;
/** The range moves by so many at once: most scrolls draw nothing. */
const step = 8;

export interface DrawnOptions {
  readonly body: RefObject<HTMLElement>;
  readonly count: number;
  readonly heightOf: (at: number) => number;
  /** After a scroll that a person made. */
  readonly onScroll: (seen: DrawnRows) => void;
}

export function useDrawnRows(options: DrawnOptions): DrawnRows {
  const latest = useRef(options);
  latest.current = options;
  const [drawn, setDrawn] = useState<DrawnRows>({ from: 0, to: 3 * around });
  const look = () => {
    const { body, count, heightOf } = latest.current;
    if (body.current === null) return undefined;
    const seen = rowsBetween({ from: -body.current.getBoundingClientRect().top, height: innerHeight, count, heightOf });
    const from = Math.max(0, Math.floor((seen.from - around) / step) * step);
    const to = Math.ceil((seen.to + around) / step) * step;
    setDrawn((now) => (now.from === from && now.to === to ? now : { from, to }));
    return seen;
  };
  useLayoutEffect(() => void look());
  useEffect(() => {
    const onScroll = () => {
      const seen = look();
      if (seen !== undefined && scrollY > 0) latest.current.onScroll(seen);
    };
    const onResize = () => void look();
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', onResize);
    return () => {
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', onResize);
    };
  }, []);
  return drawn;
}

interface Stretch {
  /** From the top of the first row. */
  readonly from: number;
  readonly height: number;
  readonly count: number;
  readonly heightOf: (at: number) => number;
}

export function rowsBetween({ from, height, count, heightOf }: Stretch): DrawnRows {
  let at = 0;
  let top = 0;
  while (at < count && top + heightOf(at) <= from) {
    top += heightOf(at);
    at += 1;
  }
  const first = at;
  while (at < count && top < from + height) {
    top += heightOf(at);
    at += 1;
  }
  return { from: first, to: at };
}
