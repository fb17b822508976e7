// What the thank-you page offers where the owner wants it: another entry, and a copy for the person who filled the form.
// [fill-links.fill-again] [fill-links.copy]
import { useState } from 'preact/hooks';
import type { ApiLink } from '../api-types/lists.ts';
import { ApiError, callApi } from '../client/call-api.ts';
import { directionOf } from '../core/locale/locale.ts';
import { wordsOf } from '../form-view/words.ts';
import type { FillSession } from './fill-session.ts';
import { AnswerList } from './steps/answer-list.tsx';
import { listAnswers } from './steps/review-lines.ts';

export function AfterSubmit({ session }: { session: FillSession }) {
  const { form, state } = session;
  const { page = {} } = form;
  const { submitted } = session.get();
  const texts = wordsOf('later', state.plan.locale).afterSubmit;
  const [isCopyShown, showCopy] = useState(false);
  return (
    <div class="after-submit">
      <div class="buttons">
        {page.copy === 'answers' && !isCopyShown && (
          <button type="button" class="secondary" onClick={() => showCopy(true)}>
            {texts.copy}
          </button>
        )}
        {page.copy === 'pdf' && submitted?.copyBewit !== undefined && <PdfCopy session={session} texts={texts} />}
        {page.fillAgain && (
          <a class="secondary" href={session.home}>
            {texts.fillAgain}
          </a>
        )}
      </div>
      {isCopyShown && <AnswersCopy session={session} texts={texts} />}
    </div>
  );
}

type Words = ReturnType<typeof wordsOf<'later'>>['afterSubmit'];

function AnswersCopy({ session, texts }: { session: FillSession; texts: Words }) {
  const { state } = session;
  const nodes = state.tree === undefined ? [] : [state.tree];
  return (
    <section class="answers-copy">
      <AnswerList state={state} groups={[{ title: '', nodes }]} />
      <div class="buttons no-print">
        <button type="button" class="secondary" onClick={() => print()}>
          {texts.print}
        </button>
        <button type="button" class="secondary" onClick={() => downloadAnswers(session)}>
          {texts.download}
        </button>
      </div>
    </section>
  );
}

/** A page of its own, without any script: it opens everywhere, and prints. */
function downloadAnswers({ state }: FillSession): void {
  const { locale } = state.plan;
  const title = document.title;
  const lines = listAnswers(state, state.tree === undefined ? [] : [state.tree]).map((line) =>
    line.kind === 'title'
      ? `<h2>${escapeHtml(line.title)}</h2>`
      : `<dt dir="auto">${escapeHtml(line.label)}</dt><dd dir="auto">${escapeHtml(line.answer || wordsOf('later', locale).afterSubmit.none)}</dd>`,
  );
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date());
  const html = `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style>body{font:16px/1.5 system-ui,Arial,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem}h1{margin-bottom:0}
h2{font-size:1.1rem;margin:2rem 0 0}dt{color:#555;margin-top:1rem}dd{margin:0;white-space:pre-line}</style>
<h1>${escapeHtml(title)}</h1><p>${escapeHtml(time)}</p><dl>${lines.join('\n')}</dl></html>`;
  const url = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
  downloadFrom(url, `${title.replace(/[\\/:*?"<>|]/g, '_').slice(0, 100)}.html`);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Without leaving the page, where the files are on the same host. */
function downloadFrom(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** One that the submit archived is there already; any other is made when it is asked for. */
function PdfCopy({ session, texts }: { session: FillSession; texts: Words }) {
  const { submitted } = session.get();
  const [link, setLink] = useState(submitted?.entry?.archivedRenders[0]?.file.url);
  const [phase, setPhase] = useState<'making' | 'failed' | 'ended' | undefined>();
  const make = async () => {
    if (phase === 'making') return;
    setPhase('making');
    try {
      const { locale } = session.state.plan;
      const query = { locale, bewit: submitted?.copyBewit };
      const path = `/entry/${submitted?.entryId}/copy`;
      const { url } = await callApi<ApiLink>(session.api, path, { method: 'POST', query });
      setLink(url);
      setPhase(undefined);
      downloadFrom(url);
    } catch (error) {
      setPhase(error instanceof ApiError && error.status === 401 ? 'ended' : 'failed');
    }
  };
  if (link !== undefined) {
    return (
      <a class="secondary" href={link} target="_blank" rel="noopener">
        {texts.pdf}
      </a>
    );
  }
  return (
    <>
      <button
        type="button"
        class="secondary"
        aria-disabled={phase === 'making' || undefined}
        onClick={() => void make()}
      >
        {phase === 'making' ? texts.making : texts.pdf}
      </button>
      <p role="status">{phase === 'failed' || phase === 'ended' ? texts[phase] : ''}</p>
    </>
  );
}
