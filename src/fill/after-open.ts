// What a form that is shown needs a moment later: it comes when the page is there. Without it the page works, with a network.
import { keepFocus } from '../form-view/keep-focus.ts';
import { preparePrint } from '../form-view/prepare-print.ts';
import type { FillSession } from './fill-session.ts';
import { startOffline } from './offline.ts';
import { reportStart } from './report-start.ts';

export function startAfterOpen(app: HTMLElement, session: FillSession): Promise<void> {
  reportStart(session);
  keepFocus(app);
  addEventListener('beforeprint', preparePrint);
  return startOffline(session);
}
