// A form as its account and as its fillers see it. [forms.shape] [forms.start] [forms.file-count] [files.policy]
import type {
  AfterActions,
  FormDefinition,
  FormDisplay,
  FormSchema,
  Layout,
  PageSettings,
} from '../core/definition/form-definition.ts';
import type { Locale } from '../core/locale/locale.ts';

/** Entries by what was done, ever. */
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
  /** The name, or the id where there is none. */
  readonly displayName: string;
  readonly access: NonNullable<FormDefinition['access']> & { readonly isDisabled: boolean };
  readonly formSchema: FormSchema;
  readonly templates: readonly Layout[];
  readonly postSave: Required<AfterActions>;
  readonly postSubmit: Required<AfterActions>;
  readonly postEdit: Required<AfterActions>;
  readonly postTemplate: Required<Pick<AfterActions, 'emails' | 'renders'>>;
  readonly counts: FormCounts & { readonly delete: number; readonly start: number };
  /** Entries by what they are now. */
  readonly current: FormCounts;
  readonly createTime: string;
  readonly modifyTime: string;
  readonly changedAt: string;
}

/** What a filler needs: no rules, no addresses, and the internal name only where there is no public one. */
export interface FillerForm {
  readonly id: string;
  readonly publicName?: string;
  readonly displayName?: string;
  readonly locale: Locale;
  readonly timeZone?: string;
  readonly theme?: { readonly color?: string; readonly logo?: string };
  /** False on devices that several people share. */
  readonly keepDraftOnDevice?: boolean;
  readonly display?: FormDisplay;
  readonly page?: PageSettings;
  readonly formSchema: FormSchema;
}

/** GET /form/{formId}/start */
export interface StartedForm {
  readonly form: FillerForm;
}

/** GET /form/{formId}/fileCount */
/** POST /form/check */
export interface FormCheck {
  readonly isValid: boolean;
  readonly problems: readonly FormProblem[];
  /** There are more problems than these. */
  readonly isMore: boolean;
  /** Names that are nearly those of properties. */
  readonly warnings: readonly string[];
}

export interface FormProblem {
  /** `formSchema.rootElem.children.0.type` */
  readonly key: string;
  readonly message: string;
}

export interface FileCount {
  readonly count: number;
  /** In bytes. */
  readonly size: number;
}

/** POST /form/{formId}/pictures */
export interface AddedPicture {
  readonly id: string;
  /** Its address, for anybody. */
  readonly url: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}

/** POST /form/{formId}/uploadPolicy: the fields of an upload, and the link to store in the file object. */
export interface UploadPolicy {
  readonly bucket: string;
  readonly key: string;
  readonly StorageAccessKeyId: string;
  readonly acl: 'private';
  readonly policy: string;
  readonly signature: string;
  readonly success_action_status: '201';
  readonly url: string;
  readonly 'Content-Type': string;
  /** Where the file may go to the store itself. */
  readonly direct?: string;
}
