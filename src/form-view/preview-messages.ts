// What the builder and the frame in which a form is tried out tell each other. Both are pages of this service.
import type { SavedEntry, SubmittedEntry } from '../api-types/entries.ts';
import type { FillerForm } from '../api-types/forms.ts';
import type { JsonObject } from '../core/form-definition.ts';

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

const mark = 'formstead-preview';

export function sendPreview(to: Window, message: ToPreview | FromPreview): void {
  to.postMessage({ mark, message }, location.origin);
}

/** Hears what `from` says; answers a function that ends it. */
export function hearPreview<Message extends ToPreview | FromPreview>(
  from: () => Window | null,
  take: (message: Message) => void,
): () => void {
  const listener = (event: MessageEvent) => {
    if (event.origin !== location.origin || event.source !== from()) return;
    const body = event.data as { mark?: unknown; message: Message } | null;
    if (body?.mark === mark) take(body.message);
  };
  addEventListener('message', listener);
  return () => removeEventListener('message', listener);
}
