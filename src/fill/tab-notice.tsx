// What a tab says while another one keeps what is typed at the same link, or has sent it. [fill-links.two-tabs]
import type { FillSession } from './fill-session.ts';
import type { LateNotice } from './session-view.ts';

type Notice = Extract<LateNotice, { kind: 'tab' }>;

export function TabNotice({ session, notice }: { session: FillSession; notice: Notice }) {
  const words = texts[session.state.plan.locale];
  return (
    <p class="notice warning" role="alert">
      <span>{notice.isSent ? words.sent : words.open}</span>
      <button type="button" class="quiet" onClick={notice.isSent ? session.startOver : notice.take}>
        {notice.isSent ? words.fresh : words.take}
      </button>
    </p>
  );
}

const texts = {
  en: {
    open: 'This form is open in another tab too. What you type in this tab is not kept on the device until you continue here.',
    take: 'Continue here',
    sent: 'This form was sent from another tab. If you submit it here as well, it is sent twice.',
    fresh: 'Start over',
  },
  he: {
    open: 'הטופס פתוח גם בלשונית אחרת. מה שמוקלד בלשונית הזאת לא נשמר במכשיר עד שממשיכים כאן.',
    take: 'להמשיך כאן',
    sent: 'הטופס נשלח מלשונית אחרת. שליחה גם מכאן תשלח אותו פעמיים.',
    fresh: 'להתחיל מחדש',
  },
};
