// The focus never falls to the page's body: when what has it is taken away (a Clear that did its work, a notice that was seen
// to, a removed row), it goes to the nearest thing around the place that is still there. [fill-links.focus]
import { focusInside } from './focus.ts';

export function keepFocus(page: Element): void {
  /** The last thing that had the focus, and all that it was in. */
  let places: Element[] = [];
  page.addEventListener('focusin', ({ target }) => {
    places = [];
    for (let place = target as Element | null; place; place = place.parentElement) places.push(place);
  });
  new MutationObserver(() => {
    const { activeElement, body } = document;
    if (activeElement !== body || isShown(places[0])) return;
    for (const place of places) {
      if (isShown(place) && page.contains(place)) focusInside(place);
      if (document.activeElement !== body) return;
    }
  }).observe(page, { subtree: true, childList: true, attributeFilter: ['hidden'] });
}

function isShown(place: Element | undefined): boolean {
  return place === undefined || place.getClientRects().length > 0;
}
