// Focus for what a change is about to draw: it moves as soon as that is there, before the next key can arrive.
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Answers a function that wishes; `find` looks for the wished one after each drawing until it is there. */
export function useFocusAfter<Wish>(find: (wish: Wish) => HTMLElement | null | undefined): (wish: Wish) => void {
  const wished = useRef<{ readonly wish: Wish }>();
  useLayoutEffect(() => {
    const target = wished.current && find(wished.current.wish);
    if (!target) return;
    wished.current = undefined;
    target.focus();
  });
  return (wish) => {
    wished.current = { wish };
  };
}
