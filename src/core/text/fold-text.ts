// What a text looks like to a search that ignores case, diacritics and how quotes, dashes and blanks are drawn [options-sets.search.folding]
// Folding a text piece by piece gives the folded whole, so a value contains a term only if its folded form contains the folded
// term. Hebrew points go; Hebrew final letters stay letters of their own.

const plainPattern = /^[ -@[-_a-~\u05d0-\u05ea]*$/;
const asciiOrHebrew = /^[ -_a-~\u05d0-\u05ea]*$/;
const marks = /\p{M}+/gu;
const rewritten = /[øłđæœßþς]/g;

/** Letters that decomposition does not reduce. Lower-casing makes a final sigma or not by what is beside it; ß is what becomes of its capital. */
const replacements: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ς: 'σ',
};

/** Bidi marks, joiners, soft hyphens and other characters that nobody sees or types. */
const unseen = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/g;
const doubleQuotes = /[\u05f4\u201c-\u201f\u2033\u2036]/g;
/** Geresh, accents that stand alone, prime. */
const singleQuotes = /[`\u00b4\u02b9-\u02bd\u05f3\u2018-\u201b\u2032\u2035]/g;
const dashes = /[\u05be\u2010-\u2015\u2212]/g;
const blanks = /[\t-\r\u0085\u1680\u2028\u2029]/g;

export function foldText(text: string): string {
  if (plainPattern.test(text)) return text;
  if (asciiOrHebrew.test(text)) return text.toLowerCase();
  // Quotes first: some would fall apart into several characters. Marks go before as well: putting very many of them into
  // their order takes a time that grows with their square.
  const plain = foldSigns(text).replace(marks, '').normalize('NFKD').replace(marks, '');
  return foldLetters(foldSigns(plain));
}

function foldSigns(text: string): string {
  return text
    .replace(unseen, '')
    .replace(doubleQuotes, '"')
    .replace(singleQuotes, "'")
    .replace(dashes, '-')
    .replace(blanks, ' ');
}

/** Upper case first: letters with two lower-case forms meet in it, and ı becomes i. */
function foldLetters(text: string): string {
  const lower = text.toUpperCase().toLowerCase();
  return lower.replace(rewritten, (letter) => replacements[letter] ?? letter);
}
