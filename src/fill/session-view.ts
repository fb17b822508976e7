// What a filling of a form is given, and what it shows to the page around the form.
import type { FillerForm } from '../api-types/forms.ts';
import type { ItemMessage } from '../core/definition/definition-parts.ts';
import type { JsonObject } from '../core/definition/form-definition.ts';
import type { FormState } from '../form-view/form-state.ts';
import type { Difference } from './seen/compare-seen.ts';
import type { FilledEntry, SendAction, SendResponse } from './send-entry.ts';

export interface FillSessionOptions {
  readonly api: string;
  readonly form: FillerForm;
  readonly state: FormState;
  /** The draft that is continued. */
  readonly entry: FilledEntry | undefined;
  readonly formVersion: number | undefined;
  /** By the service's clock: see stored-draft.ts. */
  readonly day?: number | undefined;
  /** Of somebody who signed in. */
  readonly appHeaders: Readonly<Record<string, string>> | undefined;
  /** Names the page on this device: `f/<form>`, `e/<entry>`. */
  readonly link: string;
  /** The data of the link, before initial values. */
  readonly opened: JsonObject;
  /** Waits for files on their way. */
  readonly uploadsSettled: () => Promise<unknown>;
  /** The session that this one goes on from, after the form was changed. */
  readonly before?: ContinuedFilling | undefined;
  /** Opens the form as it is now, with what was typed so far. */
  readonly reopen: (form: FillerForm, formVersion: number | undefined, before: ContinuedFilling) => Promise<void>;
}

export interface ContinuedFilling extends Pick<FillSessionOptions, 'state' | 'entry' | 'link' | 'opened'> {
  readonly data: JsonObject;
  /** What the form started with, initial values included. */
  readonly start: JsonObject;
  /** What the server said to it. */
  readonly messages: readonly ItemMessage[];
}

/** What is told, or asked, by code that is loaded then. */
export type LateNotice =
  /** Everything typed is gone, and can be brought back. */
  | { readonly kind: 'undo'; readonly undo: () => void }
  /** Drafts that were saved on this device before. */
  | { readonly kind: 'saved' }
  /** The same form is open in another tab, which keeps what is typed; or it was sent from there. */
  | { readonly kind: 'tab'; readonly isSent: boolean; readonly take: () => void }
  /** The draft was saved elsewhere: `mine` is what this device has. */
  | {
      readonly kind: 'conflict';
      readonly action: SendAction | undefined;
      readonly mine: JsonObject;
      /** What both devices started from. */
      readonly base: JsonObject;
      /** What this device sent before, each a path and a body. */
      readonly requests: readonly string[];
      /** What another tab of this device has; otherwise the server is asked. */
      readonly tab?: JsonObject | undefined;
    }
  /** Fields show other answers than would be stored, or after a save than are. [fill-links.seen-stored] */
  | { readonly kind: 'seen'; readonly differences: readonly Difference[]; readonly isStored: boolean }
  /** The owner changed the form; the new one is asked for, at once after a refusal. */
  | { readonly kind: 'changing'; readonly messages: readonly ItemMessage[] | undefined }
  /** It is there: `kept` was filled in before, on this page or, without `before`, on an earlier one. */
  | { readonly kind: 'changed'; readonly before?: ContinuedFilling; readonly kept: JsonObject };

export type Phase = 'filling' | 'saving' | 'submitting' | 'retrying' | 'done';

export type Notice =
  | { readonly kind: 'restored' }
  | {
      readonly kind: 'unsent';
      readonly action: SendAction;
      readonly isKept: boolean;
      readonly isTooLarge: boolean;
      /** Whether the browser sends it when it can, with the page or without. */
      readonly isSentAlone?: boolean;
    }
  | { readonly kind: 'refused'; readonly text: string };

/** What the page around the form shows. */
export interface SessionView {
  readonly phase: Phase;
  readonly notice: Notice | undefined;
  readonly saved: { readonly link: string; readonly texts: readonly ThankYouText[] } | undefined;
  readonly thanks: readonly ThankYouText[];
  /** Messages that do not block, at fields that nobody touched: until now they were nowhere to be seen. */
  readonly notes: readonly string[];
  /** What was submitted and stored otherwise than it was shown. [fill-links.seen-stored] */
  readonly differences: readonly Difference[];
  /** What was received is an earlier version: later changes were not sent. */
  readonly isEarlier: boolean;
  /** Where the form leads, for those who read something first. */
  readonly next: string | undefined;
  readonly isOnline: boolean;
  /** What is typed is kept on the device; not where storage is blocked or full, or the form wants it so. */
  readonly isKept: boolean;
  /** Code that the form needs did not come, and comes only to a page that is reloaded. */
  readonly isStale: boolean;
  /** Counts failed tries, so that the summary is read out each time. */
  readonly failures: number;
  readonly late: LateNotice | undefined;
  /** Those that are meant: of one step. */
  readonly within: ((path: string) => boolean) | undefined;
  /** The step that is open; the first one at the beginning. */
  readonly step: string | undefined;
  /** What came of the submit. */
  readonly submitted: SendResponse | undefined;
}

/** What the form says afterwards, as text and, where the owner wrote it so, as HTML. */
export interface ThankYouText {
  readonly text: string;
  readonly html?: string;
}
