// String.prototype.indexOf in linear time. The built-in one compares a long needle again and again where both are repetitive:
// half a second for 64,000 letters `a`. Short needles are its business.

const longNeedle = 64;
/** A search has few needles, and looks for each in many blocks. */
const keptTables = 8;
const tables = new Map<string, Int32Array>();

export function indexOf(text: string, needle: string, from: number): number {
  return needle.length < longNeedle ? text.indexOf(needle, from) : indexOfLong(text, needle, from);
}

/** Knuth, Morris, Pratt: no letter of the text is looked at again. */
function indexOfLong(text: string, needle: string, from: number): number {
  const table = tableOf(needle);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = table[matched - 1]!;
    if (needle.charCodeAt(matched) === code) matched++;
    if (matched === needle.length) return at + 1 - matched;
  }
  return -1;
}

/** By length of a beginning of the needle: how long the longest shorter beginning is that it ends in. */
function tableOf(needle: string): Int32Array {
  const known = tables.get(needle);
  if (known !== undefined) return known;
  const table = new Int32Array(needle.length);
  let matched = 0;
  for (let at = 1; at < needle.length; at++) {
    const code = needle.charCodeAt(at);
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = table[matched - 1]!;
    if (needle.charCodeAt(matched) === code) matched++;
    table[at] = matched;
  }
  if (tables.size >= keptTables) tables.clear();
  tables.set(needle, table);
  return table;
}
