// After a save: the link to continue with, to be copied. Focus goes here, since this is what the person needs next.
// [fill-links.save]
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError, callApi } from '../client/call-api.ts';
import { wordsOf } from '../form-view/words.ts';
import { useSlice } from '../web/store.ts';
import { drawText } from './draw-text.tsx';
import type { FillSession } from './fill-session.ts';
import type { FillTexts } from './fill-texts.ts';

export function SavedNote({ session }: { session: FillSession; texts: FillTexts }) {
  const texts = wordsOf('later', session.state.plan.locale).savedNote;
  const saved = useSlice(session, () => session.get().saved);
  const [copied, setCopied] = useState({ link: '', isCopied: false });
  const box = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
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
      {saved.texts.map(drawText)}
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
      {session.form.page?.emailLink && <EmailLink session={session} />}
      <p class={said === 'selected' ? 'hint' : 'visually-hidden'} role="status">
        {said && texts[said]}
      </p>
    </section>
  );
}

/** [fill-links.email-link] */
function EmailLink({ session }: { session: FillSession }) {
  const { locale } = session.state.plan;
  const texts = wordsOf('later', locale).savedNote;
  const [email, setEmail] = useState('');
  const [said, setSaid] = useState<{ text: string; isError?: boolean }>({ text: '' });
  const [isBusy, setBusy] = useState(false);
  const entry = session.entry();
  if (entry?.bewit === undefined) return null;
  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    setSaid({ text: '' });
    try {
      const query = { locale, bewit: entry.bewit };
      await callApi(session.api, `/entry/${entry.id}/sendLink`, { query, body: { email: email.trim() } });
      setSaid({ text: texts.sent });
    } catch (error) {
      const { status, message } = error instanceof ApiError ? error : new ApiError(0);
      setSaid({ text: status === 400 ? texts.badEmail : status === 429 ? message : texts.unsent, isError: true });
    }
    setBusy(false);
  };
  return (
    <form
      class="email-link"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label class="label" for="email-link">
        {texts.email}
      </label>
      <div class="copy-pair">
        <input
          class="control"
          id="email-link"
          type="email"
          inputMode="email"
          autoComplete="email"
          dir={email === '' ? undefined : 'ltr'}
          aria-describedby="email-link-said"
          aria-invalid={said.isError || undefined}
          value={email}
          onInput={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <button type="submit" class="secondary" aria-disabled={isBusy || undefined}>
          {texts.sendLink}
        </button>
      </div>
      <p class={said.isError ? 'message error' : 'hint'} id="email-link-said" role="status">
        {said.text}
      </p>
    </form>
  );
}
