// A source that cannot be believed: what the refresh reports in English while the old options stay.

export interface Refusal {
  readonly refusal: string;
}

/** What a source gave, with what a person should look at. */
export interface Made<Item> {
  readonly options: readonly Item[];
  readonly warnings: readonly string[];
}

export function refuse(refusal: string): Refusal {
  return { refusal };
}

export function isRefusal(result: object): result is Refusal {
  return 'refusal' in result;
}
