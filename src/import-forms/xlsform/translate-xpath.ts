// An XPath expression of an XLSForm in our own language. Numbers, texts and dates keep the meaning that they have in ODK, also where
// there is no answer; what cannot be said ends in CannotSay.
import { CannotSay } from '../cannot-say.ts';
import { differ, equal, number, ordered, sum, truth } from '../meaning.ts';
import { binary, joined, literal, negative, type Piece } from '../pieces.ts';
import type { XPathNode, XPathOperator, XPathStep } from './parse-xpath.ts';
import { callXPath, type XPathScope } from './xpath-functions.ts';

export function translateXPath(node: XPathNode, scope: XPathScope): Piece {
  switch (node.type) {
    case 'number':
    case 'text':
      return literal(node.value);
    case 'reference':
      return findReference(node.name, scope);
    case 'path':
      return findPath(node.steps, scope);
    case 'within':
      return findWithin(node, scope);
    case 'negative':
      return negative(number(translateXPath(node.operand, scope)));
    case 'call':
      return callXPath(node.name, node.args, scope, translateXPath);
    case 'binary':
      return translateBinary(node, scope);
  }
}

function findReference(name: string, scope: XPathScope): Piece {
  if (name.startsWith('last-saved#')) throw new CannotSay('lookup');
  return scope.find(name);
}

/** The last step names the answer: names are unique in a form, and where it is follows from that. */
function findPath(steps: readonly XPathStep[], scope: XPathScope): Piece {
  if (steps.some(({ hasFilter }) => hasFilter)) throw new CannotSay('lookup');
  const last = steps.at(-1)?.name ?? '';
  if (last === '.' && steps.length === 1) {
    if (scope.self === undefined) throw new CannotSay('unknownName', { name: '.' });
    return scope.self;
  }
  if (last === '.' || last === '..' || last === '*') throw new CannotSay('unknownName', { name: last });
  return (steps.length === 1 ? scope.column?.(last) : undefined) ?? scope.find(last);
}

function findWithin({ holder, steps }: Extract<XPathNode, { type: 'within' }>, scope: XPathScope): Piece {
  if (holder.type === 'call' && holder.name === 'current') return findPath(steps, scope);
  throw new CannotSay('lookup');
}

type BinaryNode = Extract<XPathNode, { type: 'binary' }>;

function translateBinary(node: BinaryNode, scope: XPathScope): Piece {
  const { operator } = node;
  if (operator === 'and' || operator === 'or') {
    const parts = operandsOf(node, operator).map((part) => truth(translateXPath(part, scope)));
    return joined(operator === 'and' ? '&&' : '||', parts);
  }
  const left = translateXPath(node.left, scope);
  const right = translateXPath(node.right, scope);
  return combine(operator, left, right);
}

/** `a or b or c` has three, however it is nested. */
export function operandsOf(node: XPathNode, operator: 'and' | 'or'): XPathNode[] {
  const found: XPathNode[] = [];
  const ahead: XPathNode[] = [node];
  for (let one = ahead.pop(); one !== undefined; one = ahead.pop()) {
    if (one.type === 'binary' && one.operator === operator) ahead.push(one.right, one.left);
    else found.push(one);
  }
  return found;
}

export function combine(operator: Exclude<XPathOperator, 'and' | 'or'>, left: Piece, right: Piece): Piece {
  switch (operator) {
    case '=':
      return equal(single(left), single(right));
    case '!=':
      return differ(single(left), single(right));
    case '<':
    case '<=':
    case '>':
    case '>=':
      return ordered(operator, single(left), single(right));
    case '+':
    case '-':
      return sum(operator, single(left), single(right));
    case '*':
      return binary('*', number(left), number(right), 'number');
    case 'div':
      return binary('/', number(left), number(right), 'number');
    case 'mod':
      return binary('%', number(left), number(right), 'number');
    case '|':
      throw new CannotSay('operator', { name: '|' });
  }
}

/** The answers of all rows are not one answer. */
function single(value: Piece): Piece {
  if (value.holds === 'rows') throw new CannotSay('otherRows');
  return value;
}
