// Options sets: what they are, hold and find, and where they are used. [options-sets.shape] [options-sets.summary] [options-sets.search]
// [options-sets.browse] [options-sets.upload] [options-sets.forms]

export interface ApiOptionsSet {
  readonly id: string;
  readonly name: string;
  /** The account it belongs to; sets the service maintains belong to its own. */
  readonly account: string;
  readonly createTime: string;
  readonly modifyTime: string;
  /** GET /optionsSet/{setId} of a set that the service maintains, once it was refreshed. */
  readonly lastRefresh?: SetRefresh;
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

/** GET /optionsSet/{setId}/fingerprint */
export interface OptionsFingerprint {
  readonly count: number;
  /** Of all options in their order, in hexadecimal digits. */
  readonly sha256: string;
}

export interface SetRefresh {
  readonly outcome: 'refreshed' | 'unchanged' | 'kept';
  readonly lastTry: string;
  /** Missing while none has succeeded. */
  readonly lastSuccess?: string;
  /** Why the old options were kept. */
  readonly reason?: string;
  readonly warnings: readonly string[];
  /** Addresses that were read, of files only the names; empty for what comes with the service. */
  readonly source?: string;
  /** How many options came. */
  readonly count?: number;
  /** How many of them the set did not have; missing when nothing changed. */
  readonly added?: number;
  readonly removed?: number;
  readonly changed?: number;
  /** The number of the list that came and was refused: see /optionsSet/{setId}/lists. */
  readonly refusedList?: number;
}

/** GET /optionsSet/{setId}/lists [options-sets.maintained.history] */
export interface SetLists {
  /** The last five, newest first. */
  readonly data: readonly SetList[];
  /** It came and was refused; an operator may accept it. */
  readonly refused?: RefusedSetList;
  /** Whoever asks is an operator. */
  readonly canChange: boolean;
}

interface ListFacts {
  readonly number: number;
  /** When it came. */
  readonly time: string;
  readonly source: string;
  readonly count: number;
  readonly fingerprint: string;
  readonly warnings: readonly string[];
  /** Compared with the list before it. */
  readonly changes?: SetChanges;
}

export interface SetList extends ListFacts {
  readonly kind: 'seed' | 'refresh' | 'accepted';
  readonly isCurrent: boolean;
  /** When it last became the current one. */
  readonly currentFrom?: string;
  /** Who made it so; for operators. */
  readonly currentBy?: string;
  /** When somebody went back from it. */
  readonly withdrawnTime?: string;
  readonly withdrawnBy?: string;
}

export interface RefusedSetList extends ListFacts {
  readonly reason: string;
}

export interface SetChanges {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

/** GET /optionsSet/{setId}/lists/{number}/diff: what the list would change. At most 20 examples each. */
export interface SetDiff {
  readonly added: DiffPart<string>;
  readonly removed: DiffPart<string>;
  readonly changed: DiffPart<{ readonly from: string; readonly to: string }>;
}

interface DiffPart<Example> {
  readonly count: number;
  readonly examples: readonly Example[];
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
  readonly data?: Readonly<Record<string, string | number | boolean | null>>;
}

export interface ListedOption extends ApiOption {
  /** Where it is, for PATCH. */
  readonly place: string;
}

/** GET /optionsSet/{setId}/browse */
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
