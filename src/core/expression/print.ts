// The shortest source that parses back to the same tree. Positions are the new source's own.

import type { ExpressionNode, ObjectProperty } from './expression-node.ts';
import { precedenceOf } from './parse.ts';
import { isName } from './tokens.ts';

// How tightly a node holds together; a looser one needs parentheses where a tighter one is expected.
const filter = -1;
const conditional = 0;
const unary = 7;
const postfix = 8;

export function printExpression(node: ExpressionNode): string {
  switch (node.type) {
    case 'literal':
      return printLiteral(node.value);
    case 'identifier':
      return node.name;
    case 'array':
      return `[${printList(node.items)}]`;
    case 'object':
      return `{${node.properties.map(printProperty).join(', ')}}`;
    case 'member':
      return `${printWithin(node.object, postfix)}.${node.name}`;
    case 'index':
      return `${printWithin(node.object, postfix)}[${printExpression(node.key)}]`;
    case 'call':
      return `${printWithin(node.callee, postfix)}(${printList(node.args)})`;
    case 'unary':
      return node.operator + printWithin(node.operand, unary);
    case 'binary': {
      const precedence = precedenceOf[node.operator];
      return `${printWithin(node.left, precedence)} ${node.operator} ${printWithin(node.right, precedence + 1)}`;
    }
    case 'conditional': {
      const [whenTrue, whenFalse] = [node.whenTrue, node.whenFalse].map((part) => printWithin(part, conditional));
      return `${printWithin(node.test, conditional + 1)} ? ${whenTrue} : ${whenFalse}`;
    }
    case 'filter': {
      const args = node.args.map((arg) => `:${printWithin(arg, conditional + 1)}`).join('');
      return `${printExpression(node.input)} | ${node.name}${args}`;
    }
  }
}

function printWithin(node: ExpressionNode, tightness: number): string {
  const text = printExpression(node);
  // A dot after a number would be read as its decimal point.
  const isNumber = node.type === 'literal' && typeof node.value === 'number';
  return tightnessOf(node) < tightness || (isNumber && tightness === postfix) ? `(${text})` : text;
}

function tightnessOf(node: ExpressionNode): number {
  switch (node.type) {
    case 'filter':
      return filter;
    case 'conditional':
      return conditional;
    case 'binary':
      return precedenceOf[node.operator];
    case 'unary':
      return unary;
    default:
      return postfix;
  }
}

function printList(nodes: readonly ExpressionNode[]): string {
  return nodes.map(printExpression).join(', ');
}

function printProperty({ key, value }: ObjectProperty): string {
  const printed = typeof key === 'string' ? (isName(key) ? key : printText(key)) : `[${printExpression(key)}]`;
  return `${printed}: ${printExpression(value)}`;
}

function printLiteral(value: string | number | boolean | null | undefined): string {
  if (typeof value === 'string') return printText(value);
  return value === Number.POSITIVE_INFINITY ? '1e999' : String(value);
}

function printText(text: string): string {
  const escaped = text.replace(/['\\]/g, '\\$&').replace(/[\0-\x1f\x7f\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `'${escaped}'`;
}
