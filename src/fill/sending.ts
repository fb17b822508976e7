// A save or submit from the press to what follows: what the fields show is compared with what would be stored, the entry is sent, and
// the response leads on. Loaded with the first change, or when somebody sends. [fill-links.save] [fill-links.seen-stored]

import type { FillerForm } from '../api-types/forms.ts';
import type { ItemMessage } from '../core/definition/definition-parts.ts';
import type { JsonObject } from '../core/definition/form-definition.ts';
import type { EntryCheck } from '../core/validation/check-row.ts';
import type { FormState } from '../form-view/form-state.ts';
import { importPart } from '../form-view/import-part.ts';
import { includeDeletedFiles } from '../form-view/include-deleted-files.ts';
import { nameField } from '../form-view/name-field.ts';
import { answersIn, leaveTo, redirectIn, textsIn } from './follow-response.ts';
import type { SeenAnswers } from './seen/compare-seen.ts';
import { type FilledEntry, type SendAction, type SendResponse, type SendResult, sendEntry } from './send-entry.ts';
import type { FillSessionOptions, SessionView } from './session-view.ts';
import { openStoredDraft, type SendAttempt } from './stored-draft.ts';

/** What a filling is at, which a send reads and changes. */
export interface Filling {
  entry: FilledEntry | undefined;
  link: string;
  formVersion: number | undefined;
  /** The data of the link, before initial values. */
  opened: JsonObject;
  /** The place on the device. */
  kept: ReturnType<typeof openStoredDraft>;
  attempt: SendAttempt | undefined;
  /** The data that is safe elsewhere: as opened, or as saved. */
  safe: JsonObject;
  /** The data of the last send, and what the server was given of it. */
  sent?: JsonObject;
  sentData?: JsonObject;
  /** What the fields showed then. */
  seen?: SeenAnswers;
}

export interface Sending extends Pick<FillSessionOptions, 'api' | 'appHeaders' | 'uploadsSettled' | 'day'> {
  readonly form: FillerForm;
  readonly state: FormState;
  readonly filling: Filling;
  readonly keeps: boolean;
  readonly clonedFrom: string | undefined;
  readonly get: () => SessionView;
  readonly set: (view: Partial<SessionView>) => void;
  readonly keep: () => void;
  readonly send: (action: SendAction) => Promise<void>;
  readonly showMessages: (messages: readonly ItemMessage[]) => void;
  readonly showConflict: (
    action: SendAction,
    mine: JsonObject,
    base: JsonObject,
    tried: SendAttempt | undefined,
  ) => void;
  readonly showUnsent: (action: SendAction, isTooLarge?: boolean) => void;
  readonly isOtherForm: (version: number | undefined) => boolean;
  readonly dropGoneFiles: () => void;
}

/** A send does not wait for a network that has this and not the rest: without the code nothing is compared. */
export async function readPage({ filling, state }: Sending): Promise<void> {
  const part = await importPart(() => import('./seen/compare-seen.ts')).catch(() => undefined);
  filling.seen = part?.readSeen(state, filling.seen);
}

/** Sends what passed the rules of this action. */
export async function sendChecked(sending: Sending, action: SendAction, check: EntryCheck): Promise<void> {
  const { api, appHeaders, form, state, filling, clonedFrom, set } = sending;
  const differences = filling.seen?.unlike(check.data) ?? [];
  if (differences.length > 0) {
    set({ late: { kind: 'seen', differences, isStored: false } });
    return;
  }
  set({ phase: action === 'save' ? 'saving' : 'submitting', notes: unseenNotes(state) });
  filling.sent = state.get().data;
  filling.sentData = state.check().data;
  const { entry, formVersion, attempt: before } = filling;
  const { locale } = state.plan;
  const result = await sendEntry({
    ...{ api, locale, action, form: form.id, entry, formVersion, appHeaders, clonedFrom, before },
    data: includeDeletedFiles(check),
    onAttempt(one) {
      filling.attempt = one;
      sending.keep();
    },
    onRetry: () => set({ phase: 'retrying' }),
  });
  // A file that was chosen meanwhile is a change as well.
  if ('answer' in result) await sending.uploadsSettled();
  set({ phase: 'filling' });
  await take(sending, action, result);
}

