// What an XPath expression of an XLSForm means, as a tree: the part of XPath 1.0 that ODK uses, with `${name}` for an answer.
// Length and nesting are bounded; whatever is beyond, or cannot be read, is said to be so by CannotSay.
import { CannotSay } from '../cannot-say.ts';
import { readXPathTokens, type XPathToken } from './xpath-tokens.ts';

export type XPathOperator = 'or' | 'and' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | 'div' | 'mod' | '|';

export interface XPathStep {
  /** A name, `.`, `..` or `*`. */
  readonly name: string;
  readonly hasFilter: boolean;
}

export type XPathNode =
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'reference'; readonly name: string }
  | { readonly type: 'path'; readonly isAbsolute: boolean; readonly steps: readonly XPathStep[] }
  /** Steps or a filter after a value, as in `instance('x')/root/item[...]`. */
  | { readonly type: 'within'; readonly holder: XPathNode; readonly steps: readonly XPathStep[] }
  | { readonly type: 'call'; readonly name: string; readonly args: readonly XPathNode[] }
  | { readonly type: 'negative'; readonly operand: XPathNode }
  | { readonly type: 'binary'; readonly operator: XPathOperator; readonly left: XPathNode; readonly right: XPathNode };

export const maxXPathLength = 20_000;
const maxNesting = 60;
/** A chain such as `a or b or c` is a tree as high as it is long. */
const maxOperations = 1_000;

export function parseXPath(source: string): XPathNode {
  if (source.length > maxXPathLength) throw new CannotSay('tooLong');
  const parser = new Parser(readXPathTokens(source));
  const node = parser.expression(0);
  parser.expectEnd();
  return node;
}

const levels: readonly (readonly XPathOperator[])[] = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
];

class Parser {
  readonly #tokens: readonly XPathToken[];
  #at = 0;
  #nesting = 0;
  #operations = 0;

  constructor(tokens: readonly XPathToken[]) {
    this.#tokens = tokens;
  }

  expression(level: number): XPathNode {
    const operators = levels[level];
    if (operators === undefined) return this.#unary();
    let left = this.expression(level + 1);
    for (;;) {
      const { kind, text } = this.#token;
      const operator = operators.find((one) => one === text);
      if (operator === undefined || (kind !== 'operator' && kind !== 'name')) return left;
      this.#at += 1;
      if (++this.#operations > maxOperations) throw new CannotSay('tooLong');
      left = { type: 'binary', operator, left, right: this.expression(level + 1) };
    }
  }

  expectEnd(): void {
    if (this.#token.kind !== 'end') this.#fail();
  }

  get #token(): XPathToken {
    return this.#tokens[this.#at]!;
  }

  #unary(): XPathNode {
    this.#enter();
    const isNegative = this.#take('-');
    const node: XPathNode = isNegative ? { type: 'negative', operand: this.#unary() } : this.#union();
    this.#nesting -= 1;
    return node;
  }

  #union(): XPathNode {
    let left = this.#postfix();
    while (this.#take('|')) {
      if (++this.#operations > maxOperations) throw new CannotSay('tooLong');
      left = { type: 'binary', operator: '|', left, right: this.#postfix() };
    }
    return left;
  }

  /** A value, and what is looked for inside it. */
  #postfix(): XPathNode {
    const node = this.#primary();
    if (node.type === 'path') return node;
    const isFiltered = this.#filters();
    const steps = this.#take('/') || this.#take('//') ? this.#steps() : [];
    if (!isFiltered && steps.length === 0) return node;
    return { type: 'within', holder: node, steps: isFiltered ? [{ name: '.', hasFilter: true }, ...steps] : steps };
  }

  #primary(): XPathNode {
    const { kind, text } = this.#token;
    if (kind === 'number') {
      this.#at += 1;
      return { type: 'number', value: Number(text) };
    }
    if (kind === 'text') {
      this.#at += 1;
      return { type: 'text', value: text.slice(1, -1) };
    }
    if (kind === 'reference') {
      this.#at += 1;
      return { type: 'reference', name: text.slice(2, -1).trim() };
    }
    if (this.#take('(')) {
      const node = this.expression(0);
      this.#expect(')');
      return node;
    }
    if (kind === 'name' && this.#tokens[this.#at + 1]?.text === '(') return this.#call();
    const isAbsolute = this.#take('/') || this.#take('//');
    return { type: 'path', isAbsolute, steps: this.#steps() };
  }

  #call(): XPathNode {
    const { text: name } = this.#token;
    this.#at += 2;
    const args: XPathNode[] = [];
    if (this.#take(')')) return { type: 'call', name, args };
    do args.push(this.expression(0));
    while (this.#take(','));
    this.#expect(')');
    return { type: 'call', name, args };
  }

  #steps(): XPathStep[] {
    const steps: XPathStep[] = [];
    do {
      const { kind, text } = this.#token;
      const isStep = kind === 'name' || text === '.' || text === '..' || text === '*';
      const isReference = kind === 'reference';
      if (!isStep && !isReference) this.#fail();
      this.#at += 1;
      steps.push({ name: isReference ? text.slice(2, -1).trim() : text, hasFilter: this.#filters() });
    } while (this.#take('/') || this.#take('//'));
    return steps;
  }

  #filters(): boolean {
    let isFiltered = false;
    while (this.#take('[')) {
      this.expression(0);
      this.#expect(']');
      isFiltered = true;
    }
    return isFiltered;
  }

  #take(text: string): boolean {
    if (this.#token.kind !== 'operator' || this.#token.text !== text) return false;
    this.#at += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) this.#fail();
  }

  #enter(): void {
    if (++this.#nesting > maxNesting) throw new CannotSay('tooLong');
  }

  #fail(): never {
    throw new CannotSay('syntax', { at: this.#token.at + 1 });
  }
}
