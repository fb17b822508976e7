// The constraint of an XLSForm question as validators. Each part of `a and b` is one of its own, and what is a limit on a number, a
// date, a length or a count becomes the validator for it, which the page knows how to explain; the rest is an expression.
import type { Validator } from '../../core/definition/form-definition.ts';
import { compilePattern } from '../../core/text/pattern.ts';
import { CannotSay } from '../cannot-say.ts';
import { dateLiteral } from '../meaning.ts';
import { type Holds, literalOf, type Piece, printPiece } from '../pieces.ts';
import { parseXPath, type XPathNode } from './parse-xpath.ts';
import { operandsOf, translateXPath } from './translate-xpath.ts';
import type { XPathScope } from './xpath-functions.ts';

export interface Constrained {
  readonly holds: Holds;
  readonly isWhole: boolean;
  readonly message: string;
}

/** Each part apart: `attempt` gives undefined for one that cannot be said. */
export function constraintRules(
  source: string,
  scope: XPathScope,
  field: Constrained,
  attempt: <T>(translate: () => T) => T | undefined,
): Validator[] {
  const node = attempt(() => parseXPath(source));
  if (node === undefined) return [];
  return operandsOf(node, 'and').flatMap((part) => attempt(() => rulesOf(part, scope, field)) ?? []);
}

function rulesOf(node: XPathNode, scope: XPathScope, field: Constrained): Validator[] {
  // A validator asks nothing where there is no answer, so "or it is empty" says nothing more.
  const asked = operandsOf(node, 'or').filter((part) => !asksForNothing(part));
  if (asked.length === 0) return [];
  const rules = asked.length === 1 ? limitsOf(asked[0]!, scope, field) : undefined;
  const found = rules ?? [{ type: 'expr', value: printPiece(translateXPath(node, scope)) }];
  return found.map((rule) => (field.message === '' ? rule : { ...rule, message: field.message }));
}

/** `. = ''` */
function asksForNothing(node: XPathNode): boolean {
  return node.type === 'binary' && node.operator === '=' && isSelf(node.left) && isEmptyText(node.right);
}

function isSelf(node: XPathNode): boolean {
  return node.type === 'path' && node.steps.length === 1 && node.steps[0]!.name === '.' && !node.steps[0]!.hasFilter;
}

function isEmptyText(node: XPathNode): boolean {
  return node.type === 'text' && node.value === '';
}

type Order = '<' | '<=' | '>' | '>=' | '=';
const mirrored: Readonly<Record<Order, Order>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=' };

function limitsOf(node: XPathNode, scope: XPathScope, field: Constrained): Validator[] | undefined {
  if (node.type === 'call') return node.name === 'regex' ? patternOf(node.args) : undefined;
  if (node.type !== 'binary' || !Object.hasOwn(mirrored, node.operator)) return undefined;
  const operator = node.operator as Order;
  return (
    limitOf(operator, node.left, node.right, scope, field) ??
    limitOf(mirrored[operator], node.right, node.left, scope, field)
  );
}

function limitOf(
  operator: Order,
  left: XPathNode,
  right: XPathNode,
  scope: XPathScope,
  { holds, isWhole }: Constrained,
): Validator[] | undefined {
  if (isSelf(left)) {
    if (holds === 'number') return amountLimit(operator, limitPiece(right, scope), isWhole);
    if (holds === 'date' || holds === 'dateTime') return dateLimit(operator, limitPiece(right, scope));
    return undefined;
  }
  const [first] = left.type === 'call' && left.args.length === 1 ? left.args : [];
  if (left.type !== 'call' || first === undefined || !isSelf(first) || right.type !== 'number') return undefined;
  if (left.name === 'string-length') return countLimit(operator, right.value, 'str');
  return left.name === 'count-selected' && holds === 'list' ? countLimit(operator, right.value, 'arr') : undefined;
}

/** undefined where the limit depends on the value itself. */
function limitPiece(node: XPathNode, scope: XPathScope): Piece | undefined {
  return mentionsSelf(node) ? undefined : translateXPath(node, scope);
}

function mentionsSelf(node: XPathNode): boolean {
  switch (node.type) {
    case 'path':
      return isSelf(node);
    case 'binary':
      return mentionsSelf(node.left) || mentionsSelf(node.right);
    case 'negative':
      return mentionsSelf(node.operand);
    case 'call':
      return node.args.some(mentionsSelf);
    default:
      return false;
  }
}

function amountLimit(operator: Order, limit: Piece | undefined, isWhole: boolean): Validator[] | undefined {
  if (limit === undefined || operator === '=') return undefined;
  const known = Number(literalOf(limit) ?? Number.NaN);
  const type = operator === '>' || operator === '>=' ? 'num/min' : 'num/max';
  if (operator === '>=' || operator === '<=') {
    return [{ type, value: Number.isFinite(known) ? known : printPiece(limit) }];
  }
  if (!isWhole || !Number.isInteger(known)) return undefined;
  return [{ type, value: operator === '>' ? known + 1 : known - 1 }];
}

function dateLimit(operator: Order, limit: Piece | undefined): Validator[] | undefined {
  if (limit === undefined || (operator !== '>=' && operator !== '<=')) return undefined;
  const known = literalOf(limit);
  const type = operator === '>=' ? 'date/min' : 'date/max';
  if (known === undefined) return [{ type, value: printPiece(limit) }];
  if (typeof known !== 'string') throw new CannotSay('value');
  const date = String(literalOf(dateLiteral(known)));
  return [{ type, value: date.endsWith('T00:00:00.000Z') ? date.slice(0, 10) : date }];
}

function countLimit(operator: Order, limit: number, of: 'str' | 'arr'): Validator[] | undefined {
  const least = operator === '>' ? limit + 1 : limit;
  const most = operator === '<' ? limit - 1 : limit;
  if (!Number.isInteger(limit) || least < 0 || most < 0) return undefined;
  const atLeast = { type: `${of}/minLength`, value: least };
  const atMost = { type: `${of}/maxLength`, value: most };
  if (operator === '=') return [atLeast, atMost];
  return operator === '>' || operator === '>=' ? [atLeast] : [atMost];
}

function patternOf([value, pattern]: readonly XPathNode[]): Validator[] | undefined {
  if (value === undefined || !isSelf(value) || pattern?.type !== 'text') throw new CannotSay('pattern');
  return [{ type: 'str/pattern', value: checkedPattern(wholePattern(pattern.value)) }];
}

/** In ODK the whole text must match. */
function wholePattern(pattern: string): string {
  const isTied = pattern.startsWith('^') && /(?:^|[^\\])(?:\\\\)*\$$/.test(pattern) && !pattern.includes('|');
  return isTied ? pattern : `^(?:${pattern})$`;
}

/** Patterns here have no lookaround and no references. */
export function checkedPattern(pattern: string): string {
  if ('problem' in compilePattern(pattern)) throw new CannotSay('pattern');
  return pattern;
}
