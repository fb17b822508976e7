// Cuts an XPath expression of an XLSForm into tokens. Names may hold hyphens and dots (`count-selected`), and `and`, `or`, `div`, `mod`
// and `*` are operators only where one can stand.
import { CannotSay } from '../cannot-say.ts';

export interface XPathToken {
  readonly kind: 'number' | 'text' | 'reference' | 'name' | 'operator' | 'end';
  readonly text: string;
  readonly at: number;
}

const patterns: readonly (readonly [XPathToken['kind'], RegExp])[] = [
  ['number', /(?:\d+(?:\.\d*)?|\.\d+)/y],
  // Quotes as word processors make them are quotes here too.
  [
    'text',
    /'[^']*'|"[^"]*"|[\u2018\u2019][^\u2018\u2019]*[\u2018\u2019]|[\u201c\u201d][^\u201c\u201d]*[\u201c\u201d]/y,
  ],
  ['reference', /\$\{\s*(?:last-saved#)?[^{}\s]+\s*\}/y],
  // A colon joins a prefix; two of them an axis, which nobody here knows.
  ['name', /[\p{L}_][\p{L}\p{N}\p{M}_.-]*(?::(?!:)[\p{L}_][\p{L}\p{N}\p{M}_.-]*)?/uy],
  ['operator', /\.\.|\/\/|!=|<=|>=|::|[-+*/=<>()[\],.@|]/y],
];

export function readXPathTokens(source: string): XPathToken[] {
  const tokens: XPathToken[] = [];
  for (let at = skipSpace(source, 0); at < source.length; at = skipSpace(source, at)) {
    const token = readToken(source, at);
    tokens.push(token);
    at += token.text.length;
  }
  tokens.push({ kind: 'end', text: '', at: source.length });
  return tokens;
}

const space = /\s*/y;

function skipSpace(source: string, at: number): number {
  space.lastIndex = at;
  return at + (space.exec(source)?.[0].length ?? 0);
}

function readToken(source: string, at: number): XPathToken {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const text = pattern.exec(source)?.[0];
    if (text !== undefined) return { kind, text, at };
  }
  throw new CannotSay('syntax', { at: at + 1 });
}
