// Tables of whole expressions: what they give, what they refuse, where they stop.

import { describe, expect, test } from 'vitest';
import { escapeCases, hostileScope } from '../../../test/cases/escape-cases.ts';
import { expressionCases, syntaxErrorCases } from '../../../test/cases/expression-cases.ts';
import { cpuOf } from '../../../test/support/cpu-time.ts';
import { compileExpression } from './compile.ts';
import { ExpressionLimitError, ExpressionSyntaxError } from './errors.ts';
import { parseExpression } from './parse.ts';
import { printExpression } from './print.ts';

describe('[expressions.language] [expressions.dates] results', () => {
  test.each(expressionCases)('$source', ({ source, scope = {}, result }) => {
    expect(compileExpression(source).evaluate(scope)).toEqual(result);
    expect(compileExpression(printExpression(parseExpression(source))).evaluate(scope)).toEqual(result);
  });
});

describe('[expressions.safe] no way out', () => {
  test.each(escapeCases)('$source', ({ source, result }) => {
    expect(compileExpression(source).evaluate(hostileScope())).toEqual(result);
  });

  test('an inherited or polluted property is not seen', () => {
    const scope = Object.create({ inherited: 1 });
    scope.model = Object.create({ inherited: 1 });
    expect(compileExpression('inherited').evaluate(scope)).toBeUndefined();
    expect(
      compileExpression('model.inherited').evaluate({ model: Object.assign(Object.create(null), {}) }),
    ).toBeUndefined();
    expect(compileExpression('model.inherited').evaluate(scope)).toBeUndefined();
  });

  test('own data named like machinery is data', () => {
    const model = JSON.parse('{"constructor": "builder", "prototype": 1, "toString": 2}');
    expect(compileExpression('model.constructor + model.prototype + model.toString').evaluate({ model })).toBe(
      'builder12',
    );
  });
});

describe('[expressions.errors] syntax errors', () => {
  test.each(syntaxErrorCases)('$source', ({ source, position, message }) => {
    const error = syntaxErrorOf(source);
    expect(error.message).toContain(message);
    expect(error.message).toMatch(/^Expected /);
    expect(error.position).toBe(position);
  });

  test('length, nesting and chains are limited', () => {
    expect(syntaxErrorOf(`'${'a'.repeat(20_000)}'`).message).toContain('20000 characters');
    expect(syntaxErrorOf('('.repeat(10_000)).message).toContain('100 levels');
    expect(syntaxErrorOf('!'.repeat(10_000)).message).toContain('100 levels');
    expect(syntaxErrorOf(`a${'?a:a'.repeat(1000)}`).message).toContain('100 levels');
    expect(syntaxErrorOf(`a${'+a'.repeat(5000)}`).message).toContain('500 operations');
    expect(syntaxErrorOf(`a${'.a'.repeat(5000)}`).message).toContain('500 operations');
    expect(syntaxErrorOf(`a${'()'.repeat(5000)}`).message).toContain('500 operations');
    expect(syntaxErrorOf(`a${'|json'.repeat(3000)}`).message).toContain('500 operations');
  });
});

describe('[expressions.reads] reads', () => {
  test.each([
    [
      'model.age > 18 && row.price',
      [
        ['model', 'age'],
        ['row', 'price'],
      ],
    ],
    ['model.a + model.a', [['model', 'a']]],
    [`model['a b'][0].c`, [['model', 'a b', '0', 'c']]],
    ['model.items[$index].price', [['model', 'items'], ['$index']]],
    ['model[term]', [['model'], ['term']]],
    ['model.name.trim().length', [['model', 'name']]],
    ['fn.sum(model.items, term) | number:value', [['model', 'items'], ['term'], ['value']]],
    ['fn.JSON.stringify([1])', []],
    ['{a: b, [c]: 1}', [['b'], ['c']]],
    ['a ? b : !c', [['a'], ['b'], ['c']]],
  ])('%s', (source, reads) => {
    const expression = compileExpression(source);
    expect(expression.reads).toEqual(reads);
    expect(expression.isConstant).toBe(reads.length === 0);
  });
});

describe('[expressions.bounded] bounded', () => {
  const long = 'a'.repeat(900_000);
  const deep = JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`);
  const scope = { long, other: `${'a'.repeat(450_000)}b`, deep, list: Array.from({ length: 90_000 }, () => 'ab') };

  const bombs = [
    `'a'.repeat(1e9)`,
    `'a'.repeat(1e6).repeat(1e6)`,
    `''.padStart(1e9, 'ab')`,
    `''.padEnd(1 / 0)`,
    `${'('.repeat(30)}long${' + long)'.repeat(30)}`,
    `long.concat(long, long, long)`,
    `long.split('')`,
    `long.replaceAll('a', long)`,
    `long.replaceAll('', 'aaa')`,
    `long.lastIndexOf(other)`,
    `long.includes(other)`,
    `list.join(long)`,
    `list.concat(list)`,
    `[${Array(50).fill('list').join()}].flat()`,
    `[${Array(500).fill('long').join()}].includes(other)`,
    `[${Array(500).fill('list').join()}] | json`,
    `deep | json`,
    `deep + ''`,
    `deep.toString()`,
    `[${Array(2000).fill('+long').join()}]`,
    `[${Array(100).fill('list | orderBy').join()}]`,
  ];
  test.each(bombs.map((source) => ({ source, start: source.slice(0, 60) })))('$start', async ({ source }) => {
    const expression = compileExpression(source);
    const evaluate = () => expect(() => expression.evaluate(scope)).toThrow(ExpressionLimitError);
    expect(await cpuOf(evaluate)).toBeLessThan(5000);
  });

  test('a spent budget is full again for the next evaluation', () => {
    const expression = compileExpression(`'a'.repeat(n)`);
    expect(() => expression.evaluate({ n: 1e9 })).toThrow(ExpressionLimitError);
    for (let round = 0; round < 10; round++) expect(expression.evaluate({ n: 1_500_000 })).toHaveLength(1_500_000);
  });
});

function syntaxErrorOf(source: string): ExpressionSyntaxError {
  try {
    parseExpression(source);
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return error;
    throw error;
  }
  throw new Error(`${source} parses`);
}
