// Expressions of ours, put together from pieces of an expression in another language. A piece knows what it gives, so that the next
// one can be written with the right meaning, and how large it is: what stands for a long calculation may be used many times.
import type { BinaryOperator, ExpressionNode } from '../core/expression/expression-node.ts';
import { printExpression } from '../core/expression/print.ts';
import { CannotSay } from './cannot-say.ts';

/** What an expression gives; `rows` is a list with one value for each row of a repeat. */
export type Holds = 'text' | 'number' | 'bool' | 'date' | 'dateTime' | 'time' | 'list' | 'rows' | 'object' | 'any';

export interface Piece {
  readonly node: ExpressionNode;
  readonly holds: Holds;
  /** An answer as it is, and so null while there is none. */
  readonly isAnswer: boolean;
  /** One of the options of a question, which are texts. */
  readonly isChoice?: boolean;
  /** The list that this is the number of. */
  readonly countOf?: Piece;
  readonly weight: number;
  readonly height: number;
}

/** Far below what our own parser takes: 20,000 characters, 500 operations in a chain. */
const maxWeight = 2_000;
const maxHeight = 80;
const maxLength = 18_000;

export function printPiece({ node }: Piece): string {
  const source = printExpression(node);
  if (source.length > maxLength) throw new CannotSay('tooLong');
  return source;
}

function piece(node: ExpressionNode, holds: Holds, parts: readonly Piece[], isAnswer = false): Piece {
  let weight = 1;
  let height = 1;
  for (const part of parts) {
    weight += part.weight;
    height = Math.max(height, part.height + 1);
  }
  if (weight > maxWeight || height > maxHeight) throw new CannotSay('tooLong');
  return { node, holds, isAnswer, weight, height };
}

const position = 0;

export function literal(value: string | number | boolean | null): Piece {
  const holds = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'bool' : 'text';
  // A negative number is a sign and a number in our syntax.
  if (typeof value === 'number' && (value < 0 || Object.is(value, -0))) {
    return negative(literal(Math.abs(value)));
  }
  const size = typeof value === 'string' ? 1 + value.length / 20 : 1;
  return { node: { type: 'literal', position, value }, holds, isAnswer: false, weight: size, height: 1 };
}

/** A name that every expression has: `model`, `row`, `value`, `$index`. */
export function name(text: string, holds: Holds = 'any'): Piece {
  return piece({ type: 'identifier', position, name: text }, holds, []);
}

/** The value that a validator looks at: there always is one. */
export function ownValue(holds: Holds): Piece {
  return piece({ type: 'identifier', position, name: 'value' }, holds, []);
}

/** An answer by its keys. */
export function answerAt(base: Piece, keys: readonly string[], holds: Holds): Piece {
  const found = keys.reduce((holder, key) => member(holder, key), base);
  return { ...found, holds, isAnswer: true };
}

const simpleName = /^[A-Za-z_$][\w$]*$/;

export function member(object: Piece, key: string, holds: Holds = 'any'): Piece {
  if (simpleName.test(key)) return piece({ type: 'member', position, object: object.node, name: key }, holds, [object]);
  return at(object, literal(key), holds);
}

export function at(object: Piece, key: Piece, holds: Holds = 'any'): Piece {
  return piece({ type: 'index', position, object: object.node, key: key.node }, holds, [object, key]);
}

/** `fn.length(a)` */
export function callFn(functionName: string, args: readonly Piece[], holds: Holds): Piece {
  return call(member(name('fn'), functionName), args, holds);
}

/** `a.includes(b)` */
export function callMethod(object: Piece, method: string, args: readonly Piece[], holds: Holds): Piece {
  return call(member(object, method), args, holds);
}

function call(callee: Piece, args: readonly Piece[], holds: Holds): Piece {
  return piece({ type: 'call', position, callee: callee.node, args: args.map(({ node }) => node) }, holds, [
    callee,
    ...args,
  ]);
}