function unseenNotes(state: FormState): string[] {
  const { isAllShown, shown } = state.get();
  const notices = isAllShown ? [] : state.check().notices.filter(({ modelPath }) => !shown.has(modelPath));
  return notices.map(({ modelPath, message }) => `${nameField(state, modelPath).join(', ')}: ${message}`);
}

async function take(sending: Sending, action: SendAction, result: SendResult): Promise<void> {
  const { state, filling, set } = sending;
  switch (result.kind) {
    case 'done':
      if (action === 'save') takeSaved(sending, result.answer);
      else takeSubmitted(sending, result.answer, answersIn(state.check().data) !== answersIn(filling.sentData ?? {}));
      break;
    case 'earlier':
      if (result.action === 'submit') takeSubmitted(sending, result.answer, true);
      else {
        // The draft is there: what was changed since goes into it.
        continueAs(sending, result.answer);
        await sending.send(action);
      }
      break;
    case 'invalid':
      filling.attempt = undefined;
      if (
        sending.isOtherForm(result.formVersion) ||
        result.messages.some(({ modelPath: path }) => nameField(state, path)[0] === path)
      ) {
        set({ late: { kind: 'changing', messages: result.messages } });
      } else sending.showMessages(result.messages);
      break;
    case 'conflict':
      sending.showConflict(action, state.get().data, filling.safe, filling.attempt);
      filling.attempt = undefined;
      break;
    case 'refused':
      filling.attempt = undefined;
      set({ notice: result });
      if (result.isFileMissing) sending.dropGoneFiles();
      break;
    case 'tooLarge':
    case 'unsent':
      if (result.kind === 'tooLarge') filling.attempt = undefined;
      sending.showUnsent(action, result.kind === 'tooLarge');
  }
}

function takeSaved(sending: Sending, answer: SendResponse): void {
  const { state, filling, set } = sending;
  filling.safe = filling.sent as JsonObject;
  continueAs(sending, answer);
  const next = redirectIn(answer);
  const differences = filling.seen?.unlike(answer.entry?.data) ?? [];
  // What was typed meanwhile goes after it.
  if (state.get().data !== filling.sent) void sending.send('save');
  else if (next !== undefined && differences.length === 0) leaveTo(next);
  else set({ saved: { link: answer.entry?.resumeUrlBewit ?? location.href, texts: textsIn(answer) } });
  if (sending.isOtherForm(answer.formVersion)) set({ late: { kind: 'changing', messages: undefined } });
  else if (differences.length > 0) set({ late: { kind: 'seen', differences, isStored: true } });
}

/** From here on the page fills the draft that was saved. */
function continueAs({ filling, keeps, day, appHeaders }: Sending, { entryId, bewit, version }: SendResponse): void {
  filling.kept.clear();
  filling.attempt = undefined;
  if (entryId === undefined) return;
  const link = `e/${entryId}`;
  const opened = filling.sentData ?? {};
  Object.assign(filling, {
    entry: { id: entryId, bewit, version },
    ...{ link, opened, kept: openStoredDraft({ link, opened, keeps, day }) },
  } satisfies Partial<Filling>);
  // So does a reload; but on a device that several people share, the secret link stays out of the address bar.
  if (!keeps) return;
  const secret = appHeaders === undefined ? `?b=${encodeURIComponent(bewit ?? '')}` : '';
  history.replaceState(history.state, '', `/${link}/${secret}`);
}

export function takeSubmitted({ state, filling, set }: Sending, answer: SendResponse, isEarlier: boolean): void {
  filling.kept.clear();
  filling.attempt = undefined;
  filling.safe = state.get().data;
  dispatchEvent(new CustomEvent('formstead:submitted', { detail: { entry: answer.entryId } }));
  const next = redirectIn(answer);
  // An earlier version is another one than the page shows anyway.
  const differences = (!isEarlier && filling.seen?.unlike(answer.entry?.data)) || [];
  const done = { phase: 'done', thanks: textsIn(answer), isEarlier, next, submitted: answer, differences } as const;
  if (next === undefined || isEarlier || differences.length > 0) {
    set(done);
    return;
  }
  // Until the other page is there, this one stays busy. Whoever comes back from it may find this page as it was left.
  set({ phase: 'submitting' });
  addEventListener('pageshow', () => set(done));
  leaveTo(next);
}
