// Options sets: what they are, hold and find, and where they are used. [options-sets.shape] [options-sets.summary] [options-sets.search]
// [options-sets.browse] [options-sets.upload] [options-sets.forms]

export interface ApiOptionsSet {
  readonly id: string;
  readonly name: string;
  /** The account it belongs to; sets the service maintains belong to its own. */
  readonly account: string;
  readonly createTime: string;
  readonly modifyTime: string;
}

/** GET /optionsSet/{setId}/summary */
export interface OptionsSetSummary {
  readonly count: number;
  /** Keys that the data of its options have. */
  readonly dataKeys: readonly string[];
  readonly isMaintained: boolean;
  readonly allowsAutocomplete: boolean;
  readonly lastRefresh?: SetRefresh;
}

export interface SetRefresh {
  readonly outcome: 'refreshed' | 'unchanged' | 'kept';
  readonly lastTry: string;
  /** Missing while none has succeeded. */
  readonly lastSuccess?: string;
  /** Why the old options were kept. */
  readonly reason?: string;
  readonly warnings: readonly string[];
}

/** One result of a search. */
export interface FoundOption {
  readonly value: string;
}

/** GET /optionsSet/{setId}/validate */
export interface OptionCheck {
  readonly isValid: boolean;
}

/** What an option is. */
export interface ApiOption {
  readonly value: string;
  readonly score?: number;
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface ListedOption extends ApiOption {
  /** Where it is, for PATCH. */
  readonly place: string;
}

/** GET /optionsSet/{setId}/options */
export interface OptionsPage {
  readonly data: readonly ListedOption[];
  /** How many there are of what was asked for; null when not all of the set was looked at. */
  readonly count: number | null;
}

/** A list that comes in parts. */
export interface OptionsUpload {
  readonly id: string;
  /** So many came. */
  readonly parts: number;
  /** Their options. */
  readonly count: number;
}

/** A form that uses a set. */
export interface SetForm {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly SetField[];
}

export interface SetField {
  readonly name: string;
  readonly label: string;
  readonly uses: readonly ('options' | 'validator')[];
}

/** GET /optionsSet/{setId}/download as JSON; PUT /optionsSet/{setId}/options takes it. */
export interface OptionsFile {
  readonly options: readonly ApiOption[];
}
