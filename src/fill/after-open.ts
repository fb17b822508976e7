// What a form that is shown needs a moment later: it comes when the page is there. Without it the page works, with a network.
import { importPart } from '../form-view/import-part.ts';
import { keepFocus } from '../form-view/keep-focus.ts';
import { preparePrint } from '../form-view/prepare-print.ts';
import type { FillSession } from './fill-session.ts';
import { followTabs } from './follow-tabs.ts';
import { startOffline } from './offline.ts';
import { reportStart } from './report-start.ts';

export function startAfterOpen(app: HTMLElement, session: FillSession): Promise<void> {
  reportStart(session);
  keepFocus(app);
  loadSending(session);
  followSaves(session);
  followTabs(session);
  addEventListener('beforeprint', preparePrint);
  return startOffline(session);
}

const savedHere = () => importPart(() => import('./saved-here.ts'));

/** What a send needs comes with the first change, before anybody sends; code that does not come is asked for again then. */
function loadSending({ state }: FillSession): void {
  const stop = state.subscribe(() => {
    stop();
    // One after the other: with several imports at once a part stayed unloaded in WebKit, for a reason that is not known.
    const sending = importPart(() => import('./sending.ts'));
    const reader = () => importPart(() => import('./seen/compare-seen.ts'));
    sending
      .then(reader)
      .then(savedHere)
      .catch(() => {});
  });
}

/** Notes each draft as it is saved, and forgets it when it is submitted. [fill-links.saved-here] */
function followSaves(session: FillSession): void {
  const { keeps, form } = session;
  if (!keeps) return;
  let last = session.entry();
  // Whoever came by another link has that one.
  const isFormLink = location.pathname.startsWith('/f/');
  const note = (path?: string) => {
    const entry = `/e/${session.entry()?.id}/`;
    // Without the code the link that is shown after the save is the only one.
    savedHere().then(
      (part) => part.noteSaved(form.id, entry, path),
      () => {},
    );
  };
  session.subscribe(() => {
    const entry = session.entry();
    if (entry === last || session.isRetired()) return;
    last = entry;
    if (isFormLink) note(location.pathname + location.search);
  });
  addEventListener('formstead:submitted', () => session.entry() && note());
}
