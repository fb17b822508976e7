// What a tab says while another one keeps what is typed at the same link, or has sent it. [fill-links.two-tabs]

import { wordsOf } from '../form-view/words.ts';
import type { FillSession } from './fill-session.ts';
import type { LateNotice } from './session-view.ts';

type Notice = Extract<LateNotice, { kind: 'tab' }>;

export function TabNotice({ session, notice }: { session: FillSession; notice: Notice }) {
  const words = wordsOf('later', session.state.plan.locale).tabNotice;
  return (
    <p class="notice warning" role="alert">
      <span>{notice.isSent ? words.sent : words.open}</span>
      <button type="button" class="quiet" onClick={notice.isSent ? session.startOver : notice.take}>
        {notice.isSent ? words.fresh : words.take}
      </button>
    </p>
  );
}
