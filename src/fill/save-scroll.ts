// A reload, or coming back, shows the place of the form where one was: see restore-scroll.ts. [fill-links.place]
import { importPart } from '../form-view/import-part.ts';

/** Each link has its own place. */
const name = () => `place ${location.pathname}`;

export function saveScroll(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const top = Number(sessionStorage.getItem(name()));
  if (top > 0 && navigation?.type !== 'navigate') {
    void importPart(() => import('./restore-scroll.ts')).then((part) => part.restoreScroll(top));
  }
  addEventListener('pagehide', () => sessionStorage.setItem(name(), String(scrollY)));
}
