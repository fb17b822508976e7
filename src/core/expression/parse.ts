// What does this source mean? AngularJS expression syntax, read by operator precedence into an immutable tree.
// Left out on purpose, each with its own message: assignment, `;`, the comma operator, `this` and `$locals`.
// [expressions.language]

import { ExpressionSyntaxError } from './errors.ts';
import type { BinaryOperator, ExpressionNode, LiteralNode, ObjectProperty, UnaryOperator } from './expression-node.ts';
import { filters } from './filters.ts';
import { readToken, type Token } from './tokens.ts';

export const maxSourceLength = 20_000;
/** Brackets, unary operators and conditionals inside each other. */
export const maxNesting = 100;
/** Height of the tree: a long `a + b + c ...` is high too, and printing and evaluating it recurse. */
export const maxHeight = 500;

export const precedenceOf: Readonly<Record<BinaryOperator, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '===': 3,
  '!==': 3,
  '<': 4,
  '>': 4,
  '<=': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
};

export const literals = new Map<string, LiteralNode['value']>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
]);

export function parseExpression(source: string): ExpressionNode {
  checkLength(source.length, 0);
  const parser = new Parser(source, 0);
  const node = parser.filterChain();
  if (parser.token.kind !== 'end') parser.fail('the end of the expression');
  return node;
}

/** Reads from just after `{{`. The node is undefined when there is nothing but space; `end` is just after `}}`. */
export function parseInterpolation(source: string, start: number): { node: ExpressionNode | undefined; end: number } {
  const parser = new Parser(source, start);
  const node = parser.isAt('}') ? undefined : parser.filterChain();
  const { position } = parser.token;
  if (!source.startsWith('}}', position)) parser.fail('"}}"');
  checkLength(position - start, start);
  return { node, end: position + 2 };
}

function checkLength(length: number, start: number): void {
  if (length > maxSourceLength) {
    throw new ExpressionSyntaxError(`Expected at most ${maxSourceLength} characters`, start + maxSourceLength);
  }
}

function describeFound({ kind, text }: Token): string {
  if (kind === 'operator' && text === '=') return ': assignment with "=" is not allowed, compare with "=="';
  if (kind === 'operator' && text === ';') return ': only one expression is allowed, without ";"';
  return ` but found ${kind === 'end' ? 'the end' : `"${text}"`}`;
}

class Parser {
  token: Token;
  readonly #source: string;
  #nesting = 0;
  readonly #heights = new Map<ExpressionNode, number>();

  constructor(source: string, start: number) {
    this.#source = source;
    this.token = readToken(source, start);
  }

  filterChain(): ExpressionNode {
    let node = this.#expression();
    while (this.#take('|')) {
      const { position } = this.token;
      const name = this.#name('the name of a filter');
      if (!Object.hasOwn(filters, name)) {
        const known = Object.keys(filters).join(', ');
        throw new ExpressionSyntaxError(`Expected a filter (one of ${known}) but found "${name}"`, position);
      }
      const args: ExpressionNode[] = [];
      while (this.#take(':')) args.push(this.#expression());
      node = this.#node({ type: 'filter', position, name, input: node, args }, node, ...args);
    }
    return node;
  }

  isAt(operator: string): boolean {
    return this.token.kind === 'operator' && this.token.text === operator;
  }

  fail(expected: string): never {
    throw new ExpressionSyntaxError(`Expected ${expected}${describeFound(this.token)}`, this.token.position);
  }

  #expression(): ExpressionNode {
    this.#enter();
    const test = this.#binary(1);
    let node = test;
    if (this.#take('?')) {
      const whenTrue = this.#expression();
      this.#expect(':');
      const whenFalse = this.#expression();
      const { position } = test;
      node = this.#node({ type: 'conditional', position, test, whenTrue, whenFalse }, test, whenTrue, whenFalse);
    }
    this.#nesting--;
    return node;
  }

