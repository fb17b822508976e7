// JSON Logic, as Form.io's conditions and checks have it, in our own language. What cannot be said ends in CannotSay.
import { CannotSay } from '../cannot-say.ts';
import { isObject } from '../json-reading.ts';
import { differ, equal, includes, number, oneOf, ordered, sum, text, truth } from '../meaning.ts';
import {
  binary,
  callFn,
  callMethod,
  conditional,
  joined,
  list,
  literal,
  negative,
  not,
  type Piece,
} from '../pieces.ts';
import type { FormioScope } from './formio-names.ts';

const maxDepth = 60;
const maxArguments = 200;

export function translateLogic(logic: unknown, scope: FormioScope, depth = 0): Piece {
  if (depth > maxDepth) throw new CannotSay('tooLong');
  if (typeof logic === 'string' || typeof logic === 'number' || typeof logic === 'boolean') return literal(logic);
  if (logic === null || logic === undefined) return literal(null);
  if (Array.isArray(logic)) return list(logic.map((item) => translateLogic(item, scope, depth + 1)));
  if (!isObject(logic)) throw new CannotSay('script');
  const [[operator, given] = ['', undefined], ...others] = Object.entries(logic);
  if (others.length > 0) throw new CannotSay('syntax', { at: 1 });
  if (operator === 'var') return scope.find(pathOf(given));
  const args = Array.isArray(given) ? given : [given];
  if (args.length > maxArguments) throw new CannotSay('tooLong');
  if (operator === 'in' && Array.isArray(args[1])) {
    const items = args[1].map((item) => translateLogic(item, scope, depth + 1));
    return oneOf(translateLogic(args[0], scope, depth + 1), items);
  }
  const write = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (write === undefined) throw new CannotSay('function', { name: operator });
  return write(args.map((arg) => translateLogic(arg, scope, depth + 1)));
}

function pathOf(given: unknown): string {
  const [path] = Array.isArray(given) ? given : [given];
  if (typeof path !== 'string' || path === '') throw new CannotSay('lookup');
  return path;
}

type Write = (args: readonly Piece[]) => Piece;

function two(write: (left: Piece, right: Piece) => Piece): Write {
  return ([left, right]) => {
    if (left === undefined || right === undefined) throw new CannotSay('syntax', { at: 1 });
    return write(left, right);
  };
}

function first(args: readonly Piece[]): Piece {
  const [value] = args;
  if (value === undefined) throw new CannotSay('syntax', { at: 1 });
  return value;
}

/** `{"<": [1, x, 5]}` is both. */
function order(operator: '<' | '<=' | '>' | '>='): Write {
  return (args) => {
    const [low, middle, high] = args;
    if (low === undefined || middle === undefined) throw new CannotSay('syntax', { at: 1 });
    const lower = ordered(operator, low, middle);
    return high === undefined ? lower : joined('&&', [lower, ordered(operator, middle, high)]);
  };
}

/** `{"if": [a, b, c, d, e]}` is a chain. */
function choose(args: readonly Piece[], at = 0): Piece {
  const [test, then] = [args[at], args[at + 1]];
  if (test === undefined) return literal(null);
  return then === undefined ? test : conditional(truth(test), then, choose(args, at + 2));
}

function amounts(operator: '*' | '/' | '%'): Write {
  return (args) => args.map(number).reduce((left, right) => binary(operator, left, right, 'number'));
}

const operators: Readonly<Record<string, Write>> = {
  '==': two(equal),
  '===': two(equal),
  '!=': two(differ),
  '!==': two(differ),
  '!': (args) => not(truth(first(args))),
  '!!': (args) => not(not(truth(first(args)))),
  and: (args) => joined('&&', args.map(truth)),
  or: (args) => joined('||', args.map(truth)),
  if: (args) => choose(args),
  '?:': (args) => choose(args),
  '<': order('<'),
  '<=': order('<='),
  '>': order('>'),
  '>=': order('>='),
  in: two((item, holder) => includes(holder, item)),
  '+': (args) => (args.length === 1 ? number(first(args)) : args.reduce((left, right) => sum('+', left, right))),
  '-': (args) =>
    args.length === 1 ? negative(number(first(args))) : two((left, right) => sum('-', left, right))(args),
  '*': amounts('*'),
  '/': amounts('/'),
  '%': amounts('%'),
  min: (args) => callFn('min', args.map(number), 'number'),
  max: (args) => callFn('max', args.map(number), 'number'),
  cat: (args) => callFn('join', [list(args), literal('')], 'text'),
  substr: ([value, ...places]) => {
    if (value === undefined) throw new CannotSay('syntax', { at: 1 });
    return callMethod(text(value), 'substr', places.map(number), 'text');
  },
};
