// A reload, or coming back, shows the place of the form where one was: see show-place.ts. [fill-links.place]
import { importPart } from '../form-view/import-part.ts';

/** Each link has its own place. */
const name = () => `place ${location.pathname}`;

export function keepPlace(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const top = Number(sessionStorage.getItem(name()));
  if (top > 0 && navigation?.type !== 'navigate') {
    void importPart(() => import('./show-place.ts')).then((part) => part.showPlace(top));
  }
  addEventListener('pagehide', () => sessionStorage.setItem(name(), String(scrollY)));
}
