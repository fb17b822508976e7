// Which lines of a long list are drawn: those in sight and some around them. All lines are equally high, so where one is follows from
// its number, without measuring, which would lay the page out.
import { useEffect, useRef, useState } from 'preact/hooks';

/** Up to so many lines all are drawn. */
const wholeUpTo = 80;
const around = 6;
/** Scrolling draws so many at a time. */
const stepLines = 4;

export interface RowWindow {
  /** The numbers of the lines to draw, in order. */
  readonly drawn: readonly number[];
  /** Scrolls as little as brings the line into sight. */
  reveal(at: number): void;
}

/** `kept` is drawn wherever it is: it may have the focus. */
export function useRowWindow(box: { current: HTMLElement | null }, count: number, kept: number): RowWindow {
  const [{ first, last }, setRange] = useState({ first: 0, last: wholeUpTo });
  const place = useRef({ top: 0, height: 600, line: 32 });
  const isWhole = count <= wholeUpTo;
  useEffect(() => {
    const scroller = box.current!;
    const update = () => {
      const { top, height, line } = place.current;
      const from = Math.max(0, floorTo(Math.floor(top / line) - around));
      const to = floorTo(Math.ceil((top + height) / line) + around + stepLines);
      setRange((now) => (now.first === from && now.last === to ? now : { first: from, last: to }));
    };
    const onScroll = () => {
      place.current.top = scroller.scrollTop;
      update();
    };
    const observer = new ResizeObserver(() => {
      const line = scroller.querySelector<HTMLElement>('[data-row]')?.offsetHeight;
      place.current = { top: scroller.scrollTop, height: scroller.clientHeight, line: line || place.current.line };
      update();
    });
    observer.observe(scroller);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', onScroll);
    };
  }, []);
  return {
    drawn: isWhole ? range(0, count) : rangeWith(first, Math.min(last, count), kept),
    reveal(at) {
      const { top, height, line } = place.current;
      if (at < 0 || height === 0) return;
      const margin = line / 4;
      const to = at * line < top ? at * line - margin : (at + 1) * line > top + height ? (at + 1) * line - height : top;
      if (to === top) return;
      const scroller = box.current!;
      scroller.scrollTop = to > top ? to + margin * 2 : to;
    },
  };
}

function floorTo(at: number): number {
  return Math.floor(at / stepLines) * stepLines;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}

function rangeWith(from: number, to: number, kept: number): number[] {
  const own = range(from, to);
  if (kept < 0) return own;
  return kept < from ? [kept, ...own] : kept >= to ? [...own, kept] : own;
}
