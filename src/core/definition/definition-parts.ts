// The values of element properties that have a shape of their own: conditions, rules, options, tabs.
// docs/form-language.md shows each of them.

export interface ItemMessage {
  readonly modelPath: string;
  readonly message: string;
  readonly type: MessageLevel;
  /** What was sent, or null. */
  readonly value: JsonValue;
}

export type DateMode = 'd' | 'dt' | 't';

export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

export type MessageLevel = 'error' | 'warning' | 'info' | 'success';

/** `true` and `false` are fixed; a string is an expression evaluated per entry. */
export type Condition = boolean | string;

export interface RequiredRule {
  readonly req?: Condition;
  readonly message?: string;
  readonly level?: MessageLevel;
}

export interface RemoteRequest {
  readonly url: string;
  /** An expression that returns the query-string parameters. */
  readonly qs?: string;
}

export interface Validator {
  readonly type: string;
  readonly value?: JsonValue;
  readonly message?: string;
  readonly level?: MessageLevel;
  /** Only `remote`. */
  readonly req?: RemoteRequest;
  /** Only `remote`: an expression on the response. */
  readonly res?: string;
}

export interface TypeValidator {
  readonly type: string;
  readonly mode?: 'd' | 'dt' | 't';
}

export type OptionItem = string | number | boolean | readonly JsonValue[] | OptionGroup;
export interface OptionGroup {
  readonly label?: string;
  readonly options: readonly OptionItem[];
}
export type OptionsDefinition = readonly OptionItem[] | string | RemoteRequest;

export interface Tab {
  readonly name?: string;
  readonly label?: string;
  readonly relevant?: Condition;
}
