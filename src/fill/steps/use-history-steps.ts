// Steps in the browser's history: Back goes a step back without leaving the page, also in a frame, and a reload stays on its step.
// [fill-links.steps.history]
import { useEffect, useRef } from 'preact/hooks';
import { useSlice } from '../../web/store.ts';
import type { FillSession } from '../fill-session.ts';
import { pathsOf, type Step } from './list-steps.ts';

interface Mark {
  readonly step?: string;
  /** The step that was open before: one press of Back away. */
  readonly before?: string;
}

/** `current` is the key of the step that is open. */
export function useHistorySteps(session: FillSession, steps: readonly Step[], current: string | undefined) {
  const now = useRef(steps);
  now.current = steps;
  const address = useRef('');
  useEffect(() => {
    address.current = location.href;
  });
  const open = (step: Step) => {
    // What is wrong in one step is not said in another.
    session.set({ step: step.key, saved: undefined, ...(session.get().within && { failures: 0, within: undefined }) });
    if (step.tab !== undefined) session.state.change(step.tab.keys, step.tab.at);
  };
  useEffect(() => {
    const onPop = ({ state }: PopStateEvent) => {
      // A save in between gave the page the address of its draft.
      if (location.href !== address.current) history.replaceState(state, '', address.current);
      open({ ...noStep, ...now.current.find(isMarked(state)) });
    };
    // Where the page opened is a step as well: Back leads to it.
    if (markOf(history.state).step === undefined) history.replaceState({ step: current }, '');
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, []);
  const isNew = useSlice(session, () => session.get().step === '');
  useEffect(() => {
    // Somebody started over: a reload does not lead back.
    if (isNew) history.replaceState({ step: current }, '');
  }, [isNew]);
  return {
    /** `isLed`: the page itself leads there; it takes the place of the step that is open. */
    go(step: Step, { isLed = false } = {}): void {
      if (isLed) history.replaceState({ step: step.key }, '');
      else history.pushState({ step: step.key, before: current }, '');
      open(step);
    },
    back(step: Step): void {
      if (markOf(history.state).before === step.key) history.back();
      else {
        history.replaceState({ step: step.key }, '');
        open(step);
      }
    },
  };
}

function markOf(state: unknown): Mark {
  return typeof state === 'object' && state !== null ? (state as Mark) : {};
}

/** Leads to the first one. */
const noStep: Step = { key: '', title: '', parts: [] };

function isMarked(state: unknown): (step: Step) => boolean {
  const { step } = markOf(state);
  return ({ key }) => key === step;
}

/** Where the page opens: at the step of a reload, of what was kept, of a draft's open tab, else of what a draft still lacks. */
export function startStep(session: FillSession, steps: readonly Step[]): string | undefined {
  const { state, keeps } = session;
  // Where nothing is kept, a reload has lost the steps before.
  const marked = keeps ? markOf(history.state).step : undefined;
  const known = marked ?? session.get().step ?? steps.find(({ tab }) => tab && state.valueAt(tab.keys) === tab.at)?.key;
  if (known !== undefined || session.entry() === undefined || Object.keys(state.get().data).length === 0) return known;
  const paths = state.problems().map(({ modelPath }) => modelPath);
  return steps.find((step) => pathsOf(step).some((start) => paths.some((path) => path.startsWith(start))))?.key;
}
