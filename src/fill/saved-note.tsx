// After a save: the link to continue with, to be copied. Focus goes here, since this is what the person needs next.
// [fill-links.save]
import { useEffect, useRef, useState } from 'preact/hooks';
import { useSlice } from '../web/store.ts';
import type { FillSession } from './fill-session.ts';
import type { FillTexts } from './fill-texts.ts';

export function SavedNote({ session }: { session: FillSession; texts: FillTexts }) {
  const texts = words[session.state.plan.locale];
  const saved = useSlice(session, () => session.get().saved);
  const [copied, setCopied] = useState({ link: '', isCopied: false });
  const box = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    setCopied({ link: '', isCopied: false });
    box.current?.focus();
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [saved]);
  if (saved === undefined) return null;
  const copy = () => {
    input.current?.select();
    // In a frame that may not write, and on a page without https: the older way, or the person's own shortcut.
    const written = navigator.clipboard?.writeText(saved.link) ?? Promise.reject();
    const copyOtherwise = () => {
      input.current?.select();
      return document.execCommand('copy');
    };
    void written.then(() => true, copyOtherwise).then((isCopied) => setCopied({ link: saved.link, isCopied }));
  };
  const said = copied.link !== saved.link ? '' : copied.isCopied ? 'copied' : 'selected';
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
          {said === 'copied' ? texts.copied : texts.copy}
        </button>
      </div>
      <p class={said === 'selected' ? 'hint' : 'visually-hidden'} role="status">
        {said && texts[said]}
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
    selected: 'The link is selected. Copy it with your keyboard, or hold it and choose Copy.',
  },
  he: {
    savedTitle: 'נשמר להמשך',
    savedText: 'אפשר להמשיך בקישור הזה מכל מכשיר. כל מי שמחזיק בו יכול לראות ולשנות את התשובות.',
    link: 'קישור להמשך',
    copy: 'העתקה',
    copied: 'הועתק',
    selected: 'הקישור מסומן. אפשר להעתיק אותו במקלדת, או בלחיצה ארוכה ובחירה בהעתקה.',
  },
};
