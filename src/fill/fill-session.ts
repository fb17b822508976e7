// One filling of a form, from opening to the thank-you: what is kept on the device, saving, submitting, and what follows.
// [fill-links.save] [fill-links.messages] [fill-links.offline]

import type { FillerForm } from '../api-types/forms.ts';
import type { JsonObject } from '../core/definition/form-definition.ts';
import type { ItemMessage } from '../core/validation/message.ts';
import { mustCheckSaved, validateEntry } from '../core/validation/validate-entry.ts';
import { readFocused, revealField } from '../form-view/focus.ts';
import { importPart, staleEvent } from '../form-view/import-part.ts';
import { includeDeletedFiles } from '../form-view/include-deleted-files.ts';
import { nameField } from '../form-view/name-field.ts';
import { debounce } from '../web/debounce.ts';
import { createStore } from '../web/store.ts';
import { answersIn, leaveTo, redirectIn, textsIn } from './follow-response.ts';
import type { SendAction, SendRequest, SendResponse, SendResult } from './send-entry.ts';
import type { FillSessionOptions, SessionView } from './session-view.ts';
import { hasSaved, openStoredDraft, type SendAttempt, type StoredDraft } from './stored-draft.ts';

export type FillSession = ReturnType<typeof createFillSession>;

export function createFillSession(options: FillSessionOptions) {
  const { api, form, state, appHeaders } = options;
  const { locale } = state.plan;
  const home = location.href;
  const start = state.get().data;
  const [kind, clonedFrom] = options.link.split('/');
  const keeps = form.keepDraftOnDevice ?? true;
  const query = new URLSearchParams(location.search).get('data');
  const { before, day } = options;
  let { entry, link, formVersion, opened } = options;
  let kept = openStoredDraft({ link, opened, query, keeps, day });
  let attempt: SendAttempt | undefined;
  let isKept = keeps;
  /** The data of the last send, and what the server was given of it. */
  let sent: JsonObject | undefined;
  let sentData: JsonObject = {};
  let hasWritten = false;
  /** The data that is safe elsewhere: as opened, or as saved. */
  let safe = start;
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
    isEarlier: false,
    next: undefined,
    isOnline: navigator.onLine,
    isStale: false,
    failures: 0,
    late: before && { kind: 'changed', before, kept: before.data },
    within: undefined,
    step: undefined,
    submitted: undefined,
  });

  function restore(): void {
    const draft = before ? undefined : kept.read();
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
    attempt = draft.attempt;
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
    if (data === safe && attempt === undefined && unfinished.size === 0) {
      if (hasWritten) kept.clear();
      return;
    }
    hasWritten = true;
    const begun = [...unfinished].map(([path, { texts }]) => [path, texts] as const);
    isKept = kept.write({
      data,
      formVersion,
      ...(attempt && { attempt }),
      ...(begun.length > 0 && { unfinished: begun }),
      ...(step && { step }),
    });
  }

  function startOver(): void {
    const { data, unfinished } = state.get();
    const tried = attempt;
    kept.clear();
    attempt = undefined;
    const undo = () => {
      // What was typed since stays.
      const since = Object.entries(state.get().data).filter(([name, value]) => value !== start[name]);
      attempt = tried;
      state.reset({ ...data, ...Object.fromEntries(since) }, unfinished);
      set({ notice: { kind: 'restored' }, late: undefined });
      keep();
    };
    set({ notice: undefined, late: { kind: 'undo', undo }, step: '' });
    state.reset(start);
  }

  /** For the next person at this device: the link as it was opened, also after a save. */
  function forget(): void {
    kept.forget(form.id);
    retire();
    location.replace(home);
  }

  /** Keeps nothing any more. */
  function retire(): void {
    isRetired = true;
    attempt = undefined;
    hasWritten = false;
    safe = state.get().data;
    state.reset(safe);
  }

  async function send(action: SendAction): Promise<void> {
    if (get().phase !== 'filling') return;
    const phase = action === 'save' ? 'saving' : 'submitting';
    readFocused();
    set({ saved: undefined, notice: undefined, late: undefined, phase });
    await options.uploadsSettled();
    set({ phase: 'filling' });
    const { data, problems, isChecked } = checkBefore(action);
    if (problems.length > 0) {
      // What a draft may lack is not blamed when something else stops it.
      const paths = problems.map(({ modelPath }) => modelPath);
      showProblems(isChecked ? undefined : (path) => paths.includes(path));
      return;
    }
    set({ phase, notes: unseenNotes() });
    sent = state.get().data;
    sentData = state.check().data;
    const request: SendRequest = {
      ...{ api, locale, action, form: form.id, entry, formVersion, appHeaders, data, before: attempt },
      clonedFrom: kind === 'c' ? clonedFrom : undefined,
      onAttempt(one) {
        attempt = one;
        keep();
      },
      onRetry: () => set({ phase: 'retrying' }),
    };
    // Code that does not come is a network that is away: nothing was sent.
    const result = await importPart(() => import('./send-entry.ts')).then(
      (part) => part.sendEntry(request),
      (): SendResult => ({ kind: 'unsent' }),
    );
    // A file that was chosen meanwhile is a change as well.
    if ('answer' in result) await options.uploadsSettled();
    set({ phase: 'filling' });
    await take(action, result);
  }

  /** What would be stored, and what stops it by the rules of this action. */
  function checkBefore(action: SendAction) {
    const check = state.check();
    const isChecked = action === 'submit' || mustCheckSaved(state.plan, check.data, {});
    if (isChecked) return { isChecked, data: includeDeletedFiles(check), problems: state.problems() };
    const context = { cleanHtml: (html: string) => html };
    const typed = validateEntry(state.plan, state.get().data, { rules: 'types', context });
    const problems = [...typed.messages, ...state.unfinishedProblems()];
    return { isChecked, data: includeDeletedFiles(typed), problems };
  }

  function unseenNotes(): string[] {
    const { isAllShown, shown } = state.get();
    const notices = isAllShown ? [] : state.check().notices.filter(({ modelPath }) => !shown.has(modelPath));
    return notices.map(({ modelPath, message }) => `${nameField(state, modelPath).join(', ')}: ${message}`);
  }

  /** All, or those of a step, or those that stop a save. */
  function showProblems(within?: (path: string) => boolean): void {
    const paths = () => state.problems().flatMap(({ modelPath }) => (within?.(modelPath) === false ? [] : modelPath));
    if (within === undefined) state.showAll();
    else for (const path of paths()) void state.leave(path);
    set({ failures: get().failures + 1, within });
    setTimeout(() => paths().some(revealField));
  }

  async function take(action: SendAction, result: SendResult): Promise<void> {
    switch (result.kind) {
      case 'done':
        if (action === 'save') takeSaved(result.answer);
        else takeSubmitted(result.answer, answersIn(state.check().data) !== answersIn(sentData));
        break;
      case 'earlier':
        if (result.action === 'submit') takeSubmitted(result.answer, true);
        else {
          // The draft is there: what was changed since goes into it.
          continueAs(result.answer);
          await send(action);
        }
        break;
      case 'invalid':
        attempt = undefined;
        if (
          isOtherForm(result.formVersion) ||
          result.messages.some(({ modelPath: path }) => nameField(state, path)[0] === path)
        ) {
          set({ late: { kind: 'changing', messages: result.messages } });
        } else showMessages(result.messages);
        break;
      case 'conflict':
        showConflict(action, state.get().data, safe, attempt);
        attempt = undefined;
        break;
      case 'refused':
        attempt = undefined;
        set({ notice: result });
        if (result.isFileMissing) dropGoneFiles();
        break;
      case 'tooLarge':
      case 'unsent':
        if (result.kind === 'tooLarge') attempt = undefined;
        keep();
        set({ notice: { kind: 'unsent', action, isKept, isTooLarge: result.kind === 'tooLarge' } });
    }
  }

  function takeSaved(answer: SendResponse): void {
    safe = sent as JsonObject;
    continueAs(answer);
    const next = redirectIn(answer);
    // What was typed meanwhile goes after it.
    if (state.get().data !== sent) void send('save');
    else if (next !== undefined) leaveTo(next);
    else set({ saved: { link: answer.entry?.resumeUrlBewit ?? location.href, texts: textsIn(answer) } });
    if (isOtherForm(answer.formVersion)) set({ late: { kind: 'changing', messages: undefined } });
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
    return version !== undefined && formVersion !== undefined && version !== formVersion;
  }

  function showMessages(messages: readonly ItemMessage[]): void {
    state.takeServerMessages(messages);
    showProblems();
  }

  /** From here on the page fills the draft that was saved. */
  function continueAs({ entryId, bewit, version }: SendResponse): void {
    kept.clear();
    attempt = undefined;
    if (entryId === undefined) return;
    entry = { id: entryId, bewit, version };
    link = `e/${entryId}`;
    opened = sentData;
    kept = openStoredDraft({ link, opened, keeps, day });
    // So does a reload; but on a device that several people share, the secret link stays out of the address bar.
    if (!keeps) return;
    const secret = appHeaders === undefined ? `?b=${encodeURIComponent(bewit ?? '')}` : '';
    history.replaceState(history.state, '', `/${link}/${secret}`);
  }

  function takeSubmitted(answer: SendResponse, isEarlier: boolean): void {
    kept.clear();
    attempt = undefined;
    safe = state.get().data;
    dispatchEvent(new CustomEvent('formstead:submitted', { detail: { entry: answer.entryId } }));
    const next = redirectIn(answer);
    if (next === undefined || isEarlier) {
      set({ phase: 'done', thanks: textsIn(answer), isEarlier, next, submitted: answer });
      return;
    }
    // Until the other page is there, this one stays busy. Whoever comes back from it may find this page as it was left.
    set({ phase: 'submitting' });
    addEventListener('pageshow', () => set({ phase: 'done', thanks: textsIn(answer), next, submitted: answer }));
    leaveTo(next);
  }

  /** After an earlier version was received: the changed answers as an entry of their own. */
  function sendAsWell(): void {
    safe = start;
    set({ phase: 'filling' });
    void send('submit');
  }

  restore();
  state.subscribe(debounce(keep));
  addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', keep);
  addEventListener('beforeunload', (event) => {
    keep();
    const { data, unfinished } = state.get();
    const isSafe = data === (isElsewhere ? begun : safe) && unfinished.size === 0;
    if ((!isKept || isElsewhere) && get().phase !== 'done' && !isSafe) event.preventDefault();
  });
  addEventListener(staleEvent, () => set({ isStale: true }));
  addEventListener('offline', () => set({ isOnline: false }));
  addEventListener('online', () => {
    set({ isOnline: true });
    const waiting = get().notice;
    // What was changed since is sent when the person says so: the notice still offers it.
    const { data, unfinished } = state.get();
    if (waiting?.kind === 'unsent' && sent === data && unfinished.size === 0) void send(waiting.action);
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
    entry: () => entry,
    appHeaders,
    formVersion: () => formVersion,
    /** The data that was there before this device changed it. */
    base: () => safe,
    showMessages,
    /** The same form after all: only its version is another. */
    keepForm(version: number | undefined): void {
      formVersion = version;
      set({ late: undefined });
    },
    /** Goes on with the form as it is now. */
    async changeForm(changed: FillerForm, version: number | undefined, messages: readonly ItemMessage[] = []) {
      const filling = { state, data: state.get().data, start, entry, link, opened, messages };
      await options.reopen(changed, version, filling);
      retire();
    },
    /** Goes on with `data`, which builds on `version` of the draft. */
    takeVersion(version: string | undefined, data: JsonObject, action: SendAction | undefined): void {
      if (entry) entry = { ...entry, version };
      set({ late: undefined });
      state.reset(data);
      if (action !== undefined) void send(action);
    },
    /** Names the place on the device where what is typed is kept. */
    place: () => kept.place,
    keep,
    kept: () => kept.read(),
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
    attempt: () => attempt,
    noteQueued(isSentAlone: boolean): void {
      const { notice } = get();
      if (notice?.kind === 'unsent') set({ notice: { ...notice, isSentAlone } });
    },
    /** What was left to be sent was sent. */
    takeSent: (answer: SendResponse) => takeSubmitted(answer, false),
    canSendAsWell: () => entry === undefined,
    sendAsWell,
  };
}
