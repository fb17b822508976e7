// What the server puts into its pages for the apps that run there. [fill-links.pages]
import type { JsonObject } from '../core/definition/form-definition.ts';
import type { Locale } from '../core/locale/locale.ts';
import type { Text } from '../words/words.ts';
import type { FillerForm } from './forms.ts';
import type { User } from './identity.ts';

export interface AdminPageData {
  /** Path of the API on the page's own origin: the session's cookie goes nowhere else. */
  readonly api: string;
  /** Addresses as people and programs see them, for links and snippets. */
  readonly appUrl: string;
  readonly apiUrl: string;
  readonly locale: Locale;
  /** The words of the app's frame, which nothing is drawn without; all others are loaded. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, Text>>>>;
  /** Whether the service can send email. */
  readonly hasMail: boolean;
  /** Null where nobody has signed in. */
  readonly user: User | null;
  /** There is no user yet: nobody can sign in before the first is made. */
  readonly isNew?: true;
  /** An identity provider that people may sign in with. */
  readonly provider?: {
    readonly name: string;
    /** The session began there. */
    readonly isOfSession: boolean;
  };
}

export interface FillPageData {
  readonly kind: 'form' | 'signIn' | 'message';
  /** Path or address of the API, as the browser reaches it. */
  readonly api: string;
  readonly locale: Locale;
  readonly title: string;
  /** What to say where the words of the page do not come. */
  readonly unloaded?: string;
  /** kind form: what GET start, clone or resume gives. */
  readonly form?: FillerForm;
  /** What the browser may fill in, by the element's place in the definition, where the owner did not say. */
  readonly autofill?: Readonly<Record<string, string>>;
  readonly data?: JsonObject;
  readonly entry?: { readonly id: string; readonly bewit?: string; readonly version?: string };
  /** Which version of the form this is. */
  readonly formVersion?: number;
  /** Days since 1970 by the service's clock: what is kept on a device does not end by the clock of the device. */
  readonly day?: number;
  /** The service's clock in milliseconds, for a form that asks for the day or the moment. */
  readonly now?: number;
  /** kind signIn: what to open afterwards. */
  readonly open?: { readonly entry: string; readonly how: 'resume' | 'clone' };
  /** kind signIn: the name of the identity provider that one may sign in with. */
  readonly provider?: string;
  /** kind message: why the form cannot be shown. */
  readonly text?: string;
}
