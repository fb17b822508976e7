// Values that cost the most to read, check, clean, print or send, each as large as a body may be.

const kb = 1_000;

/** Texts of about `length` characters. */
export const worstTexts = once(makeTexts);

function makeTexts(length: number): Record<string, string> {
  const fill = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  return {
    word: fill('x'),
    blanks: `a${fill(' ')}x`,
    lines: fill('\n'),
    tags: fill('<b>'),
    lists: fill('<ul><li>'),
    breaks: `<pre>${fill('a<br>')}`,
    entities: fill('a b &lt;'),
    lessThan: fill('a b <'),
    attributes: `<a ${fill('href="x" ')}>`,
    comments: fill('<!--'),
    quotes: fill('"\\'),
    braces: fill('{{ a }}'),
    combining: `a${fill('\u0301')}`,
    joiners: fill('\u{1F469}\u200d'),
    hebrew: fill('שלום עולם '),
    directions: fill('\u2067א\u2069'),
    surrogates: fill('\ud83d'),
    formulas: fill('=1+1;\n'),
    addresses: fill('a@b.co,'),
    angles: fill('<a@b.c>'),
    ampersands: fill('&'),
    dots: `${fill('a.')}@b.co`,
    numbers: fill('+972 (50) '),
    digits: fill('9'),
    zeros: fill('\u0000'),
  };
}

/** JSON values, from `bytes` of text each. */
export const worstValues = once(makeValues);

function makeValues(bytes: number): Record<string, unknown> {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: [nested(levels - 1)] });
  return {
    ...worstTexts(bytes),
    deep: nested(45),
    wide: Object.fromEntries(Array.from({ length: Math.ceil(bytes / 12) }, (_, place) => [`k${place}`, 1])),
    long: Array.from({ length: Math.ceil(bytes / 4) }, () => 1),
    nulls: Array.from({ length: Math.ceil(bytes / 5) }, () => null),
    objects: Array.from({ length: Math.ceil(bytes / 12) }, () => ({ a: {} })),
    rows: Array.from({ length: Math.ceil(bytes / 60) }, () => ({ a: 'x'.repeat(40) })),
    huge: 1e308,
    negative: -1,
    nothing: null,
    yes: true,
    empty: {},
  };
}

/** Every JSON type as a whole body. */
export const wholeBodies = once(makeWholeBodies);

function makeWholeBodies(bytes: number): Record<string, string> {
  const list = (item: string) => `[${Array.from({ length: Math.floor(bytes / (item.length + 1)) }, () => item)}]`;
  return {
    text: JSON.stringify('a'.repeat(bytes)),
    hebrewText: JSON.stringify('\u05d0'.repeat(bytes / 2)),
    jsonText: JSON.stringify(`{"form":"${'x'.repeat(bytes / 2)}`),
    array: list('1'),
    texts: list('""'),
    arrays: list('[]'),
    objects: list('{}'),
    manyKeys: `{${Array.from({ length: Math.ceil(bytes / 11) }, (_, place) => `"${place}":{}`)}}`,
    deep: `${'[{"a":'.repeat(45)}1${'}]'.repeat(45)}`,
    number: '9'.repeat(300),
    nothing: 'null',
    yes: 'true',
    empty: '',
  };
}

/** Bodies that are JSON of no schema at all. */
export const worstBodies = once(makeBodies);

function makeBodies(bytes: number): Record<string, string> {
  return {
    brackets: '['.repeat(bytes),
    objects: '{"a":'.repeat(Math.ceil(bytes / 5)),
    keys: `{${Array.from({ length: Math.ceil(bytes / 16) }, (_, place) => `"k${place}":${place}`).join(',')}}`,
    sameKey: `{${'"a":1,'.repeat(Math.ceil(bytes / 6))}"a":1}`,
    escapes: `{"a":"${'\\u0000'.repeat(Math.ceil(bytes / 6))}"}`,
    proto: `{"__proto__":{"a":1},"constructor":{"prototype":{}},"a":[${'{},'.repeat(Math.ceil(bytes / 3))}{}]}`,
    // One character that cannot be stored has all of the body looked at.
    ...withEscape({
      numbers: '0,'.repeat(Math.ceil(bytes / 2)),
      texts: '"","a",'.repeat(Math.ceil(bytes / 7)),
      lists: '[],'.repeat(Math.ceil(bytes / 3)),
    }),
    escapedKeys: `{"query":{${Array.from({ length: Math.ceil(bytes / 16) }, (_, place) => `"k${place}\\u0000":${place},`).join('')}"a":1}}`,
    escapedProto: `{"query":[${'0,'.repeat(Math.ceil(bytes / 2))}{"__pro\\u0074o__":1}]}`,
    blanks: `${' '.repeat(bytes)}{}`,
    number: `{"a":${'9'.repeat(bytes)}}`,
  };
}

function withEscape(lists: Readonly<Record<string, string>>): Record<string, string> {
  const bodies = Object.entries(lists).map(([name, items]) => [
    `escape after ${name}`,
    `{"query":[${items}"\\u0000"]}`,
  ]);
  return Object.fromEntries(bodies);
}

/** Made once per size: thousands of requests share them. */
function once<T>(make: (size: number) => T): (size: number) => T {
  const made = new Map<number, T>();
  return (size) => {
    const value = made.get(size) ?? make(size);
    made.set(size, value);
    return value;
  };
}

export const bodyBytes = 1_000 * kb;
