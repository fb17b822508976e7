// A form in steps: one at a time, checked before the next, with Back, progress and a review where the owner wants one. All steps stay
// drawn, those that are not open hidden, so that nothing a field holds is lost on the way. [fill-links.steps] [fill-links.one]
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { fillText } from '../../core/text/fill-text.ts';
import { isSameList } from '../../form-view/field-facts.ts';
import { focusInside, readFocused, revealField } from '../../form-view/focus.ts';
import type { FormHost } from '../../form-view/form-context.ts';
import { ElementList, FormView } from '../../form-view/form-view.tsx';
import { entryPlace } from '../../form-view/row-place.ts';
import { wordsOf } from '../../form-view/words.ts';
import { useSlice } from '../../web/store.ts';
import { Finish, hasRequired } from '../fill-page.tsx';
import type { FillSession } from '../fill-session.ts';
import type { FillTexts } from '../fill-texts.ts';
import { Problems } from '../problems.tsx';
import { AnswerList } from './answer-list.tsx';
import { listParts, pathsOf, type Step, stepsNow } from './list-steps.ts';
import { startStep, useHistorySteps } from './use-history-steps.ts';
import { useQuickChoices } from './use-quick-choices.ts';

export interface StepsProps {
  readonly session: FillSession;
  readonly texts: FillTexts;
  readonly host: FormHost;
}

/** The key of the page that shows all answers. */
const reviewKey = 'review';

export function Steps({ session, texts, host }: StepsProps) {
  const { state, form } = session;
  const { display = 'page', page = {} } = form;
  const words = wordsOf('steps', state.plan.locale);
  const resets = useSlice(state, () => state.get().resets);
  const parts = useMemo(() => listParts(state.tree, display), [state, display]);
  const lists = useMemo(() => new Map(parts.map((part) => [part, [part.node]])), [parts]);
  const shown = useSlice(state, () => stepsNow(parts, state, display), isSameSteps);
  const steps: readonly Step[] = page.review ? [...shown, { key: reviewKey, title: words.review, parts: [] }] : shown;
  const { step: asked, phase } = useSlice(session, session.get);
  const [start] = useState(() => startStep(session, steps));
  const at = placeOf(asked ?? start, steps, [...parts.map(({ step }) => step.key), reviewKey]);
  const current = steps[at];
  const { go, back } = useHistorySteps(session, steps, current?.key);
  const box = useRef<HTMLFormElement>(null);
  useArrival({ current, form: box, isOne: display === 'one' });
  useQuickChoices({
    form: box,
    question: display === 'one' ? current?.key : undefined,
    // A form is sent by its button alone, and nobody is blamed for a choice.
    leadOn: () => at < steps.length - 1 && !hasProblem(current!) && void advance(),
  });
  useEffect(() => {
    const tell = () => dispatchEvent(new CustomEvent('formstead:step', { detail: { step: at + 1, of: steps.length } }));
    tell();
    // Whoever listens later asks.
    addEventListener('formstead:where', tell);
    return () => removeEventListener('formstead:where', tell);
  }, [at, steps.length]);
  const isReview = current?.key === reviewKey;
  const wasReviewed = useRef(false);
  wasReviewed.current ||= isReview;
  useLayoutEffect(() => {
    // A problem in a step that is not open: focus.ts says so to what hides it.
    const reveal = ({ target }: Event) => {
      const path = (target as HTMLElement).dataset['step'];
      const step = steps.find(({ parts: inside }) => inside.some(({ node }) => node.elementPath === path));
      if (step !== undefined) go(step, { isLed: !isReview });
    };
    box.current?.addEventListener('reveal', reveal, true);
    return () => box.current?.removeEventListener('reveal', reveal, true);
  });
  const hasProblem = (step: Step) => state.problems().some(({ modelPath }) => isWithin(step)(modelPath));
  const isBack = useIsBack(at);
  if (current === undefined) return null;

  const isLast = at === steps.length - 1;
  const isBusy = phase !== 'filling';
  const place = fillText(display === 'one' && !isReview ? words.question : words.step, [at + 1, steps.length]);
  const section = display === 'one' ? sectionOf(steps, at) : undefined;

  // Who came back from the review returns there, past what is done.
  const later = steps.slice(at + 1);
  const next = wasReviewed.current ? (later.find(hasProblem) ?? later.at(-1)) : later[0];

  async function advance(): Promise<void> {
    if (session.get().phase !== 'filling') return;
    if (isLast) return session.send('submit');
    readFocused();
    const within = isWithin(current!);
    // What other servers say is known before the step is left.
    const toAsk = state.check().remoteChecks.map((one) => one.unreachable().modelPath);
    await Promise.all(toAsk.filter(within).map((path) => state.leave(path)));
    // Pressed twice, or gone back meanwhile.
    if (session.get().step !== asked) return;
    if (hasProblem(current!)) session.showProblems(within);
    else go(next!);
  }

  return (
    <form
      class={`form steps ${display}`}
      data-moved={isBack === undefined ? undefined : isBack ? 'back' : 'on'}
      noValidate
      ref={box}
      onSubmit={(event) => {
        event.preventDefault();
        void advance();
      }}
    >
      {steps.length > 1 && (
        <div class="step-progress">
          <span aria-hidden="true">
            {place}
            {section && <span class="section-place">{fillText(words.inSection, [section.at + 1, section.count])}</span>}
          </span>
          <progress value={at + 1} max={steps.length} aria-label={place} />
        </div>
      )}
      <p class="visually-hidden" role="status">
        {asked === undefined ? '' : place}
      </p>
      <h2 class={current.title ? 'step-title' : 'visually-hidden'} tabIndex={-1} data-arrive>
        <bdi>{current.title || place}</bdi>
      </h2>
      {current.help?.map((text) => (
        <p key={text} class="hint help" dir="auto">
          {text}
        </p>
      ))}
      {display !== 'one' && at === 0 && hasRequired(state.plan) && (
        <p class="hint star-note">{texts('requiredNote')}</p>
      )}
      <FormView host={host}>
        <div class="elements" hidden={isReview} key={resets}>
          {parts.map((part) => {
            const { node } = part;
            const isHere = current.parts.includes(part);
            const isThere = isHere || steps.some((step) => step.parts.includes(part));
            // On paper a title is read once, where what it is about begins.
            const begun = steps.findIndex((step) => step.parts[0] === part);
            const title = steps[begun]?.title;
            return (
              isThere && (
                <div
                  key={node.elementPath}
                  class="step-part"
                  data-step={node.elementPath}
                  data-print={title === steps[begun - 1]?.title ? undefined : title}
                  hidden={!isHere}
                >
                  <ElementList nodes={lists.get(part)!} row={entryPlace} level={2} />
                </div>
              )
            );
          })}
        </div>
      </FormView>
      {isReview && (
        <AnswerList
          state={state}
          groups={shown.map(({ title, parts: inside }) => ({ title, nodes: inside.map(({ node }) => node) }))}
          onChange={(path) => revealField(path)}
        />
      )}
      <Problems session={session} texts={texts} />
      <Finish session={session} texts={texts}>
        {at > 0 && (
          <button type="button" class="secondary back" onClick={() => back(steps[at - 1]!)}>
            {page.backText || words.back}
          </button>
        )}
        <button type="submit" class="primary" aria-disabled={isBusy || undefined}>
          {isLast
            ? phase === 'submitting'
              ? texts('sending')
              : page.submitText || texts('submit')
            : page.nextText || (next!.key === reviewKey ? words.toReview : words.next)}
        </button>
        {display === 'one' && !isReview && (
          <span class="hint press-enter" aria-hidden="true">
            {words.pressEnter}
          </span>
        )}
      </Finish>
    </form>
  );
}

