// What a form that is shown needs a moment later: it comes when the page is there. Without it the page works, with a network.
import { importPart } from '../form-view/import-part.ts';
import { keepFocus } from '../form-view/keep-focus.ts';
import { preparePrint } from '../form-view/prepare-print.ts';
import { Problems } from './fill-page.tsx';
import type { FillSession } from './fill-session.ts';
import { followTabs } from './follow-tabs.ts';
import { startOffline } from './offline.ts';
import { followSaves } from './saved-here.ts';
import { tellStart } from './tell-start.ts';

export function startAfterOpen(app: HTMLElement, session: FillSession): Promise<void> {
  // What a send needs, before anybody sends: code that does not come is asked for again then.
  void Problems.preload();
  void importPart(() => import('./send-entry.ts')).catch(() => {});
  tellStart(session);
  keepFocus(app);
  followSaves(session);
  followTabs(session);
  addEventListener('beforeprint', preparePrint);
  return startOffline(session);
}
