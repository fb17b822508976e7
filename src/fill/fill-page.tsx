// The page around a form: title, notices, the form, its buttons; and the thank-you after it. [fill-links.notices]

import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { FormPlan } from '../core/form-plan.ts';
import type { FormHost } from '../form-view/form-context.ts';
import { FormView } from '../form-view/form-view.tsx';
import { lazyPart } from '../form-view/lazy-part.tsx';
import { useSlice } from '../web/store.ts';
import type { FillSession } from './fill-session.ts';
import type { FillTextKey, FillTexts } from './fill-texts.ts';
import { PageFrame } from './page-frame.tsx';
import { Problems } from './problems.tsx';

export interface FillPageProps {
  readonly title: string;
  readonly session: FillSession;
  readonly texts: FillTexts;
  readonly host: Omit<FormHost, 'state' | 'onAction'>;
}

export function FillPage({ title, session, texts, host }: FillPageProps) {
  const { state, form } = session;
  const whole = useMemo(() => ({ ...host, state, onAction: session.send }), [host, session]);
  const { phase, saved, late } = useSlice(session, session.get);
  if (phase === 'done') return <ThankYou title={title} session={session} texts={texts} />;
  return (
    <PageFrame title={title} logo={form.theme?.logo}>
      <Notices session={session} texts={texts} />
      {late !== undefined && <LateNotice session={session} texts={texts} />}
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void session.send('submit');
        }}
      >
        {hasRequired(state.plan) && <p class="hint star-note">{texts('requiredNote')}</p>}
        <FormView host={whole} />
        <Problems session={session} texts={texts} />
        <Buttons session={session} texts={texts} />
      </form>
      {saved !== undefined && <SavedNote session={session} texts={texts} />}
    </PageFrame>
  );
}

function hasRequired({ shapes }: FormPlan): boolean {
  return shapes.some(({ steps }) => steps.some((step) => 'required' in step && step.required?.level === 'error'));
}

type Part = Pick<FillPageProps, 'session' | 'texts'>;

const SavedNote = lazyPart(() => import('./saved-note.tsx'));
const LateNotice = lazyPart(() => import('./late-notice.tsx'));

function Notices({ session, texts }: Part) {
  const { notice, isOnline, isStale } = useSlice(session, session.get);
  return (
    <div role="status" class="notices">
      {!isOnline && session.keeps && <p class="notice warning">{texts('offline')}</p>}
      {isStale && offer(texts, '', 'unloaded', 'reload', () => location.reload())}
      {notice?.kind === 'restored' && offer(texts, '', 'restored', 'startOver', session.startOver)}
    </div>
  );
}

/** A notice with something to do about it. */
function offer(texts: FillTexts, kind: string, text: FillTextKey, action: FillTextKey, act: () => void) {
  return (
    <p class={`notice ${kind}`}>
      <span>{texts(text)}</span>
      <button type="button" class="quiet" onClick={act}>
        {texts(action)}
      </button>
    </p>
  );
}

function Buttons({ session, texts }: Part) {
  const { send } = session;
  const { phase, notice: problem } = useSlice(session, session.get);
  const isBusy = phase !== 'filling';
  return (
    <div class="finish">
      <div role="alert">
        {phase === 'retrying' && <p class="notice warning">{texts('retrying')}</p>}
        {problem?.kind === 'refused' && <p class="notice error">{problem.text || texts('unkept')}</p>}
        {problem?.kind === 'unsent' &&
          offer(
            texts,
            'error',
            problem.isTooLarge
              ? 'tooLarge'
              : problem.isKept
                ? problem.action === 'save'
                  ? 'unsaved'
                  : 'unsent'
                : 'unkept',
            'retry',
            () => void send(problem.action),
          )}
      </div>
      <div class="buttons">
        <button type="submit" class="primary" aria-disabled={isBusy || undefined}>
          {texts(phase === 'submitting' ? 'sending' : 'submit')}
        </button>
        <button type="button" class="secondary" aria-disabled={isBusy || undefined} onClick={() => void send('save')}>
          {texts(phase === 'saving' ? 'saving' : 'save')}
        </button>
      </div>
      {session.keeps && (
        <details class="hint">
          <summary>{texts('shared')}</summary>
          <button type="button" class="quiet" onClick={session.forget}>
            {texts('forget')}
          </button>
        </details>
      )}
    </div>
  );
}

function ThankYou({ title, session, texts }: Part & { title: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { thanks: said, notes, isEarlier, next } = session.get();
  return (
    <PageFrame title={title} logo={session.form.theme?.logo}>
      <div class="form thank-you" tabIndex={-1} ref={box} role="status">
        <span class="tick" aria-hidden="true" />
        {(said.length > 0 ? said : [texts('thanks')]).map((text) => (
          <p key={text} dir="auto">
            {text}
          </p>
        ))}
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
      </div>
    </PageFrame>
  );
}
