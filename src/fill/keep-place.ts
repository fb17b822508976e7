// A reload, or coming back, shows the place of the form where one was: see show-place.ts. [fill-links.place]
import { importPart } from '../form-view/import-part.ts';

const name = 'place';

export function keepPlace(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const [path, top] = JSON.parse(sessionStorage.getItem(name) ?? '[]');
  if (path === location.pathname && top > 0 && navigation?.type !== 'navigate') {
    void importPart(() => import('./show-place.ts')).then((part) => part.showPlace(top));
  }
  addEventListener('pagehide', () => sessionStorage.setItem(name, JSON.stringify([location.pathname, scrollY])));
}
