// A source that cannot be believed: what the refresh reports in English while the old options stay.

export interface Refusal {
  readonly refusal: string;
  /** A person who looked at it may take it all the same: too few, too many, too many changed. Never what cannot be read. */
  readonly canBeAccepted?: boolean;
}

/** How far a source can be trusted to be whole and rightly written. */
export interface SourceFacts {
  /** Bytes that are not characters, with their places. */
  readonly badBytes: readonly string[];
  /**
   * Formats with brackets or tags say where they end. Lines do not: they are closed when the last one has its line break, and
   * open otherwise, as most texts are that were cut.
   */
  readonly ending: 'marked' | 'closed' | 'open';
}

/** What a source gave, with what a person should look at. */
export interface Made<Item> extends Partial<SourceFacts> {
  readonly options: readonly Item[];
  readonly warnings: readonly string[];
  /** YYYY-MM-DD of what the source says of itself: an older list has an earlier one. */
  readonly date?: string | undefined;
}

export function refuse(refusal: string, { canBeAccepted = false } = {}): Refusal {
  return canBeAccepted ? { refusal, canBeAccepted } : { refusal };
}

export function isRefusal(result: object): result is Refusal {
  return 'refusal' in result;
}

const mayBeBroken = { share: 0.005, rows: 3 };

/** Some rows of every registry lack a code or a name; many do when columns moved. */
export function refuseBroken(what: string, { broken, total }: { broken: number; total: number }): Refusal | undefined {
  if (broken <= Math.max(total * mayBeBroken.share, mayBeBroken.rows)) return undefined;
  return refuse(`${broken} of ${total} ${what} are broken: the source has changed`);
}
