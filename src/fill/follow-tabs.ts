// Tabs of one browser that fill the same link know of each other. One of them owns the place on the device where what is typed is
// kept; the others say so, keep nothing there, and take it over when the person says so or the owner is closed. Loaded after the
// form is drawn. [fill-links.two-tabs]
import type { FillSession } from './fill-session.ts';

interface Said {
  readonly place: string;
  /** When its page was opened, which says whether it is this one; clocks of tabs differ, so it says nothing of their order. */
  readonly page: number;
  /** Of two tabs that open at once the lower one owns the place. */
  readonly rank: number;
  readonly kind: 'opened' | 'mine' | 'take' | 'given' | 'left' | 'sent';
}

const channelName = 'formstead.tabs';
/** After this time a tab that heard of no owner is the owner. */
const settleMs = 300;
/** A tab that does not reply within this time is gone. */
const replyMs = 2_000;
/** A tab that is reloaded is back within this time. */
const reloadMs = 3_000;

export function followTabs(session: FillSession): void {
  if (!session.keeps || typeof BroadcastChannel === 'undefined') return;
  const page = performance.timeOrigin;
  const rank = Math.random();
  let openedAt = 0;
  let channel: BroadcastChannel | undefined;
  let place = session.place();
  let isOwner = true;
  let pending: { readonly timer: number; readonly end: () => void } | undefined;

  const say = (kind: Said['kind'], at = place) => channel?.postMessage({ place: at, page, rank, kind } satisfies Said);
  const stopWaiting = () => {
    clearTimeout(pending?.timer);
    pending = undefined;
  };
  const wait = (milliseconds: number, end: () => void) => {
    stopWaiting();
    pending = { timer: window.setTimeout(end, milliseconds), end };
  };
  const giveUp = () => {
    stopWaiting();
    if (!isOwner) return;
    isOwner = false;
    session.setElsewhere(true);
    session.set({ late: { kind: 'tab', isSent: false, take } });
  };
  const own = () => {
    stopWaiting();
    isOwner = true;
    takePlace(session);
  };
  const take = () => {
    say('take');
    // The owner writes what it has before it replies.
    wait(replyMs, own);
  };

  const hear = ({ data }: MessageEvent<Said>) => {
    // The form was changed and is filled in again on this page.
    if (session.isRetired()) return channel?.close();
    if (data.place !== place || data.page === page) return;
    switch (data.kind) {
      case 'opened':
        if (!isOwner) stopWaiting();
        else if (performance.now() - openedAt > settleMs || rank < data.rank) say('mine');
        else giveUp();
        break;
      case 'mine':
        giveUp();
        break;
      case 'take':
        if (isOwner) {
          session.keep();
          giveUp();
          say('given');
        } else if (pending !== undefined && data.rank < rank) stopWaiting();
        break;
      case 'given':
        pending?.end();
        break;
      case 'left':
        if (!isOwner) wait(reloadMs, own);
        break;
      case 'sent':
        isOwner = true;
        if (session.get().phase !== 'filling') return;
        session.setElsewhere(false);
        session.set({ late: { kind: 'tab', isSent: true, take } });
    }
  };

  const open = () => {
    channel = new BroadcastChannel(channelName);
    channel.onmessage = hear;
    isOwner = true;
    openedAt = performance.now();
    say('opened');
  };
  const leave = () => {
    if (isOwner && !session.isRetired()) say('left');
    channel?.close();
    channel = undefined;
  };
  open();
  addEventListener('pagehide', leave);
  // Back from the browser's memory.
  addEventListener('pageshow', ({ persisted }) => persisted && !session.isRetired() && open());
  addEventListener('formstead:submitted', () => !session.isRetired() && say('sent'));
  session.subscribe(() => {
    if (session.isRetired()) return;
    // A save leads to a place of its own.
    if (session.place() !== place) {
      if (isOwner) say('left');
      place = session.place();
      isOwner = true;
      openedAt = performance.now();
      say('opened');
    }
    // Whoever sends from here goes on here. The other tab still has what was typed there.
    const { phase } = session.get();
    if (!isOwner && (phase === 'submitting' || phase === 'saving')) {
      stopWaiting();
      isOwner = true;
      session.setElsewhere(false);
      say('take');
    }
  });
}

/** From here on this tab keeps what is typed. What the other one had is not lost. */
function takePlace(session: FillSession): void {
  session.setElsewhere(false);
  if (session.get().late?.kind === 'tab') session.set({ late: undefined });
  const other = session.kept();
  const { data: mine } = session.state.get();
  if (other === undefined || JSON.stringify(other.data) === JSON.stringify(mine)) session.keep();
  else if (mine === session.begun()) session.bringBack(other);
  else session.showConflict(undefined, mine, session.begun(), undefined, other.data);
}
