// The page around a form: title, notices, the form, its buttons; and the thank-you after it. [fill-links.notices]

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { FillerForm } from '../api-types/forms.ts';
import type { FormPlan } from '../core/plan/form-plan.ts';
import type { FormHost } from '../form-view/form-context.ts';
import { FormView } from '../form-view/form-view.tsx';
import { lazyPart } from '../form-view/lazy-part.tsx';
import { useSlice } from '../web/store.ts';
import { drawText } from './draw-text.tsx';
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
  const whole = useMemo(() => ({ ...host, state, onAction: session.send, isConcealing: true }), [host, session]);
  const { phase, saved, late } = useSlice(session, session.get);
  if (phase === 'done') return <ThankYou title={title} session={session} texts={texts} />;
  return (
    <PageFrame title={title} logo={form.theme?.logo}>
      <Notices session={session} texts={texts} />
      {late !== undefined && <LateNotice session={session} texts={texts} />}
      {isStepped(form) ? (
        <Steps session={session} texts={texts} host={whole} />
      ) : (
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
          <Finish session={session} texts={texts}>
            {!form.page?.hideSubmit && (
              <button type="submit" class="primary" aria-disabled={phase !== 'filling' || undefined}>
                {phase === 'submitting' ? texts('sending') : form.page?.submitText || texts('submit')}
              </button>
            )}
          </Finish>
        </form>
      )}
      {saved !== undefined && <SavedNote session={session} texts={texts} />}
    </PageFrame>
  );
}

/** [fill-links.steps] Only such forms load what it takes. */
export function isStepped({ display = 'page', page }: FillerForm): boolean {
  return display !== 'page' || page?.review === true;
}

export const Steps = lazyPart(() => import('./steps/steps.tsx'), 'steps');

export function hasRequired({ shapes }: FormPlan): boolean {
  return shapes.some(({ steps }) => steps.some((step) => 'required' in step && step.required?.level === 'error'));
}

type Part = Pick<FillPageProps, 'session' | 'texts'>;

const SavedNote = lazyPart(() => import('./saved-note.tsx'), 'later');
export const LateNotice = lazyPart(() => import('./late-notice.tsx'), 'later');

function Notices({ session, texts }: Part) {
  const { notice, isOnline, isStale, isKept } = useSlice(session, session.get);
  return (
    <div role="status" class="notices">
      {session.keeps && !isKept && <p class="notice warning">{texts('unkeepable')}</p>}
      {!isOnline && isKept && <p class="notice warning">{texts('offline')}</p>}
      {isStale && offer(texts, '', 'unloaded', 'reload', () => location.reload())}
      {notice?.kind === 'restored' &&
        offer(texts, '', 'restored', 'startOver', () => LateNotice.preload().then(session.startOver))}
    </div>
  );
}

/** A notice with something to do about it. */
function offer(texts: FillTexts, kind: string, text: FillTextKey, action: FillTextKey, act: () => unknown) {
  return (
    <p class={`notice ${kind}`}>
      <span>{texts(text)}</span>
      <button type="button" class="quiet" onClick={() => void act()}>
        {texts(action)}
      </button>
    </p>
  );
}

/** [fill-links.buttons] The buttons, what came of pressing them, and what is kept here. `children` are those that send. */
export function Finish({ session, texts, children }: Part & { children: ComponentChildren }) {
  const { send, form } = session;
  const { page } = form;
  const { phase, notice: problem, isKept } = useSlice(session, session.get);
  const isBusy = phase !== 'filling';
  return (
    <div class="finish">
      <div role="alert">
        {phase === 'retrying' && <p class="notice warning">{texts('retrying')}</p>}
        {problem?.kind === 'refused' && <p class="notice error">{problem.text || texts('unkept')}</p>}
        {problem?.kind === 'unsent' &&
          offer(
            texts,
            problem.isSentAlone ? 'warning' : 'error',
            problem.isTooLarge
              ? 'tooLarge'
              : problem.isKept
                ? problem.action === 'save'
                  ? 'unsaved'
                  : problem.isSentAlone
                    ? 'queued'
                    : 'unsent'
                : 'unkept',
            'retry',
            () => void send(problem.action),
          )}
      </div>
      <div class="buttons">
        {children}
        {!page?.hideSave && (
          <button
            type="button"
            class="secondary save"
            aria-disabled={isBusy || undefined}
            onClick={() => void send('save')}
          >
            {phase === 'saving' ? texts('saving') : page?.saveText || texts('save')}
          </button>
        )}
      </div>
      {isKept && (
        <details class="hint">
          <summary>{texts('shared')}</summary>
          <p>{texts('kept')}</p>
          <button type="button" class="quiet" onClick={session.forget}>
            {texts('forget')}
          </button>
        </details>
      )}
    </div>
  );
}

const SeenNotice = lazyPart(() => import('./seen/seen-notice.tsx'), 'later');
const AfterSubmit = lazyPart(() => import('./after-submit.tsx'), 'later');

function ThankYou({ title, session, texts }: Part & { title: string }) {
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
