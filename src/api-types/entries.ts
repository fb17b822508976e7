// Entries, what comes of writing them, and their exports.
// [entries.shape] [entries.actions] [entries.save] [entries.submit] [entries.generate] [lists.markers] [export.progress]

import type { EmailAttach, FileObject, JsonObject, JsonValue } from '../core/definition/form-definition.ts';
import type { EntryStatus } from '../core/plan/entry-status.ts';
import type { FillerForm } from './forms.ts';

export type ActionType = 'create' | 'save' | 'submit' | 'edit' | 'template' | 'clone' | 'resume' | 'render' | 'delete';

export interface ApiAction {
  readonly id: string;
  readonly type: ActionType;
  readonly time: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Present only when the request was authenticated. */
  readonly user?: string;
}

export interface ApiSentEmail {
  readonly id: string;
  readonly action: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: readonly string[];
  readonly replyTo: readonly string[];
  readonly testEmailAddress?: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** What its rule attaches. */
  readonly attach?: EmailAttach;
  /** It could not be sent. */
  readonly error?: string;
}

export interface ApiArchivedRender {
  readonly id: string;
  readonly action: string;
  readonly type: 'template' | 'concatenation';
  readonly template: { readonly type: string; readonly name?: string; readonly label?: string };
  readonly file: FileObject;
}

export interface ApiEntry {
  readonly id: string;
  readonly form: string;
  readonly account: string;
  readonly status: EntryStatus;
  readonly idx: number;
  readonly submitIdx?: number;
  readonly data: JsonObject;
  readonly actions: readonly ApiAction[];
  readonly sentEmails: readonly ApiSentEmail[];
  readonly archivedRenders: readonly ApiArchivedRender[];
  readonly deleted: boolean;
  readonly deletedAt?: string;
  readonly bewit?: string;
  readonly resumeUrl?: string;
  readonly resumeUrlBewit?: string;
  readonly cloneUrl: string;
  readonly editUrl: string;
  readonly createTime: string;
  readonly modifyTime: string;
  readonly changedAt: string;
  readonly submitTime?: string;
  /** Of a template. */
  readonly name?: string;
}

/** In a list with `deleteMarkers`: an entry that is gone. */
export interface DeletionMarker {
  readonly _id: string;
  readonly deletedAt: string;
}

/** What the screen does next. */
export type UiAction =
  | { readonly type: 'continueLater' }
  | { readonly type: 'message'; readonly text: string; readonly html?: string }
  | { readonly type: 'redirect'; readonly redirectOptions: { readonly url: string } };

export interface EditedEntry {
  readonly entry: ApiEntry;
  readonly uiActions: readonly UiAction[];
}

export interface SubmittedEntry extends EditedEntry {
  readonly entryId: string;
  /** Of a form that offers its PDF to the person who filled it: for POST /entry/{entryId}/copy, for an hour. */
  readonly copyBewit?: string;
}

export interface SavedEntry extends Omit<SubmittedEntry, 'copyBewit'> {
  readonly userCanResume: boolean;
  readonly formId: string;
  readonly bewit: string;
}

/** GET /entry/{entryId}/history */
export interface EntryHistory {
  /** Newest first. */
  readonly data: readonly EntryChange[];
  /** The same; `data` is the name that all lists have. */
  readonly changes: readonly EntryChange[];
  /** There are older ones. */
  readonly isMore: boolean;
}

export interface EntryChange {
  /** Of the action. */
  readonly id: string;
  readonly time: string;
  /** With `ip` and `user` as in `actions`; `action`, `address` and `by` are earlier names of the same. */
  readonly type: ActionType;
  readonly action: ActionType;
  /** Missing without a credential. */
  readonly user?: string;
  /** The same with the name, which is empty for somebody who left. */
  readonly by?: { readonly id: string; readonly name: string };
  readonly ip: string;
  readonly address: string;
  readonly userAgent: string;
  /** paths: the values were too large to keep. none: what changed is not known. */
  readonly detail: 'whole' | 'paths' | 'none';
  /** Where an edit changed it. */
  readonly status?: { readonly old: EntryStatus; readonly new: EntryStatus };
  readonly fields: readonly ChangedField[];
}

export interface ChangedField {
  /** `address.city`, `guests.0.age`; `guests.0` for a row that was added or removed. */
  readonly path: string;
  /** The same, where names hold dots; numbers are places of rows. */
  readonly keys: readonly (string | number)[];
  readonly label: string;
  /** Null where there was nothing. */
  readonly old: JsonValue;
  readonly new: JsonValue;
}

/** POST /entry/template */
export interface CreatedTemplate {
  readonly formId: string;
  readonly entryId: string;
  readonly shortUrl?: string;
}

/** POST /form/{formId}/generateEntries */
export interface GeneratedEntries {
  readonly message: string;
  readonly createdEntries: readonly CreatedEntry[];
}

export interface CreatedEntry {
  readonly id: string;
  readonly form: string;
  readonly status: 'created';
  readonly idx: number;
  readonly actions: readonly ApiAction[];
  readonly bewit: string;
  readonly resumeUrlBewit: string;
  readonly resumeUrl: string;
  readonly createTime: string;
}

/** GET /entry/{entryId}/resume */
export interface ResumedEntry {
  readonly form: FillerForm;
  readonly entry: { readonly id: string; readonly status: EntryStatus; readonly data: JsonObject };
}

/** GET /entry/{entryId}/clone */
export interface ClonedEntry {
  readonly form: FillerForm;
  readonly data: JsonObject;
}

/** GET /entry/export/{progressId}/progress */
export interface ExportProgress {
  readonly rowsDone: number;
  readonly rowsTotal: number;
  readonly isDone: boolean;
  /** Why it failed. */
  readonly error?: string;
}