  #binary(lowest: number): ExpressionNode {
    let left = this.#unary();
    for (;;) {
      const operator = this.token.text as BinaryOperator;
      if (this.token.kind !== 'operator' || !Object.hasOwn(precedenceOf, operator)) return left;
      const precedence = precedenceOf[operator];
      if (precedence < lowest) return left;
      this.#advance();
      const right = this.#binary(precedence + 1);
      left = this.#node({ type: 'binary', position: left.position, operator, left, right }, left, right);
    }
  }

  #unary(): ExpressionNode {
    const { position } = this.token;
    if (!this.isAt('-') && !this.isAt('+') && !this.isAt('!')) return this.#postfix();
    const operator = this.#advance().text as UnaryOperator;
    this.#enter();
    const operand = this.#unary();
    this.#nesting--;
    return this.#node({ type: 'unary', position, operator, operand }, operand);
  }

  #postfix(): ExpressionNode {
    let node = this.#primary();
    for (;;) {
      const { position } = node;
      if (this.#take('.')) {
        node = this.#node({ type: 'member', position, object: node, name: this.#name('a name') }, node);
      } else if (this.#take('[')) {
        const key = this.filterChain();
        this.#expect(']');
        node = this.#node({ type: 'index', position, object: node, key }, node, key);
      } else if (this.#take('(')) {
        const args = this.#list(')');
        node = this.#node({ type: 'call', position, callee: node, args }, node, ...args);
      } else {
        return node;
      }
    }
  }

  #primary(): ExpressionNode {
    const { kind, text, value, position } = this.token;
    if (kind === 'name') return this.#identifier();
    if (kind === 'number' || kind === 'string') {
      this.#advance();
      return { type: 'literal', position, value };
    }
    if (this.#take('(')) {
      const node = this.filterChain();
      this.#expect(')');
      return node;
    }
    if (this.#take('[')) {
      const items = this.#list(']', { allowTrailingComma: true });
      return this.#node({ type: 'array', position, items }, ...items);
    }
    return text === '{' ? this.#object() : this.fail('an expression');
  }

  #identifier(): ExpressionNode {
    const { text: name, position } = this.token;
    if (name === 'this' || name === '$locals') {
      throw new ExpressionSyntaxError(`Expected an expression: "${name}" is not available`, position);
    }
    this.#advance();
    return literals.has(name)
      ? { type: 'literal', position, value: literals.get(name) }
      : { type: 'identifier', position, name };
  }

  #object(): ExpressionNode {
    const { position } = this.#advance();
    const properties: ObjectProperty[] = [];
    while (!this.isAt('}')) {
      properties.push(this.#property());
      if (!this.#take(',')) break;
    }
    this.#expect('}');
    const parts = properties.flatMap(({ key, value }) => (typeof key === 'string' ? [value] : [key, value]));
    return this.#node({ type: 'object', position, properties }, ...parts);
  }

  #property(): ObjectProperty {
    const first = this.token;
    if (this.#take('[')) {
      const key = this.filterChain();
      this.#expect(']');
      this.#expect(':');
      return { key, value: this.filterChain() };
    }
    if (first.kind === 'operator' || first.kind === 'end') this.fail('a key or "}"');
    this.#advance();
    if (this.#take(':')) return { key: String(first.value), value: this.filterChain() };
    if (first.kind !== 'name') this.fail('":"');
    if (literals.has(first.text) || !(this.isAt(',') || this.isAt('}'))) this.fail('":"');
    this.token = first;
    return { key: first.text, value: this.#identifier() };
  }

  #list(close: ')' | ']', { allowTrailingComma } = { allowTrailingComma: false }): ExpressionNode[] {
    const items: ExpressionNode[] = [];
    while (!this.isAt(close)) {
      items.push(this.filterChain());
      if (!this.#take(',')) break;
      if (!allowTrailingComma && this.isAt(close)) this.fail('an expression');
    }
    if (!this.#take(close)) this.fail(`"," or "${close}"`);
    return items;
  }

  #name(expected: string): string {
    if (this.token.kind !== 'name') this.fail(expected);
    return this.#advance().text;
  }

  #take(operator: string): boolean {
    if (!this.isAt(operator)) return false;
    this.#advance();
    return true;
  }

  #expect(operator: string): void {
    if (!this.#take(operator)) this.fail(`"${operator}"`);
  }

  #advance(): Token {
    const { token } = this;
    this.token = readToken(this.#source, token.end);
    return token;
  }

  #enter(): void {
    if (++this.#nesting > maxNesting) {
      throw new ExpressionSyntaxError(`Expected at most ${maxNesting} levels of nesting`, this.token.position);
    }
  }

  #node(node: ExpressionNode, ...children: readonly ExpressionNode[]): ExpressionNode {
    let height = 0;
    for (const child of children) height = Math.max(height, this.#heights.get(child) ?? 0);
    if (++height > maxHeight) {
      throw new ExpressionSyntaxError(`Expected at most ${maxHeight} operations in one chain`, this.token.position);
    }
    this.#heights.set(node, height);
    return node;
  }
}
