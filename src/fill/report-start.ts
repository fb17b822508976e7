// Tells the service once that somebody began to fill in the form, and nothing else: no cookie, nothing of what was typed. It is
// told when the page is left: nobody who fills in waits for it.
// [insight.visits]
import type { FillSession } from './fill-session.ts';

export function reportStart({ api, form, state, get, base, entry }: FillSession): void {
  const { notice, late } = get();
  // What was begun before is not begun again: on this device, before the form was changed, or as a draft.
  if (
    notice?.kind === 'restored' ||
    (late !== undefined && late.kind !== 'saved') ||
    (entry() !== undefined && hasDraft())
  )
    return;
  const look = () => {
    if (state.get().data === base()) return;
    stop();
    addEventListener('pagehide', () => navigator.sendBeacon(`${api}/form/${form.id}/started`), { once: true });
  };
  const stop = state.subscribe(look);
  look();
}

/** What the server put into the page is an entry with answers. */
function hasDraft(): boolean {
  const page = JSON.parse(document.getElementById('page')?.textContent ?? '{}') as { data?: object };
  return Object.keys(page.data ?? {}).length > 0;
}
