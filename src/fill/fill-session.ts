// One filling of a form, from opening to the thank-you: what is kept on the device, saving, submitting, and what follows.
import { signal } from '@preact/signals';
import type { JsonObject } from '../core/form-definition.ts';
import { mustCheckSaved, validateEntry } from '../core/validation/validate-entry.ts';
import { revealField } from '../form-view/focus.ts';
import type { FormState } from '../form-view/form-state.ts';
import { openKeptDraft, type SendAttempt } from './kept-draft.ts';
import type { FillerForm } from './page-data.ts';
import { type SendAnswer, type SendResult, sendEntry } from './send-entry.ts';

export interface FillSessionOptions {
  readonly api: string;
  readonly form: FillerForm;
  readonly state: FormState;
  /** The draft that is continued. */
  readonly entry: { readonly id: string; readonly bewit?: string } | undefined;
  readonly token: string | undefined;
  /** Names the page on this device: `f/<form>`, `e/<entry>`. */
  readonly link: string;
  /** The data of the link, before initial values. */
  readonly opened: JsonObject;
}

export type Phase = 'filling' | 'saving' | 'submitting' | 'retrying' | 'done';

export type Notice =
  | { readonly kind: 'restored' }
  | { readonly kind: 'unsent'; readonly action: 'save' | 'submit'; readonly isKept: boolean }
  | { readonly kind: 'refused'; readonly text: string };

export type FillSession = ReturnType<typeof createFillSession>;

export function createFillSession(options: FillSessionOptions) {
  const { api, form, state, token } = options;
  const { locale } = state.plan;
  const start = state.data.peek();
  let { entry, link } = options;
  let kept = openKeptDraft({ link, opened: options.opened });
  let attempt: SendAttempt | undefined;
  let isKept = true;
  /** The data that is safe elsewhere: as opened, or as saved. */
  let safe = start;

  const phase = signal<Phase>('filling');
  const notice = signal<Notice | undefined>(undefined);
  const saved = signal<{ readonly link: string; readonly texts: readonly string[] } | undefined>(undefined);
  const thanks = signal<readonly string[]>([]);
  const isOnline = signal(navigator.onLine);
  /** Counts failed tries, so that the summary is read out each time. */
  const failures = signal(0);

  function restore(): void {
    const draft = kept.read();
    if (draft === undefined) return;
    attempt = draft.attempt;
    state.reset(draft.data);
    notice.value = { kind: 'restored' };
  }

  function keep(): void {
    const data = state.data.peek();
    if (phase.peek() === 'done' || data === safe) return;
    isKept = kept.write({ data, ...(attempt && { attempt }) });
  }

  function startOver(): void {
    kept.clear();
    attempt = undefined;
    notice.value = undefined;
    state.reset(start);
  }

  async function send(action: 'save' | 'submit'): Promise<void> {
    if (phase.peek() !== 'filling') return;
    saved.value = undefined;
    notice.value = undefined;
    const { data, hasProblems } = checkBefore(action);
    if (hasProblems) {
      showProblems();
      return;
    }
    phase.value = action === 'save' ? 'saving' : 'submitting';
    const result = await sendEntry({
      ...{ api, locale, action, form: form.id, entry, token, data, before: attempt },
      onAttempt(one) {
        attempt = one;
        keep();
      },
      onRetry: () => {
        phase.value = 'retrying';
      },
    });
    phase.value = 'filling';
    take(action, result);
  }

  /** What would be stored, and whether the rules of this action allow it. */
  function checkBefore(action: 'save' | 'submit'): { data: JsonObject; hasProblems: boolean } {
    const { check } = state.snapshot.peek();
    const isChecked = action === 'submit' || mustCheckSaved(state.plan, check.data, {});
    if (isChecked) return { data: check.data, hasProblems: state.problems.peek().length > 0 };
    const context = { cleanHtml: (html: string) => html };
    const { data, messages } = validateEntry(state.plan, state.data.peek(), { rules: 'types', context });
    return { data, hasProblems: messages.length > 0 };
  }

  function showProblems(): void {
    state.isAllShown.value = true;
    failures.value++;
    setTimeout(() => state.problems.peek().some(({ modelPath }) => revealField(modelPath)));
  }

  function take(action: 'save' | 'submit', result: SendResult): void {
    switch (result.kind) {
      case 'done':
        if (action === 'save') takeSaved(result.answer);
        else takeSubmitted(result.answer);
        break;
      case 'invalid':
        attempt = undefined;
        state.takeServerMessages(result.messages);
        showProblems();
        break;
      case 'refused':
        attempt = undefined;
        notice.value = result;
        break;
      case 'unsent':
        keep();
        notice.value = { kind: 'unsent', action, isKept };
    }
  }

  function takeSaved({ entryId, bewit, entry: stored, uiActions = [] }: SendAnswer): void {
    kept.clear();
    attempt = undefined;
    safe = state.data.peek();
    if (entryId !== undefined) {
      entry = { id: entryId, ...(bewit !== undefined && { bewit }) };
      link = `e/${entryId}`;
      kept = openKeptDraft({ link, opened: state.snapshot.peek().check.data });
      // A reload from here on continues the draft.
      if (token === undefined) history.replaceState(null, '', `/${link}/?b=${encodeURIComponent(bewit ?? '')}`);
    }
    if (redirectIn(uiActions)) return;
    saved.value = { link: stored?.resumeUrlBewit ?? location.href, texts: textsIn(uiActions) };
  }

  function takeSubmitted({ uiActions = [] }: SendAnswer): void {
    kept.clear();
    safe = state.data.peek();
    phase.value = 'done';
    if (!redirectIn(uiActions)) thanks.value = textsIn(uiActions);
  }

  restore();
  state.data.subscribe(calmly(keep));
  addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', keep);
  addEventListener('beforeunload', (event) => {
    keep();
    if (!isKept && phase.peek() !== 'done' && state.data.peek() !== safe) event.preventDefault();
  });
  addEventListener('offline', () => {
    isOnline.value = false;
  });
  addEventListener('online', () => {
    isOnline.value = true;
    const waiting = notice.peek();
    if (waiting?.kind === 'unsent') void send(waiting.action);
  });

  return { form, state, phase, notice, saved, thanks, isOnline, failures, send, startOver };
}

const KEEP_AFTER_MS = 300;

/** Runs `work` once things have been quiet for a while. */
function calmly(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, KEEP_AFTER_MS);
  };
}

/** SPEC.md: only addresses of the web; the server has looked too. */
function redirectIn(actions: SendAnswer['uiActions']): boolean {
  const url = actions?.find(({ type }) => type === 'redirect')?.redirectOptions?.url;
  if (url === undefined || !/^https?:\/\//.test(url)) return false;
  location.assign(url);
  return true;
}

function textsIn(actions: SendAnswer['uiActions'] = []): string[] {
  return actions.flatMap(({ type, text }) => (type === 'message' && text ? [text] : []));
}
