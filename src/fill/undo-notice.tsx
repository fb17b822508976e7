// After everything typed was cleared: one press brings it back. The focus comes here, since the button that was pressed is gone.
// [fill-links.undo]
import { useLayoutEffect, useRef } from 'preact/hooks';
import { wordsOf } from '../form-view/words.ts';
import type { FillSession } from './fill-session.ts';
import type { LateNotice } from './session-view.ts';

type Notice = Extract<LateNotice, { kind: 'undo' }>;

export function UndoNotice({ session, notice }: { session: FillSession; notice: Notice }) {
  const words = wordsOf('later', session.state.plan.locale).undoNotice;
  const button = useRef<HTMLButtonElement>(null);
  // At once: the focus must not fall into a field on its way, which would be taken for left.
  useLayoutEffect(() => button.current?.focus(), [notice]);
  const undo = () => {
    notice.undo();
    // The notice goes with the button; the one that was pressed before is back.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.notices button')?.focus());
  };
  return (
    <p class="notice" role="status">
      <span id="undo-text">{words.cleared}</span>
      <button type="button" class="quiet" ref={button} aria-describedby="undo-text" onClick={undo}>
        {words.undo}
      </button>
    </p>
  );
}
