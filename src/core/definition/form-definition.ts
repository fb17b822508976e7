// What a form definition looks like: the element tree, its properties and the after-action rules.
// docs/form-language.md shows every property.
// These types describe a definition that was checked; check-form.ts says what is wrong with one that was not.
// [forms.settings] [forms.page] [forms.locale] [forms.time-zone] [forms.keep-draft-on-device]

import type { Element } from '../../fields/element.ts';
import type { Locale } from '../locale/locale.ts';
import type { Condition } from './definition-parts.ts';

export type {
  ContainerElement,
  ContentElement,
  Element,
  ElementChanges,
  ElementOf,
  ElementWith,
  FieldElement,
  UnnamedElement,
} from '../../fields/element.ts';
export type {
  Condition,
  JsonObject,
  JsonValue,
  MessageLevel,
  OptionGroup,
  OptionItem,
  OptionsDefinition,
  RemoteRequest,
  RequiredRule,
  Tab,
  TypeValidator,
  Validator,
} from './definition-parts.ts';

export interface FormSchema {
  readonly rootElem?: Element;
  readonly validateSaved?: Condition;
  readonly validateTemplate?: Condition;
}

export interface Layout {
  readonly type: string;
  readonly name?: string;
  readonly label?: string;
  /** typst: the layout itself. */
  readonly source?: string;
  /** remote: a template string. */
  readonly url?: string;
}

/** What an email carries besides its words. */
export interface EmailAttach {
  /** A PDF of the entry; without a word about it, the one that was archived. */
  readonly pdf?: boolean;
  /** Uploaded files. */
  readonly files?: boolean;
}

export interface EmailRule {
  /** The card of the management app that it belongs to. */
  readonly card?: 'notify' | 'confirm';
  readonly if?: Condition;
  readonly to?: readonly string[];
  readonly replyTo?: readonly string[];
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
  readonly attach?: EmailAttach;
}

export interface RenderRule {
  readonly if?: Condition;
}

export interface UiRule {
  readonly type: string;
  readonly if?: Condition;
  readonly text?: string;
  /** message: the same as HTML, which is cleaned. */
  readonly html?: string;
  readonly redirectOptions?: { readonly url?: string };
}

export interface AfterActions {
  readonly ui?: readonly UiRule[];
  readonly emails?: readonly EmailRule[];
  readonly renders?: readonly RenderRule[];
}

/** How the fill page shows a form: whole, step by step, or one question at a time. */
export const formDisplays = ['page', 'steps', 'one'] as const;
export type FormDisplay = (typeof formDisplays)[number];

/** What the fill page offers and says. */
export interface PageSettings {
  /** All answers are shown once more before they are sent. */
  readonly review?: boolean;
  readonly submitText?: string;
  readonly nextText?: string;
  readonly backText?: string;
  readonly saveText?: string;
  readonly hideSave?: boolean;
  /** A button in the form sends it; the page's own is left out where the form is shown whole. */
  readonly hideSubmit?: boolean;
  /** Whatever the device prefers. */
  readonly colorScheme?: 'light' | 'dark';
  /** After the submit: another entry. */
  readonly fillAgain?: boolean;
  /** After the submit: a copy for the person who filled the form. */
  readonly copy?: 'answers' | 'pdf';
  /** Help of questions and sections is printed too. */
  readonly helpInPdf?: boolean;
  /** After a save: the link by email. */
  readonly emailLink?: boolean;
  /** For search engines and previews of the link. */
  readonly description?: string;
}

export interface FormDefinition {
  readonly name?: string;
  readonly publicName?: string;
  readonly locale?: Locale;
  /** IANA name. Moments in PDFs are shown in it; without one in UTC. */
  readonly timeZone?: string;
  readonly access?: {
    readonly isDisabled?: boolean;
    readonly disabledMessage?: string;
    /** False: what is typed is not kept on the device, which several people share. */
    readonly keepDraftOnDevice?: boolean;
  };
  readonly formSchema?: FormSchema;
  readonly templates?: readonly Layout[];
  readonly postSave?: AfterActions;
  readonly postSubmit?: AfterActions;
  readonly postEdit?: AfterActions;
  readonly postTemplate?: AfterActions;
  readonly saveRenderedEntries?: 'none' | 'all';
  readonly keepUploadedFiles?: readonly 'deleted'[];
  /** Looks of the fill page. */
  readonly theme?: { readonly color?: string; readonly logo?: string };
  readonly display?: FormDisplay;
  readonly page?: PageSettings;
}

/** What one uploaded file looks like in entry data. */
export interface FileObject {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly storageKey: string;
  readonly storageBucket: string;
  readonly url: string;
}
