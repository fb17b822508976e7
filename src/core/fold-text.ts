// What a text looks like to a search that ignores case and diacritics.
// Folding a text piece by piece gives the folded whole, so a value contains a term only if its folded form contains
// the folded term. Hebrew points go; Hebrew final letters stay letters of their own. [options-sets.search.folding]

const PLAIN = /^[\u0000-@[-\u007f\u05d0-\u05ea]*$/;
const ASCII_OR_HEBREW = /^[\u0000-\u007f\u05d0-\u05ea]*$/;
const MARKS = /\p{M}+/gu;
const REWRITTEN = /[øłđæœßþς]/g;

/** Letters that no decomposition reduces. Lower-casing makes a final sigma or not by what stands beside it; ß is what becomes of its capital. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ς: 'σ',
};

export function foldText(text: string): string {
  if (PLAIN.test(text)) return text;
  if (ASCII_OR_HEBREW.test(text)) return text.toLowerCase();
  // Marks go before as well: putting very many of them into their order takes a time that grows with their square.
  return foldLetters(text.replace(MARKS, '').normalize('NFKD').replace(MARKS, ''));
}

/** Upper case first: letters with two lower-case forms meet in it, and ı becomes i. */
function foldLetters(text: string): string {
  const lower = text.toUpperCase().toLowerCase();
  return lower.replace(REWRITTEN, (letter) => REPLACEMENTS[letter] ?? letter);
}
