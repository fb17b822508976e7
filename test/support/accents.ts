// A language that does not exist: every letter of its words has an accent, and they are a third longer. Text of a page without accents
// is written in the code instead of in src/words.

const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, at) => [
    letter,
    [...'áƀçđéƒğĥíĵķłɱñóƥɋŕšťúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶŁṀÑÓƤɊŔŠŤÚṼŴẊÝŽ'][at] as string,
  ]),
);

/** Placeholders, tags and expressions stay as they are. */
function accented(text: string): string {
  const parts = text.split(/(\{\{.*?\}\}|\{\w+\}|<[^>]*>|&\w+;|\|)/);
  const written = parts.map((part, at) =>
    at % 2 === 1 ? part : part.replace(/[a-zA-Z]/g, (one) => accents[one] ?? one),
  );
  return written.join('') + '·'.repeat(Math.ceil(text.length * 0.3));
}

export interface Texts {
  readonly [key: string]: string | Texts;
}

export function accentAll(words: Texts): Texts {
  return Object.fromEntries(
    Object.entries(words).map(([key, text]) => [key, typeof text === 'string' ? accented(text) : accentAll(text)]),
  );
}

/** Names, addresses, code, and what programs write: dates and times, file types, the program that sent the entry. */
const notWords =
  /\b(?:Formstead|(?:this|last|next|in \d+|\d+) (?:second|minute|hour|day)s?(?: ago)?|now|today|yesterday|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d+ [A-Z][a-z]+ \d+|\d+ (?:bytes?|[kMGT]B)|[Aa]lice|[Bb]ob|[Cc]helsea|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|English|node|CSV|XLSX|PDF|JSON|API|OData|UTC|GMT|Enter|Ctrl|Shift|Alt|Tab|Esc)\b|\S*[@/]\S*|[0-9a-f]{24}|[0-9a-f]{8}…/g;

/** Runs in the page. */
export const findPlainTexts = `(() => {
  const notWords = ${notWords};
  const skipped = 'script, style, noscript, code, pre, kbd, iframe, option, .mono, .cm-editor, [lang]:not(html)';
  const found = new Set();
  const note = (text) => {
    if (/[A-Za-z]{2,}/.test((text ?? '').replace(notWords, ''))) found.add(text.trim());
  };
  const visit = (node) => {
    if (node.matches(skipped)) return;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) note(node.getAttribute(name));
    for (const child of node.childNodes) {
      if (child instanceof Text) note(child.data);
      else if (child instanceof Element) visit(child);
    }
  };
  visit(document.body);
  return [...found];
})()`;
