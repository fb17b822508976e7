// The API's objects as answers hold them. [forms.shape] [entries.shape] [options-sets.shape]
import type { FileObject, FormDefinition, JsonObject } from '../core/form-definition.ts';

export interface ApiList<Item> {
  readonly data: readonly Item[];
}

export interface FormCounts {
  readonly all: number;
  readonly submit: number;
  readonly save: number;
  readonly template: number;
  readonly render: number;
}

export interface ApiForm extends FormDefinition {
  readonly id: string;
  readonly account: string;
  readonly displayName: string;
  readonly counts: FormCounts & { readonly delete: number; readonly start: number };
  readonly current: FormCounts;
  readonly createTime: string;
  readonly modifyTime: string;
  readonly changedAt: string;
}

export type EntryStatus = 'created' | 'saved' | 'submitted' | 'deleted' | 'template' | 'render';

export interface ApiAction {
  readonly id: string;
  readonly type: 'create' | 'save' | 'submit' | 'edit' | 'template' | 'clone' | 'resume' | 'render' | 'delete';
  readonly time: string;
  readonly ip?: string;
  readonly userAgent?: string;
  readonly user?: string;
}

export interface ApiSentEmail {
  readonly id: string;
  readonly action: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: readonly string[];
  readonly replyTo?: readonly string[];
  readonly testEmailAddress?: readonly string[];
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
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
  readonly name?: string;
}

export interface ApiOptionsSet {
  readonly id: string;
  readonly name: string;
  readonly account?: string;
  readonly createTime: string;
  readonly modifyTime: string;
}
