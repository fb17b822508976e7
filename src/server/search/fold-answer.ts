// How answers and search words are compared: folded as a search of options folds them, and Hebrew final letters are the letters
// that they are inside of a word. Folding piece by piece gives the folded whole. [entry-search.folding]
import { foldText } from '../../core/text/fold-text.ts';

const finals = /[ךםןףץ]/g;
const inner: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };

export function foldAnswer(text: string): string {
  return text.length < longText || isPlain.test(text) ? foldPiece(text) : foldLong(text);
}

function foldPiece(text: string): string {
  return foldText(text).replace(finals, (letter) => inner[letter] as string);
}

const longText = 2_000;
/** English and Hebrew: as quick whole. */
const isPlain = /^[ -~\u05d0-\u05ea]*$/;
/** What each character of 16 bits becomes, once it was met. */
const known: (string | undefined)[] = [];

/** Character by character, each looked up: a fifth of the time that replacing in a long text takes, with nothing to clean up. */
function foldLong(text: string): string {
  let codes = new Uint16Array(text.length + 1_000);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    let folded = known[code];
    if (folded === undefined) {
      const character = String.fromCodePoint(text.codePointAt(at) as number);
      folded = foldPiece(character);
      if (character.length === 1 && !isSurrogate(code)) known[code] = folded;
      else at += character.length - 1;
    }
    if (length + folded.length > codes.length) {
      const larger = new Uint16Array(codes.length * 2 + folded.length);
      larger.set(codes);
      codes = larger;
    }
    for (let place = 0; place < folded.length; place += 1) codes[length++] = folded.charCodeAt(place);
  }
  return Buffer.from(codes.buffer, 0, length * 2).toString('utf16le');
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
