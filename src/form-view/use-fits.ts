// A wide layout where it fits, another where it does not: measured before anything is painted, and again when the room changes.
// Words decide how much room it needs, so no width could be named in the styles. [fill-links.layout]
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** The element has the class as long as it is no wider with it than its parent; `content` is what it shows. */
export function useFits(className: string, content: unknown): RefObject<HTMLDivElement> {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    const room = box?.parentElement;
    if (!box || !room) return undefined;
    const look = () => {
      box.classList.add(className);
      box.classList.toggle(className, box.offsetWidth <= room.clientWidth);
    };
    look();
    let width = room.clientWidth;
    const observer = new ResizeObserver(() => {
      if (width === room.clientWidth) return;
      width = room.clientWidth;
      requestAnimationFrame(look);
    });
    observer.observe(room);
    return () => observer.disconnect();
  }, [className, content]);
  return ref;
}
