// Properties of random expressions in a scope full of traps: printing and parsing agree, evaluation ends, and
// nothing but JSON values comes out.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileScope } from '../../../test/cases/escape-cases.ts';
import { compileTemplate } from '../text/template.ts';
import { compileExpression } from './compile.ts';
import { ExpressionLimitError, ExpressionSyntaxError } from './errors.ts';
import type { BinaryOperator, ExpressionNode, UnaryOperator } from './expression-node.ts';
import { parseExpression } from './parse.ts';
import { printExpression } from './print.ts';

const names = [
  'model',
  'a',
  'items',
  'fn',
  'JSON',
  'length',
  'constructor',
  '__proto__',
  'toString',
  'func',
  'host',
  'trap',
  'שם',
];
const methods = [
  'stringify',
  'parse',
  'repeat',
  'concat',
  'join',
  'split',
  'flat',
  'sort',
  'replaceAll',
  'padEnd',
  'getTime',
  'call',
];
const filters = ['json', 'date', 'number', 'uppercase', 'lowercase', 'limitTo', 'orderBy'];
const unary: UnaryOperator[] = ['+', '-', '!'];
const binary: BinaryOperator[] = ['*', '/', '%', '+', '-', '<', '>', '<=', '>=', '==', '!=', '===', '!==', '&&', '||'];

const position = 0;
const name = fc.constantFrom(...names, ...methods);
const literal: fc.Arbitrary<ExpressionNode> = fc
  .oneof(
    fc.constantFrom(
      true,
      false,
      null,
      undefined,
      Number.POSITIVE_INFINITY,
      1e9,
      '2024-01-01',
      '__proto__',
      'constructor',
    ),
    fc.nat(),
    fc.double({ min: 0, noNaN: true }).map(Math.abs),
    fc.string({ unit: 'binary' }),
    name,
  )
  .map((value) => ({ type: 'literal', position, value }));

const anyExpression: fc.Arbitrary<ExpressionNode> = fc.letrec<{ node: ExpressionNode }>((tie) => {
  const node = tie('node');
  const nodes = fc.array(node, { maxLength: 3 });
  return {
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      literal,
      name.map((name): ExpressionNode => ({ type: 'identifier', position, name })),
      nodes.map((items): ExpressionNode => ({ type: 'array', position, items })),
      fc
        .array(fc.record({ key: fc.oneof(fc.string(), name, node), value: node }), { maxLength: 3 })
        .map((properties): ExpressionNode => ({ type: 'object', position, properties })),
      fc.record({ object: node, name }).map((parts): ExpressionNode => ({ type: 'member', position, ...parts })),
      fc.record({ object: node, key: node }).map((parts): ExpressionNode => ({ type: 'index', position, ...parts })),
      fc.record({ callee: node, args: nodes }).map((parts): ExpressionNode => ({ type: 'call', position, ...parts })),
      fc
        .record({ operator: fc.constantFrom(...unary), operand: node })
        .map((parts): ExpressionNode => ({ type: 'unary', position, ...parts })),
      fc
        .record({ operator: fc.constantFrom(...binary), left: node, right: node })
        .map((parts): ExpressionNode => ({ type: 'binary', position, ...parts })),
      fc
        .record({ test: node, whenTrue: node, whenFalse: node })
        .map((parts): ExpressionNode => ({ type: 'conditional', position, ...parts })),
      fc
        .record({ name: fc.constantFrom(...filters), input: node, args: nodes })
        .map((parts): ExpressionNode => ({ type: 'filter', position, ...parts })),
    ),
  };
}).node;

describe('[expressions.errors] [expressions.bounded] properties', () => {
  test('what is printed parses to the same tree', () => {
    fc.assert(
      fc.property(anyExpression, (node) => {
        expect(withoutPositions(parseExpression(printExpression(node)))).toEqual(withoutPositions(node));
      }),
      { numRuns: 1000 },
    );
  });

  test('every evaluation ends, throws only the limit, and gives a JSON value or undefined', () => {
    fc.assert(
      fc.property(anyExpression, (node) => {
        const value = evaluateOrStop(printExpression(node));
        expect(['function', 'symbol', 'bigint']).not.toContain(typeof value);
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
        expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
        expect(value).not.toBe(Object.prototype);
      }),
      { numRuns: 3000 },
    );
  });

  test('any text either compiles or is a syntax error inside it', () => {
    const pieces = [
      'a',
      '.',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      ':',
      '?',
      '|',
      'json',
      "'",
      '"',
      '\\',
      '1',
      '=',
      '&&',
      ' ',
      'א',
      '\ud800',
    ];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 }))), (parts) => {
        const source = parts.join('');
        try {
          compileExpression(source);
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionSyntaxError);
          expect((error as ExpressionSyntaxError).position).toBeGreaterThanOrEqual(0);
          expect((error as ExpressionSyntaxError).position).toBeLessThanOrEqual(source.length);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('any expression in a template prints or throws one of the two errors', () => {
    fc.assert(
      fc.property(anyExpression, fc.string(), (node, text) => {
        try {
          const source = `${text}{{ ${printExpression(node)} }}${text}`;
          expect(typeof compileTemplate(source, { mode: 'html' }).render(hostileScope())).toBe('string');
        } catch (error) {
          if (!(error instanceof ExpressionSyntaxError)) expect(error).toBeInstanceOf(ExpressionLimitError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

function evaluateOrStop(source: string): unknown {
  try {
    return compileExpression(source).evaluate(hostileScope());
  } catch (error) {
    expect(error).toBeInstanceOf(ExpressionLimitError);
    return undefined;
  }
}

function withoutPositions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPositions);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'position');
  return Object.fromEntries(entries.map(([key, part]) => [key, withoutPositions(part)]));
}
