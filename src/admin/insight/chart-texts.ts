// What the charts share: their title and note, the largest of some counts, the words of an answer.
import type { ValueCount } from '../../api-types/insight.ts';

export interface Frame {
  readonly title: string;
  readonly note: string;
}

export function highest<Item extends { readonly count: number }>(items: readonly Item[]): Item | undefined {
  return items.reduce<Item | undefined>(
    (best, item) => (best === undefined || item.count > best.count ? item : best),
    undefined,
  );
}

/** The words of an answer; of one without any, words that say so. */
export function labelOf({ label, value }: Pick<ValueCount, 'label' | 'value'>, empty: string): string {
  return label.trim() || String(value).trim() || empty;
}

/** Words of other people inside a sentence: their direction stays theirs, and no sign of theirs turns the sentence round. */
export function isolated(words: string): string {
  return `\u2068${words.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')}\u2069`;
}
