// Texts that are slow for somebody's algorithm: long, repetitive, deep, unfinished, full of signs, of odd Unicode.

/** By name; each is repeated to the length that is asked for. */
const repeated: Readonly<Record<string, string>> = {
  'one word': 'x',
  words: 'hello world ',
  blanks: ' ',
  tabs: '\t',
  'line breaks': '\n',
  'short lines': 'a\r\n',
  digits: '1',
  'numbers with signs': '+1 ',
  capitals: 'ÀB',
  Hebrew: 'שלום ',
  'Hebrew word': 'ש',
  'Hebrew with numbers': 'א+1 ',
  'combining marks': '\u0301',
  'marks out of order': '\u0315\u0300\u0316',
  'joined emoji': '👨‍👩‍👧',
  joiners: '\u200d',
  flags: '🇮🇱',
  'high surrogates': '\ud83d',
  'low surrogates': '\ude00',
  'bidi marks': '\u202e\u2067',
  isolates: '\u2066',
  'soft hyphens': '\u00ad',
  'NUL characters': '\0',
  Hangul: '\u1112\u1161\u11ab',
  ligatures: '\ufdfa',
  'open tags': '<b>',
  'unfinished tags': '<b ',
  'closing tags': '</b>',
  'paragraphs and lists': '<p><ul><li>',
  'tables in tables': '<table><tr><td>',
  'links in links': '<a href="https://x.test">x<b>',
  'less-than signs': '<',
  comments: '<!--',
  attributes: '<p style="color:#fff;',
  entities: '&lt;',
  ampersands: '&',
  'unfinished entities': '&#x',
  'words with signs': 'a b <',
  'double quotes': '"',
  apostrophes: "'",
  backslashes: '\\',
  'opening brackets': '[',
  'opening braces': '{',
  'objects in objects': '{"a":',
  'opening parentheses': '(',
  calls: 'a(',
  'template openings': '{{',
  templates: '{{ a }}',
  dots: '.',
  'dotted words': 'a.',
  'at signs': 'a@',
  addresses: 'a@b.c, ',
  'web addresses': 'http://',
  slashes: '/',
  percents: '%',
  'escaped bytes': '%41',
  semicolons: 'a=b; ',
  commas: ',',
  dashes: '-',
  'formula signs': '\n=',
  colons: ':',
};

/** Before and behind the repeated part. */
const around: readonly (readonly [string, string])[] = [
  ['', ''],
  ['aש"<', '>x'],
];

/** The kinds that found most faults, each in the surroundings in which it does: no sample leaves them out. */
const usual = [
  ...'blanks|line breaks|words|digits|Hebrew|combining marks|open tags|unfinished tags|less-than signs|comments|attributes'.split(
    '|',
  ),
  ...'entities|unfinished entities|double quotes|backslashes|templates|dotted words|at signs|addresses|commas'.split(
    '|',
  ),
];
const usualAlone = [
  'one word',
  'short lines',
  'objects in objects',
  'opening brackets',
  'opening parentheses',
  'calls',
  'template openings',
];

export interface HostileText {
  readonly name: string;
  readonly isUsual: boolean;
  make(size: number): string;
}

export const hostileTexts: readonly HostileText[] = Object.entries(repeated).flatMap(([name, part]) =>
  around.map(([head, tail]) => ({
    name: head === '' ? name : `${name} after ${JSON.stringify(head)}`,
    isUsual: (head === '' ? usualAlone : usual).includes(name),
    make: (size: number) => flat(head + part.repeat(Math.ceil(size / part.length)) + tail),
  })),
);

/** In one piece: the first reader of a text that was put together would pay for that. */
function flat(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
