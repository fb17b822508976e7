// An expression of SurveyJS in our own language. What cannot be said ends in CannotSay.
import { CannotSay } from '../cannot-say.ts';
import {
  differ,
  empty,
  equal,
  filled,
  includes,
  isList,
  number,
  oneOf,
  ordered,
  sum,
  text,
  truth,
} from '../meaning.ts';
import {
  binary,
  callFn,
  callMethod,
  conditional,
  joined,
  list,
  literal,
  literalOf,
  negative,
  not,
  type Piece,
} from '../pieces.ts';
import type { SurveyNode, SurveyOperator } from './parse-condition.ts';

export interface SurveyScope {
  /** What `{name}` is from here. */
  find(name: string): Piece;
}

export function translateCondition(node: SurveyNode, scope: SurveyScope): Piece {
  switch (node.type) {
    case 'constant':
      return literal(node.value);
    case 'variable':
      return scope.find(node.name);
    case 'array':
      return list(node.items.map((item) => translateCondition(item, scope)));
    case 'call':
      return translateCall(node.name, node.args, scope);
    case 'unary':
      return translateUnary(node, scope);
    case 'binary':
      return translateBinary(node, scope);
  }
}

function translateUnary({ operator, operand }: Extract<SurveyNode, { type: 'unary' }>, scope: SurveyScope): Piece {
  const value = translateCondition(operand, scope);
  if (operator === 'not') return not(truth(value));
  if (operator === '-') return negative(number(value));
  return operator === 'empty' ? empty(value) : filled(value);
}

type BinaryNode = Extract<SurveyNode, { type: 'binary' }>;

function translateBinary(node: BinaryNode, scope: SurveyScope): Piece {
  const { operator } = node;
  if (operator === 'and' || operator === 'or') {
    const parts = operandsOf(node, operator).map((part) => truth(translateCondition(part, scope)));
    return joined(operator === 'and' ? '&&' : '||', parts);
  }
  const left = translateCondition(node.left, scope);
  const items =
    node.right.type === 'array' ? node.right.items.map((item) => translateCondition(item, scope)) : undefined;
  const right = items === undefined ? translateCondition(node.right, scope) : list(items);
  return combine(operator, left, right, items);
}

function operandsOf(node: SurveyNode, operator: 'and' | 'or'): SurveyNode[] {
  const found: SurveyNode[] = [];
  const ahead: SurveyNode[] = [node];
  for (let one = ahead.pop(); one !== undefined; one = ahead.pop()) {
    if (one.type === 'binary' && one.operator === operator) ahead.push(one.right, one.left);
    else found.push(one);
  }
  return found;
}

function combine(
  operator: Exclude<SurveyOperator, 'and' | 'or'>,
  left: Piece,
  right: Piece,
  items: readonly Piece[] | undefined,
): Piece {
  switch (operator) {
    case 'equal':
      return items === undefined ? equal(left, right) : sameItems(left, items);
    case 'notequal':
      return items === undefined ? differ(left, right) : not(sameItems(left, items));
    case 'less':
      return ordered('<', left, right);
    case 'lessorequal':
      return ordered('<=', left, right);
    case 'greater':
      return ordered('>', left, right);
    case 'greaterorequal':
      return ordered('>=', left, right);
    case '+':
      return added(left, right);
    case '-':
      return sum('-', left, right);
    case '*':
    case '/':
    case '%':
      return binary(operator, number(left), number(right), 'number');
    case 'power':
      throw new CannotSay('operator', { name: '^' });
    case 'contains':
      return contains(left, items ?? [right]);
    case 'notcontains':
      return not(contains(left, items ?? [right]));
    case 'allof':
      return contains(left, items ?? [right]);
    case 'anyof':
      return anyOf(left, items ?? [right]);
    case 'noneof':
      return not(anyOf(left, items ?? [right]));
  }
}

/** Texts are put together, as in JavaScript. */
function added(left: Piece, right: Piece): Piece {
  const isText = [left, right].some(
    (one) => one.holds === 'text' && (!one.isAnswer || typeof literalOf(one) === 'string'),
  );
  return isText ? callFn('join', [list([left, right]), literal('')], 'text') : sum('+', left, right);
}

/** The same options in any order. */
function sameItems(value: Piece, items: readonly Piece[]): Piece {
  if (!isList(value)) throw new CannotSay('value');
  const isAsMany = binary('==', callFn('length', [value], 'number'), literal(items.length), 'bool');
  return joined('&&', [isAsMany, ...items.map((item) => includes(value, item))]);
}

function contains(value: Piece, items: readonly Piece[]): Piece {
  return joined(
    '&&',
    items.map((item) => includes(value, item)),
  );
}

function anyOf(value: Piece, items: readonly Piece[]): Piece {
  if (!isList(value)) return oneOf(value, items);
  return joined(
    '||',
    items.map((item) => includes(value, item)),
  );
}

function translateCall(name: string, args: readonly SurveyNode[], scope: SurveyScope): Piece {
  const key = name.toLowerCase();
  if (['today', 'currentdate', 'age', 'currentage', 'getage'].includes(key)) throw new CannotSay('today');
  const given = args.map((arg) => translateCondition(arg, scope));
  const [first, second, third] = given;
  if (first === undefined) throw new CannotSay('function', { name });
  if (key === 'iif' && second !== undefined && third !== undefined) return conditional(truth(first), second, third);
  if (key === 'getdate')
    return first.holds === 'date' || first.holds === 'dateTime' ? first : callFn('date', [first], 'date');
  if (Object.hasOwn(rowFunctions, key) && second !== undefined && given.length === 2) {
    return rowFunctions[key]!(first, second);
  }
  if (Object.hasOwn(plainFunctions, key)) return plainFunctions[key]!(given);
  throw new CannotSay('function', { name });
}

/** Over one question of all rows: `sumInArray({orders}, 'price')`. */
const rowFunctions: Readonly<Record<string, (rows: Piece, key: Piece) => Piece>> = {
  suminarray: (rows, key) => callFn('sum', [rows, key], 'number'),
  mininarray: (rows, key) => callFn('min', [callFn('pluck', [rows, key], 'list')], 'number'),
  maxinarray: (rows, key) => callFn('max', [callFn('pluck', [rows, key], 'list')], 'number'),
};

const plainFunctions: Readonly<Record<string, (args: readonly Piece[]) => Piece>> = {
  sum: (args) => callFn('sum', [list(args.map(number))], 'number'),
  min: (args) => callFn('min', args.map(number), 'number'),
  max: (args) => callFn('max', args.map(number), 'number'),
  round: (args) => callFn('round', args.map(number), 'number'),
  trunc: ([value]) => {
    const given = number(value!);
    const isBelow = binary('<', given, literal(0), 'bool');
    return conditional(isBelow, callFn('ceil', [given], 'number'), callFn('floor', [given], 'number'));
  },
  year: ([date]) => callMethod(date!, 'getFullYear', [], 'number'),
  month: ([date]) => binary('+', callMethod(date!, 'getMonth', [], 'number'), literal(1), 'number'),
  day: ([date]) => callMethod(date!, 'getDate', [], 'number'),
  weekday: ([date]) => callMethod(date!, 'getDay', [], 'number'),
  substring: ([value, ...places]) => callMethod(text(value!), 'substring', places.map(number), 'text'),
};
