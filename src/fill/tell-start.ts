// Tells the service once that somebody began to fill in the form, and nothing else: no cookie, nothing of what was typed.
// [insight.visits]
import type { FillSession } from './fill-session.ts';

export function tellStart({ api, form, state, get, base, entry }: FillSession): void {
  const { notice, late } = get();
  // What was begun before is not begun again: on this device, before the form was changed, or as a draft.
  if (notice?.kind === 'restored' || late !== undefined || (entry() !== undefined && hasDraft())) return;
  let isTold = false;
  const look = () => {
    if (isTold || state.get().data === base()) return;
    isTold = true;
    stop();
    navigator.sendBeacon(`${api}/form/${form.id}/started`);
  };
  const stop = state.subscribe(look);
  look();
}

/** What the server put into the page is an entry with answers. */
function hasDraft(): boolean {
  const page = JSON.parse(document.getElementById('page')?.textContent ?? '{}') as { data?: object };
  return Object.keys(page.data ?? {}).length > 0;
}
