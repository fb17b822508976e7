// Saved views of a form's entries: which entries, in what order, in which columns. [lists.views]
import type { JsonObject } from '../core/definition/form-definition.ts';

/** Everything is optional: what is not there is as the management app shows it by itself. */
export interface ViewState {
  readonly status?: 'all' | 'submitted' | 'saved' | 'created' | 'template' | 'render';
  /** `any`, `today`, `7`, `30` (days) or a day `YYYY-MM-DD`. */
  readonly since?: string;
  readonly search?: string;
  /** As GET /form/{formId}/entries takes it. */
  readonly where?: JsonObject;
  readonly sort?: string;
  /** Names of columns, as exports call them. */
  readonly columns?: readonly string[];
  readonly layout?: ViewLayout;
}

export interface ViewLayout {
  /** In pixels, by column. */
  readonly widths?: Readonly<Record<string, number>>;
  readonly order?: readonly string[];
  readonly isWrapped?: boolean;
  readonly density?: 'comfortable' | 'compact';
}

export interface EntryView {
  readonly id: string;
  readonly name: string;
  /** Everybody of the account has it; otherwise only who made it. */
  readonly isShared: boolean;
  /** Who made it; missing when that user was removed. */
  readonly by?: { readonly id: string; readonly name: string };
  readonly createTime: string;
  readonly modifyTime: string;
  readonly state: ViewState;
}
