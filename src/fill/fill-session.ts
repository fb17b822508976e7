// One filling of a form, from opening to the thank-you: what is kept on the device, saving, submitting, and what follows.
// [fill-links.save] [fill-links.messages] [fill-links.offline]

import type { FillerForm } from '../api-types/forms.ts';
import type { ItemMessage } from '../core/definition/definition-parts.ts';
import type { JsonObject } from '../core/definition/form-definition.ts';
import { mustCheckSaved, validateEntry } from '../core/validation/validate-entry.ts';
import { readFocused, revealField } from '../form-view/focus.ts';
import { importPart, staleEvent } from '../form-view/import-part.ts';
import { debounce } from '../web/debounce.ts';
import { createStore } from '../web/store.ts';
import type { SendAction, SendResponse } from './send-entry.ts';
import type { Filling, Sending } from './sending.ts';
import type { FillSessionOptions, SessionView } from './session-view.ts';
import { hasSaved, openStoredDraft, type SendAttempt, type StoredDraft } from './stored-draft.ts';

export type FillSession = ReturnType<typeof createFillSession>;

export function createFillSession(options: FillSessionOptions) {
  const { api, form, state, appHeaders } = options;
  const home = location.href;
  const start = state.get().data;
  const [kind, clonedFrom] = options.link.split('/');
  const keeps = form.keepDraftOnDevice ?? true;
  const query = new URLSearchParams(location.search).get('data');
  const { before, day } = options;
  const { link, opened } = options;
  const filling: Filling = {
    ...{ entry: options.entry, link, formVersion: options.formVersion, opened, attempt: undefined, safe: start },
    kept: openStoredDraft({ link, opened, query, keeps, day }),
  };
  let hasWritten = false;
  /** Another tab keeps what is typed at this link. [fill-links.two-tabs] */
  let isElsewhere = false;
  let isRetired = false;
  /** The data that this tab began with, kept answers included. */
  let begun = start;

  const { get, set, subscribe } = createStore<SessionView>({
    phase: 'filling',
    notice: undefined,
    saved: undefined,
    thanks: [],
    notes: [],
    differences: none,
    isEarlier: false,
    next: undefined,
    isOnline: navigator.onLine,
    isStale: false,
    isKept: keeps,
    failures: 0,
    late: before && { kind: 'changed', before, kept: before.data },
    within: undefined,
    step: undefined,
    submitted: undefined,
  });

  function restore(): void {
    const draft = before ? undefined : filling.kept.read();
    if (before) {
      const added = Object.entries(start).filter(([name]) => !(name in before.start));
      state.reset({ ...Object.fromEntries(added), ...before.data }, before.state.get().unfinished);
    } else if (draft?.isOther) {
      showConflict(undefined, draft.data, JSON.parse(draft.opened ?? '{}') as JsonObject, draft.attempt);
    } else if (draft) {
      bringBack(draft);
      set({ notice: { kind: 'restored' }, step: draft.step });
      // Questions that are gone since then take no answers along without a word.
      if (isOtherForm(draft.formVersion)) set({ late: { kind: 'changed', kept: draft.data } });
    }
    // A draft that was saved from here is not lost with its link.
    if (kind === 'f' && get().late === undefined && hasSaved(form.id)) set({ late: { kind: 'saved' } });
    begun = state.get().data;
    // Uploads that were never submitted expire before drafts and links that fill in a form do.
    if ((draft ? JSON.stringify(draft.data) : location.search).includes('storageKey')) dropGoneFiles();
  }

  function bringBack(draft: StoredDraft): void {
    filling.attempt = draft.attempt;
    state.reset(draft.data, new Map(draft.unfinished?.map(([path, texts]) => [path, { texts }])));
    begun = draft.data;
  }

  /** If the code cannot be loaded, nothing is dropped and a submit responds that a file is missing. */
  function dropGoneFiles(): void {
    void importPart(() => import('./kept-files.ts'))
      .then((part) => part.dropGoneFiles(state))
      .catch(() => {});
  }

  function keep(): void {
    const { data, unfinished } = state.get();
    const { phase, late, step } = get();
    // What was typed here before a save elsewhere waits for a decision.
    if (phase === 'done' || isElsewhere || (late?.kind === 'conflict' && late.action === undefined)) return;
    // An attempt whose outcome nobody knows is kept even where nothing was typed.
    if (data === filling.safe && filling.attempt === undefined && unfinished.size === 0) {
      if (hasWritten) filling.kept.clear();
      return;
    }
    hasWritten = true;
    const begun = [...unfinished].map(([path, { texts }]) => [path, texts] as const);
    const isKept = filling.kept.write({
      data,
      formVersion: filling.formVersion,
      ...(filling.attempt && { attempt: filling.attempt }),
      ...(begun.length > 0 && { unfinished: begun }),
      ...(step && { step }),
    });
    if (isKept !== get().isKept) set({ isKept });
  }

  function startOver(): void {
    const { data, unfinished } = state.get();
    const tried = filling.attempt;
    filling.kept.clear();
    filling.attempt = undefined;
    const undo = () => {
      // What was typed since stays.
      const since = Object.entries(state.get().data).filter(([name, value]) => value !== start[name]);
      filling.attempt = tried;
      state.reset({ ...data, ...Object.fromEntries(since) }, unfinished);
      set({ notice: { kind: 'restored' }, late: undefined });
      keep();
    };
    set({ notice: undefined, late: { kind: 'undo', undo }, step: '' });
    state.reset(start);
  }

  /** For the next person at this device: the link as it was opened, also after a save. */
  function forget(): void {
    filling.kept.forget(form.id);
    retire();
    location.replace(home);
  }

  /** Keeps nothing any more. */
  function retire(): void {
    isRetired = true;
    filling.attempt = undefined;
    hasWritten = false;
    filling.safe = state.get().data;
    state.reset(filling.safe);
  }

  async function send(action: SendAction): Promise<void> {
    if (get().phase !== 'filling') return;
    readFocused();
    set({ saved: undefined, notice: undefined, late: undefined, phase: action === 'save' ? 'saving' : 'submitting' });
    await options.uploadsSettled();
    // Code that does not come is a network that is away: nothing was sent.
    const part = await loadSending().catch(() => undefined);
    await part?.readPage(sending);
    set({ phase: 'filling' });
    const { check, problems, isChecked } = checkBefore(action);
    if (problems.length > 0) {
      // What a draft may lack is not blamed when something else stops it.
      const paths = problems.map(({ modelPath }) => modelPath);
      showProblems(isChecked ? undefined : (path) => paths.includes(path));
    } else if (part) await part.sendChecked(sending, action, check);
    else {
      // Sent by itself when there is a network again.
      filling.sent = state.get().data;
      showUnsent(action);
    }
  }

  function showUnsent(action: SendAction, isTooLarge = false): void {
    keep();
    set({ notice: { kind: 'unsent', action, isKept: get().isKept, isTooLarge } });
  }

  /** What would be stored, and what stops it by the rules of this action. */
  function checkBefore(action: SendAction) {
    const check = state.check();
    const isChecked = action === 'submit' || mustCheckSaved(state.plan, check.data, {});
    if (isChecked) return { isChecked, check, problems: state.problems() };
    const context = { cleanHtml: (html: string) => html };
    const typed = validateEntry(state.plan, state.get().data, { rules: 'types', context });
    const problems = [...typed.messages, ...state.unfinishedProblems()];
    return { isChecked, check: typed, problems };
  }

  /** All, or those of a step, or those that stop a save. */
  function showProblems(within?: (path: string) => boolean): void {
    const paths = () => state.problems().flatMap(({ modelPath }) => (within?.(modelPath) === false ? [] : modelPath));
    if (within === undefined) state.showAll();
    else for (const path of paths()) void state.leave(path);
    set({ failures: get().failures + 1, within });
    setTimeout(() => paths().some(revealField));
  }

  function showConflict(
    action: SendAction | undefined,
    mine: JsonObject,
    base: JsonObject,
    tried?: SendAttempt | undefined,
    tab?: JsonObject,
  ): void {
    set({ late: { kind: 'conflict', action, mine, base, requests: tried?.requests ?? [], tab } });
  }

  function isOtherForm(version: number | undefined): boolean {
    return version !== undefined && filling.formVersion !== undefined && version !== filling.formVersion;
  }

  function showMessages(messages: readonly ItemMessage[]): void {
    state.takeServerMessages(messages);
    showProblems();
  }

  /** After an earlier version was received: the changed answers as an entry of their own. */
  function sendAsWell(): void {
    filling.safe = start;
    set({ phase: 'filling' });
    void send('submit');
  }

  /** What was stored otherwise than it was shown is mended here, and goes as an entry of its own. */
  function backToForm(): void {
    filling.safe = start;
    set({ phase: 'filling', differences: none });
  }

  const sending: Sending = {
    ...{ api, form, state, appHeaders, day, keeps, filling, get, set, keep, send },
    ...{ showMessages, showConflict, showUnsent, isOtherForm, dropGoneFiles },
    uploadsSettled: options.uploadsSettled,
    clonedFrom: kind === 'c' ? clonedFrom : undefined,
  };

  restore();
  state.subscribe(debounce(keep));
  addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', keep);
  addEventListener('beforeunload', (event) => {
    keep();
    const { data, unfinished } = state.get();
    const isSafe = data === (isElsewhere ? begun : filling.safe) && unfinished.size === 0;
    if ((!get().isKept || isElsewhere) && get().phase !== 'done' && !isSafe) event.preventDefault();
  });
  addEventListener(staleEvent, () => set({ isStale: true }));
  addEventListener('offline', () => set({ isOnline: false }));
  addEventListener('online', () => {
    set({ isOnline: true });
    const waiting = get().notice;
    // What was changed since is sent when the person says so: the notice still offers it.
    const { data, unfinished } = state.get();
    if (waiting?.kind === 'unsent' && filling.sent === data && unfinished.size === 0) void send(waiting.action);
  });

  return {
    api,
    form,
    state,
    get,
    set,
    subscribe,
    send,
    showProblems,
    startOver,
    forget,
    keeps,
    home: kind === 'e' ? `/f/${form.id}/` : home,
    entry: () => filling.entry,
    appHeaders,
    formVersion: () => filling.formVersion,
    /** The data that was there before this device changed it. */
    base: () => filling.safe,
    showMessages,
    /** The same form after all: only its version is another. */
    keepForm(version: number | undefined): void {
      filling.formVersion = version;
      set({ late: undefined });
    },
    /** Goes on with the form as it is now. */
    async changeForm(changed: FillerForm, version: number | undefined, messages: readonly ItemMessage[] = []) {
      const { entry, link, opened } = filling;
      const begun = { state, data: state.get().data, start, entry, link, opened, messages };
      await options.reopen(changed, version, begun);
      retire();
    },
    /** Goes on with `data`, which builds on `version` of the draft. */
    takeVersion(version: string | undefined, data: JsonObject, action: SendAction | undefined): void {
      if (filling.entry) filling.entry = { ...filling.entry, version };
      set({ late: undefined });
      state.reset(data);
      if (action !== undefined) void send(action);
    },
    /** Names the place on the device where what is typed is kept. */
    place: () => filling.kept.place,
    keep,
    kept: () => filling.kept.read(),
    begun: () => begun,
    isRetired: () => isRetired,
    showConflict,
    /** Gives back what was kept. */
    bringBack,
    /** Whether another tab keeps what is typed at this link. [fill-links.two-tabs] */
    setElsewhere(isIt: boolean): void {
      if (isIt) begun = state.get().data;
      isElsewhere = isIt;
    },
    /** Sends whose response never came. */
    attempt: () => filling.attempt,
    noteQueued(isSentAlone: boolean): void {
      const { notice } = get();
      if (notice?.kind === 'unsent') set({ notice: { ...notice, isSentAlone } });
    },
    /** What was left to be sent was sent. */
    takeSent: async (answer: SendResponse) => (await loadSending()).takeSubmitted(sending, answer, false),
    canSendAsWell: () => filling.entry === undefined,
    sendAsWell,
    backToForm,
  };
}

const none: readonly never[] = [];

const loadSending = () => importPart(() => import('./sending.ts'));
