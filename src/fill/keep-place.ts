// A reload, or coming back, shows the place of the form where one was: the browser looks for it before the form is drawn, and gives
// up. Whoever has moved by then stays. [fill-links.place]

const name = 'place';
const moves = ['wheel', 'touchstart', 'keydown', 'pointerdown'];

export function keepPlace(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const [path, top] = JSON.parse(sessionStorage.getItem(name) ?? '[]');
  if (path === location.pathname && navigation?.type !== 'navigate') showPlace(top);
  addEventListener('pagehide', () => sessionStorage.setItem(name, JSON.stringify([location.pathname, scrollY])));
}

function showPlace(top: number): void {
  let hasMoved = false;
  for (const move of moves) addEventListener(move, () => (hasMoved = true), { once: true, capture: true });
  const look = () => {
    if (hasMoved || scrollY > 0) return;
    const isThere = document.documentElement.scrollHeight - innerHeight >= top || !document.querySelector('.undrawn');
    if (isThere) scrollTo({ top, behavior: 'instant' });
    else requestAnimationFrame(look);
  };
  look();
}
