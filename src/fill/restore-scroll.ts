// Scrolls to where one was before a reload: the browser looks for the place before all of the form is drawn, and ends up somewhere
// above. Whoever has moved by then stays. [fill-links.place]

const moves = ['wheel', 'touchstart', 'keydown', 'pointerdown'];

export function restoreScroll(top: number): void {
  let hasMoved = false;
  for (const move of moves) addEventListener(move, () => (hasMoved = true), { once: true, capture: true });
  const look = () => {
    if (hasMoved) return;
    const isThere = document.documentElement.scrollHeight - innerHeight >= top || !document.querySelector('.undrawn');
    if (isThere) scrollTo({ top, behavior: 'instant' });
    else requestAnimationFrame(look);
  };
  look();
}
