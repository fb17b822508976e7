// What an expression of SurveyJS means, as a tree: `{age} > 17 and {topics} contains 'news'`. Length and nesting are bounded.
import { CannotSay } from '../cannot-say.ts';

export type SurveyOperator =
  | 'or'
  | 'and'
  | 'equal'
  | 'notequal'
  | 'less'
  | 'lessorequal'
  | 'greater'
  | 'greaterorequal'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | 'power'
  | 'contains'
  | 'notcontains'
  | 'anyof'
  | 'allof'
  | 'noneof';

export type SurveyNode =
  | { readonly type: 'constant'; readonly value: string | number | boolean | null }
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'array'; readonly items: readonly SurveyNode[] }
  | { readonly type: 'call'; readonly name: string; readonly args: readonly SurveyNode[] }
  | { readonly type: 'unary'; readonly operator: 'not' | 'empty' | 'notempty' | '-'; readonly operand: SurveyNode }
  | {
      readonly type: 'binary';
      readonly operator: SurveyOperator;
      readonly left: SurveyNode;
      readonly right: SurveyNode;
    };

const maxLength = 20_000;
const maxNesting = 60;
const maxOperations = 1_000;

export function parseCondition(source: string): SurveyNode {
  if (source.length > maxLength) throw new CannotSay('tooLong');
  const parser = new Parser(readTokens(source));
  const node = parser.expression(0);
  parser.expectEnd();
  return node;
}

interface Token {
  readonly kind: 'number' | 'text' | 'variable' | 'word' | 'operator' | 'end';
  readonly text: string;
  readonly at: number;
}

const patterns: readonly (readonly [Token['kind'], RegExp])[] = [
  ['number', /0x[\da-f]+|\d+(?:\.\d+)?/iy],
  ['text', /'(?:\\[\s\S]|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*"/y],
  ['variable', /\{[^{}]+\}/y],
  ['word', /[\p{L}_][\p{L}\p{N}_]*/uy],
  ['operator', /\*=|<=|>=|==|!=|<>|&&|\|\||[-+*/%^=<>!()[\],]/y],
];
const space = /\s*/y;

function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; ; ) {
    space.lastIndex = at;
    at += space.exec(source)?.[0].length ?? 0;
    if (at >= source.length) return [...tokens, { kind: 'end', text: '', at }];
    const token = readToken(source, at);
    tokens.push(token);
    at += token.text.length;
  }
}

function readToken(source: string, at: number): Token {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const text = pattern.exec(source)?.[0];
    if (text !== undefined) return { kind, text, at };
  }
  throw new CannotSay('syntax', { at: at + 1 });
}

/** Loosest first; each operator with its spellings. */
const levels: readonly Readonly<Record<string, SurveyOperator>>[] = [
  { or: 'or', '||': 'or' },
  { and: 'and', '&&': 'and' },
  {
    '=': 'equal',
    '==': 'equal',
    equal: 'equal',
    '!=': 'notequal',
    '<>': 'notequal',
    notequal: 'notequal',
    '<': 'less',
    less: 'less',
    '<=': 'lessorequal',
    lessorequal: 'lessorequal',
    '>': 'greater',
    greater: 'greater',
    '>=': 'greaterorequal',
    greaterorequal: 'greaterorequal',
  },
  { '+': '+', '-': '-' },
  { '*': '*', '/': '/', '%': '%' },
  { '^': 'power', power: 'power' },
  {
    '*=': 'contains',
    contains: 'contains',
    contain: 'contains',
    notcontains: 'notcontains',
    notcontain: 'notcontains',
    anyof: 'anyof',
    allof: 'allof',
    noneof: 'noneof',
  },
];

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #nesting = 0;
  #operations = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  expression(level: number): SurveyNode {
    const operators = levels[level];
    if (operators === undefined) return this.#factor();
    let left = this.expression(level + 1);
    for (;;) {
      const { kind, text } = this.#token;
      const word = text.toLowerCase();
      if ((kind !== 'operator' && kind !== 'word') || !Object.hasOwn(operators, word)) return left;
      this.#at += 1;
      if (++this.#operations > maxOperations) throw new CannotSay('tooLong');
      left = { type: 'binary', operator: operators[word]!, left, right: this.expression(level + 1) };
    }
  }

  expectEnd(): void {
    if (this.#token.kind !== 'end') this.#fail();
  }

  get #token(): Token {
    return this.#tokens[this.#at]!;
  }

  #factor(): SurveyNode {
    if (++this.#nesting > maxNesting) throw new CannotSay('tooLong');
    const node = this.#negated() ?? this.#asked(this.#primary());
    this.#nesting -= 1;
    return node;
  }

  #negated(): SurveyNode | undefined {
    if (this.#take('!') || this.#takeWord('negate')) return { type: 'unary', operator: 'not', operand: this.#factor() };
    return this.#take('-') ? { type: 'unary', operator: '-', operand: this.#factor() } : undefined;
  }

  #asked(operand: SurveyNode): SurveyNode {
    if (this.#takeWord('empty')) return { type: 'unary', operator: 'empty', operand };
    return this.#takeWord('notempty') ? { type: 'unary', operator: 'notempty', operand } : operand;
  }

  #primary(): SurveyNode {
    const { kind, text } = this.#token;
    if (this.#take('(')) {
      const node = this.expression(0);
      this.#expect(')');
      return node;
    }
    if (this.#take('[')) return { type: 'array', items: this.#list(']') };
    if (kind === 'operator' || kind === 'end') this.#fail();
    this.#at += 1;
    if (kind === 'number') return { type: 'constant', value: Number(text) };
    if (kind === 'text') return { type: 'constant', value: text.slice(1, -1).replace(/\\(['"\\])/g, '$1') };
    if (kind === 'variable') return { type: 'variable', name: text.slice(1, -1).trim() };
    if (this.#take('(')) return { type: 'call', name: text, args: this.#list(')') };
    return { type: 'constant', value: constantOf(text) };
  }

  #list(close: string): SurveyNode[] {
    const items: SurveyNode[] = [];
    if (this.#take(close)) return items;
    do items.push(this.expression(0));
    while (this.#take(','));
    this.#expect(close);
    return items;
  }

  #take(text: string): boolean {
    if (this.#token.kind !== 'operator' || this.#token.text !== text) return false;
    this.#at += 1;
    return true;
  }

  #takeWord(word: string): boolean {
    if (this.#token.kind !== 'word' || this.#token.text.toLowerCase() !== word) return false;
    this.#at += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) this.#fail();
  }

  #fail(): never {
    throw new CannotSay('syntax', { at: this.#token.at + 1 });
  }
}

/** A word without quotes is a text. */
function constantOf(word: string): string | boolean | null {
  const lower = word.toLowerCase();
  if (lower === 'true' || lower === 'false') return lower === 'true';
  return word === 'undefined' || word === 'null' ? null : word;
}
