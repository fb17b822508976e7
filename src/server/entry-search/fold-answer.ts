// How answers and search words are compared: folded as a search of options folds them, and Hebrew final letters are the letters
// that they are inside of a word. Folding piece by piece gives the folded whole. [entry-search.folding]
import { foldText } from '../../core/fold-text.ts';

const finals = /[ךםןףץ]/g;
const inner: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };

export function foldAnswer(text: string): string {
  return foldText(text).replace(finals, (letter) => inner[letter] as string);
}

/** Order of code points, which is the database's order of UTF-8 bytes; JavaScript's own is another beyond U+FFFF. */
export function compareFolded(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === length) return a.length - b.length;
  const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
  const areSurrogates = [isSurrogate(left), isSurrogate(right)];
  if (areSurrogates[0] !== areSurrogates[1]) return areSurrogates[0] ? 1 : -1;
  return left - right;
}

// A surrogate stands for a code point above all others; where both texts have one, their order is that of the code points.
const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff;
