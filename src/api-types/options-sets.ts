// Options sets: what they are, hold and find. [options-sets.shape] [options-sets.summary] [options-sets.search]

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