/** Which step is open: the one that is asked for, or where it is hidden by now the last one before it. */
function placeOf(wanted: string | undefined, steps: readonly Step[], order: readonly string[]): number {
  const at = steps.findIndex(({ key }) => key === wanted);
  if (at !== -1 || wanted === undefined) return Math.max(at, 0);
  const place = order.indexOf(wanted);
  return Math.max(
    0,
    steps.findLastIndex(({ key }) => order.indexOf(key) < place),
  );
}

/** Where one is in the section that the step belongs to; undefined in a form of one section. [fill-links.one.sections] */
function sectionOf(steps: readonly Step[], at: number): { readonly at: number; readonly count: number } | undefined {
  const isInside = (step: Step) => step.title === steps[at]?.title && step.key !== reviewKey;
  const count = steps.filter(isInside).length;
  const isAlone = steps.every((step) => isInside(step) || step.key === reviewKey);
  return isAlone || !steps[at]?.title || count < 2
    ? undefined
    : { at: steps.slice(0, at).filter(isInside).length, count };
}

/** Whether the step before the open one comes after it; undefined for the first that is shown. */
function useIsBack(at: number): boolean | undefined {
  const places = useRef<{ at: number; isBack?: boolean }>({ at });
  if (places.current.at !== at) places.current = { at, isBack: at < places.current.at };
  return places.current.isBack;
}

function isWithin(step: Step): (path: string) => boolean {
  const starts = pathsOf(step);
  return (path) => starts.some((start) => path === start || path.startsWith(`${start}[`));
}

function isSameSteps(one: readonly Step[], two: readonly Step[]): boolean {
  return isSameList(one, two, (a, b) => a.key === b.key && isSameList(a.parts, b.parts, Object.is));
}

interface Arrival {
  readonly current: Step | undefined;
  readonly form: { readonly current: HTMLFormElement | null };
  readonly isOne: boolean;
}

/** The focus goes to the heading of a new step, or into the question; not when the page opens, and not where a problem leads. */
function useArrival({ current, form, isOne }: Arrival): void {
  const last = useRef(current?.key);
  useLayoutEffect(() => {
    if (current === undefined || last.current === current.key) return;
    last.current = current.key;
    const heading = form.current?.querySelector<HTMLElement>('[data-arrive]');
    const isQuestion = isOne && current.parts[0]?.node.kind !== 'content' && current.parts.length > 0;
    if (isQuestion) focusInside(form.current?.querySelector('.step-part:not([hidden])') ?? null);
    else heading?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: 'start' });
  });
}
