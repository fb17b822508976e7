// What the builder and the frame in which a form is tried out tell each other. Both are pages of this service.
import type { SavedEntry, SubmittedEntry } from '../api-types/entries.ts';
import type { FillerForm } from '../api-types/forms.ts';
import type { JsonObject } from '../core/definition/form-definition.ts';
import { createMessages } from '../web/page-messages.ts';

export interface OpenPreview {
  readonly type: 'open';
  readonly form: FillerForm;
  readonly title: string;
  /** undefined: as somebody new starts. */
  readonly data: JsonObject | undefined;
  /** undefined: as the device likes it. */
  readonly theme: 'light' | 'dark' | undefined;
}

export type ToPreview =
  | OpenPreview
  /** What the service would answer. */
  | { readonly type: 'response'; readonly ask: number; readonly body: PreviewResponse };

export type FromPreview =
  | { readonly type: 'ready' }
  | { readonly type: 'drawn' }
  | { readonly type: 'broken' }
  | { readonly type: 'escape' }
  /** The form would lead there. */
  | { readonly type: 'leave'; readonly url: string }
  | { readonly type: 'send'; readonly ask: number; readonly action: 'save' | 'submit'; readonly data: JsonObject };

export type PreviewResponse = Partial<Pick<SavedEntry & SubmittedEntry, 'entryId' | 'bewit' | 'uiActions'>>;

export const previewMessages = createMessages<ToPreview | FromPreview>('formstead-preview');
