// What is sent to save and submit.
import type { JsonObject } from '../../core/definition/form-definition.ts';

export interface FillPayload {
  readonly data?: JsonObject;
  readonly skipEmails?: boolean;
  readonly skipRenders?: boolean;
  readonly skipUiActions?: boolean;
  readonly testEmailAddress?: string;
}

export interface NewEntryPayload extends FillPayload {
  readonly form: string;
  /** The entry that this one starts from. */
  readonly clonedFrom?: string;
}

export interface BewitQuery {
  readonly bewit?: string;
}

export interface FillQuery {
  /** The version of the form that the answers were given to. [entries.form-version] */
  readonly formVersion?: number;
}
