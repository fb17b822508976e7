// After a save: the link to continue with, to be copied. Focus goes here, since this is what the person needs next.
// [fill-links.save]
import { useEffect, useRef, useState } from 'preact/hooks';
import { useSlice } from '../web/store.ts';
import type { FillSession } from './fill-session.ts';
import type { FillTexts } from './fill-texts.ts';

export function SavedNote({ session }: { session: FillSession; texts: FillTexts }) {
  const texts = words[session.state.plan.locale];
  const saved = useSlice(session, () => session.get().saved);
  const [copied, setCopied] = useState('');
  const box = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    setCopied('');
    box.current?.focus();
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [saved]);
  if (saved === undefined) return null;
  const copy = () => {
    input.current?.select();
    navigator.clipboard?.writeText(saved.link).then(
      () => setCopied(saved.link),
      // Not allowed here: the link is selected, and the person's own shortcut copies it.
      () => {},
    );
  };
  return (
    <section class="saved" tabIndex={-1} ref={box} aria-labelledby="saved-title">
      <h2 id="saved-title">{texts.savedTitle}</h2>
      {saved.texts.map((text) => (
        <p key={text} dir="auto">
          {text}
        </p>
      ))}
      <p>{texts.savedText}</p>
      <div class="copy-pair">
        <input
          class="control"
          ref={input}
          readOnly
          dir="ltr"
          aria-label={texts.link}
          value={saved.link}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <button type="button" class="secondary" onClick={copy}>
          {copied === saved.link ? texts.copied : texts.copy}
        </button>
      </div>
      <p class="visually-hidden" role="status">
        {copied === saved.link ? texts.copied : ''}
      </p>
    </section>
  );
}

const words = {
  en: {
    savedTitle: 'Saved for later',
    savedText: 'Continue with this link, on any device. Anyone who has it can see and change your answers.',
    link: 'Link to continue',
    copy: 'Copy',
    copied: 'Copied',
  },
  he: {
    savedTitle: 'נשמר להמשך',
    savedText: 'אפשר להמשיך בקישור הזה מכל מכשיר. כל מי שמחזיק בו יכול לראות ולשנות את התשובות.',
    link: 'קישור להמשך',
    copy: 'העתקה',
    copied: 'הועתק',
  },
};