export function list(items: readonly Piece[]): Piece {
  return piece({ type: 'array', position, items: items.map(({ node }) => node) }, 'list', items);
}

export function record(entries: readonly (readonly [key: string, value: Piece])[]): Piece {
  const properties = entries.map(([key, value]) => ({ key, value: value.node }));
  return piece(
    { type: 'object', position, properties },
    'object',
    entries.map(([, value]) => value),
  );
}

export function binary(operator: BinaryOperator, left: Piece, right: Piece, holds: Holds): Piece {
  return piece({ type: 'binary', position, operator, left: left.node, right: right.node }, holds, [left, right]);
}

export function not(operand: Piece): Piece {
  const { node } = operand;
  if (node.type === 'literal' && typeof node.value === 'boolean') return literal(!node.value);
  return piece({ type: 'unary', position, operator: '!', operand: node }, 'bool', [operand]);
}

export function negative(operand: Piece): Piece {
  return piece({ type: 'unary', position, operator: '-', operand: operand.node }, 'number', [operand]);
}

export function conditional(test: Piece, whenTrue: Piece, whenFalse: Piece): Piece {
  const holds = whenTrue.holds === whenFalse.holds || isNothing(whenFalse) ? whenTrue.holds : 'any';
  return piece(
    { type: 'conditional', position, test: test.node, whenTrue: whenTrue.node, whenFalse: whenFalse.node },
    holds,
    [test, whenTrue, whenFalse],
  );
}

/** `a | date:'yyyy'` */
export function filtered(input: Piece, filter: string, args: readonly Piece[], holds: Holds): Piece {
  return piece(
    { type: 'filter', position, name: filter, input: input.node, args: args.map(({ node }) => node) },
    holds,
    [input, ...args],
  );
}

/** All of them; many make a tree that is no higher than it must be. `true` (of `&&`) or `false` for none. */
export function joined(operator: '&&' | '||', all: readonly Piece[]): Piece {
  const decides = operator === '||';
  const flat = all.flatMap((part) => operandsOf(part, operator));
  if (flat.some((part) => literalOf(part) === decides)) return literal(decides);
  const parts = once(flat.filter((part) => literalOf(part) !== !decides));
  if (parts.length === 0) return literal(!decides);
  if (parts.length <= 20) return parts.reduce((left, right) => binary(operator, left, right, 'bool'));
  const middle = parts.length >> 1;
  return binary(operator, joined(operator, parts.slice(0, middle)), joined(operator, parts.slice(middle)), 'bool');
}

/** `a && b && a` is `a && b`: two limits on one answer both ask whether there is one. */
function once(parts: readonly Piece[]): readonly Piece[] {
  if (parts.length < 2 || parts.length > 50) return parts;
  const seen = new Set<string>();
  return parts.filter(({ node }) => {
    const source = printExpression(node);
    return !seen.has(source) && seen.add(source);
  });
}

/** `a && b` inside another `&&` needs no brackets. What it weighs is counted once, at its first part. */
function operandsOf(part: Piece, operator: '&&' | '||'): Piece[] {
  const { node } = part;
  if (node.type !== 'binary' || node.operator !== operator) return [part];
  const right = { ...part, node: node.right, weight: 0 };
  return [...operandsOf({ ...part, node: node.left }, operator), ...operandsOf(right, operator)];
}

/** What is not there: less and more than nothing, and printed as nothing. */
export function nothing(): Piece {
  return { ...literal(null), node: { type: 'literal', position, value: undefined }, holds: 'any' };
}

export function isNothing({ node }: Piece): boolean {
  return node.type === 'literal' && (node.value === null || node.value === undefined);
}

/** undefined for anything but a literal. */
export function literalOf({ node }: Piece): string | number | boolean | undefined {
  if (node.type === 'unary' && node.operator === '-' && node.operand.type === 'literal') {
    return typeof node.operand.value === 'number' ? -node.operand.value : undefined;
  }
  return node.type === 'literal' ? (node.value ?? undefined) : undefined;
}
