// The page after a submit: what the form says, what was not sent or stored as it was seen, and what comes next. Loaded with the first
// change. [fill-links.notices]
import { useEffect, useRef } from 'preact/hooks';
import { AfterSubmit } from './after-submit.tsx';
import { drawText } from './draw-text.tsx';
import type { FillSession } from './fill-session.ts';
import type { FillTexts } from './fill-texts.ts';
import { PageFrame } from './page-frame.tsx';
import { SeenNotice } from './seen/seen-notice.tsx';

interface ThankYouProps {
  readonly title: string;
  readonly session: FillSession;
  readonly texts: FillTexts;
}

export function ThankYou({ title, session, texts }: ThankYouProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { thanks: said, notes, isEarlier, next, differences } = session.get();
  const { page, theme } = session.form;
  const { locale } = session.state.plan;
  return (
    <PageFrame title={title} logo={theme?.logo}>
      <div class="form thank-you" tabIndex={-1} ref={box} role="status">
        {differences.length > 0 && (
          <SeenNotice
            {...{ locale, differences }}
            isStored
            onBack={session.canSendAsWell() ? session.backToForm : undefined}
          />
        )}
        <span class="tick" aria-hidden="true" />
        {(said.length > 0 ? said : [{ text: texts('thanks') }]).map(drawText)}
        {notes.length > 0 && (
          <div class="notice">
            {texts('notes')}
            <ul>
              {notes.map((note) => (
                <li key={note} dir="auto">
                  {note}
                </li>
              ))}
            </ul>
          </div>
        )}
        {isEarlier && <p class="notice warning">{texts('earlier')}</p>}
        {isEarlier && session.canSendAsWell() && (
          <button type="button" class="secondary" onClick={session.sendAsWell}>
            {texts('sendAsWell')}
          </button>
        )}
        {next !== undefined && <a href={next}>{texts('next')}</a>}
        {(page?.fillAgain || page?.copy) && <AfterSubmit session={session} />}
      </div>
    </PageFrame>
  );
}
