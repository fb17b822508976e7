// What a form definition looks like: the element tree, its properties and the after-action rules.
// docs/form-language.md shows every property.
// These types describe a definition that was checked; check-form.ts says what is wrong with one that was not.
// [forms.settings] [forms.page] [forms.locale] [forms.time-zone] [forms.keep-draft-on-device]

import type { Locale } from '../locale/locale.ts';
import type {
  Condition,
  JsonValue,
  OptionItem,
  OptionsDefinition,
  RequiredRule,
  Tab,
  TypeValidator,
  Validator,
} from './definition-parts.ts';

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

export interface Element {
  readonly type: string;
  readonly name: string;
  readonly label?: string;
  /** cRow and cTabs hold one array per column or tab, every other container one array. */
  readonly children?: readonly Element[] | readonly (readonly Element[])[];
  readonly tabs?: readonly Tab[];
  readonly relevant?: Condition;
  readonly readonly?: Condition;
  readonly reqValidator?: boolean | RequiredRule;
  readonly typeValidator?: string | TypeValidator;
  readonly validators?: readonly (string | Validator)[];
  readonly options?: OptionsDefinition;
  readonly matrixQuestions?: readonly OptionItem[];
  readonly initialValue?: JsonValue;
  readonly secFlat?: boolean;
  readonly secCollapse?: boolean;
  readonly repMaxRows?: number;
  readonly selectMulti?: boolean;
  readonly boolUncheckedValue?: boolean;
  readonly rateMax?: number;
  /** fRate: a row of numbers instead of stars, from rateMin, with words at both ends. */
  readonly rateStyle?: 'stars' | 'numbers';
  readonly rateMin?: 0 | 1;
  /** fRate and sliders: what the ends of the scale mean. */
  readonly rateLow?: string;
  readonly rateHigh?: string;
  /** fInput of a number: drawn as a slider. */
  readonly inputStyle?: 'text' | 'slider';
  /** Sliders: from one number to the next. */
  readonly step?: number;
  /** fRadio, fSelect, fCheckbox: an answer of one's own besides the options; a text is what stands for it. */
  readonly otherOption?: boolean | string;
  /** fCheckbox: the options are put in order. */
  readonly ranked?: boolean;
  /** fRadio, fCheckbox: addresses of pictures by the values of options. */
  readonly optionPictures?: Readonly<Record<string, string>>;
  /** Fields with str/phone: the country of numbers without a calling code, such as IL. */
  readonly phoneCountry?: string;
  readonly colorPreferredFormat?: string;
  readonly tabsStyle?: string;
  readonly fileTypes?: readonly string[];
  readonly fileMaxSize?: number;
  readonly fileMaxNum?: number;
  /** eEq: the expression of a calculation. */
  readonly eq?: string;
  /** Content elements: a template string. */
  readonly text?: string;
  /** Content elements: the same as HTML, which the page cleans and shows instead of the text. */
  readonly html?: string;
  /** Fields and sections: a sentence under the label. */
  readonly help?: string;
  readonly placeholder?: string;
  /** Fields: what it asks about the person, for the browser's own filling in (WCAG 1.3.5), or `off`. */
  readonly autocomplete?: string;
  /** Fields: the label as HTML, which the page cleans and shows instead of it. */
  readonly labelHtml?: string;
  /** cRepeat: what one row is, such as `guest`. */
  readonly rowName?: string;
  /** Fields: the parameter of the link that gives the initial value. */
  readonly fromLink?: string;
  /** Fields: kept and sent, not shown on the page. */
  readonly concealed?: boolean;
}

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
