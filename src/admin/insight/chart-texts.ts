// What the charts share: their title and note, the largest of some counts, the words of an answer.
import type { ValueCount } from '../../api-types/insight.ts';

export interface Frame {
  readonly title: string;
  readonly note: string;
}

/** All items with the highest count: more than one is a tie. None where nothing was counted. */
export function highest<Item extends { readonly count: number }>(items: readonly Item[]): readonly Item[] {
  const most = items.reduce((max, { count }) => Math.max(max, count), 0);
  return most === 0 ? [] : items.filter(({ count }) => count === most);
}

/** The words of an answer; of one without any, words that say so. */
export function labelOf({ label, value }: Pick<ValueCount, 'label' | 'value'>, empty: string): string {
  return label.trim() || String(value).trim() || empty;
}

/** Words of other people inside a sentence: their direction stays theirs, and no sign of theirs turns the sentence round. */
export function isolated(words: string): string {
  return `\u2068${words.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')}\u2069`;
}

/** More that are equal are told by their number. */
export const mostNamed = 4;
