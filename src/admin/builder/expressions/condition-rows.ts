// From rows of tests to an expression and back. Any other expression is left as text.

import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { ExpressionSyntaxError } from '../../../core/expression/errors.ts';
import type { ExpressionNode } from '../../../core/expression/expression-node.ts';
import { parseExpression } from '../../../core/expression/parse.ts';
import type { Operator } from '../../../fields/builder.ts';
import { type ConditionTest, factsOf, isComplete, needsGuard, operatorsFor, writeTest } from './condition-tests.ts';
import type { ExpressionNames, KnownName } from './expression-names.ts';

export interface ConditionRows {
  readonly joined: 'and' | 'or';
  readonly tests: readonly ConditionTest[];
}

/** undefined when no row is complete: half a condition is none. */
export function writeRows({ joined, tests }: ConditionRows): string | undefined {
  const parts = tests.filter(isComplete).map(writeTest);
  return parts.length === 0 ? undefined : parts.join(joined === 'and' ? ' && ' : ' || ');
}

/** undefined for an expression that rows cannot say. */
export function readRows(source: string, names: ExpressionNames): ConditionRows | undefined {
  let node: ExpressionNode;
  try {
    node = parseExpression(source);
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return undefined;
    throw error;
  }
  const alternatives = operands(node, '||').map((part) => readAll(operands(part, '&&'), names));
  if (alternatives.some((tests) => tests === undefined)) return undefined;
  const lists = alternatives as ConditionTest[][];
  if (lists.length === 1) return { joined: 'and', tests: lists[0]! };
  return lists.every((tests) => tests.length === 1) ? { joined: 'or', tests: lists.flat() } : undefined;
}

function operands(node: ExpressionNode, operator: '&&' | '||'): ExpressionNode[] {
  if (node.type !== 'binary' || node.operator !== operator) return [node];
  return [...operands(node.left, operator), ...operands(node.right, operator)];
}

function readAll(nodes: readonly ExpressionNode[], names: ExpressionNames): ConditionTest[] | undefined {
  const tests: ConditionTest[] = [];
  for (const node of nodes) {
    const test = readTest(node, names);
    if (test === undefined) return undefined;
    const before = tests.at(-1);
    const joined = before && join(before, test);
    if (joined !== undefined) tests[tests.length - 1] = joined;
    else tests.push(test);
  }
  return tests;
}

/** `x != null && x < 5` and `x >= 1 && x <= 5` are one test each. */
function join(one: ConditionTest, two: ConditionTest): ConditionTest | undefined {
  if (one.field !== two.field) return undefined;
  const isLimit =
    two.operator === 'less' || two.operator === 'atMost' || two.operator === 'more' || two.operator === 'atLeast';
  if (one.operator === 'filled' && isLimit) {
    const guarded: ConditionTest = { field: two.field, operator: two.operator, values: two.values };
    return two.isBare === true ? guarded : undefined;
  }
  if (one.operator !== 'atLeast' || two.operator !== 'atMost') return undefined;
  const between: ConditionTest = { field: one.field, operator: 'between', values: [...one.values, ...two.values] };
  // One test only where it says the same in the same words: from 0 to -1 needs no guard as one test, and has one as two.
  const written = `${writeTest(one)} && ${writeTest(two)}`;
  return [between, { ...between, isBare: true }].find((test) => writeTest(test) === written);
}

function readTest(node: ExpressionNode, names: ExpressionNames): ConditionTest | undefined {
  if (node.type === 'unary' && node.operator === '!') return readDenied(node.operand, names);
  if (node.type === 'call') return readCall(node, names, ['contains', 'oneOf']);
  if (node.type === 'binary') return readComparison(node, names);
  const field = findField(node, names);
  if (field === undefined) return undefined;
  return testOf(field, isTicked(field) ? 'checked' : isPresent(field) ? 'filled' : undefined, []);
}

function readDenied(node: ExpressionNode, names: ExpressionNames): ConditionTest | undefined {
  if (node.type === 'call') return readCall(node, names, ['lacks', 'noneOf']);
  if (node.type === 'binary') {
    const size = node.operator === '>' ? readLength(node, names) : undefined;
    if (size === undefined) return undefined;
    if (size.field.kind === 'rows' && size.count === 0) return testOf(size.field, 'empty', []);
    return testOf(size.field, 'countAtMost', [size.count]);
  }
  const field = findField(node, names);
  if (field === undefined) return undefined;
  return testOf(field, isTicked(field) ? 'unchecked' : isPresent(field) ? 'empty' : undefined, []);
}

function isTicked(field: KnownName): boolean {
  return operatorsFor(field).includes('checked');
}

/** Kinds of which every value is true-like, so that `model.x` says whether there is one. */
function isPresent({ kind, options }: KnownName): boolean {
  const { isTruthy = false } = factsOf(kind);
  return isTruthy === 'options' ? options?.every(({ value }) => Boolean(value)) === true : isTruthy;
}

function readCall(
  { callee, args }: Extract<ExpressionNode, { type: 'call' }>,
  names: ExpressionNames,
  [contains, oneOf]: readonly [Operator, Operator],
): ConditionTest | undefined {
  const [argument] = args;
  if (callee.type !== 'member' || callee.name !== 'includes' || args.length !== 1 || argument === undefined)
    return undefined;
  if (callee.object.type === 'array') {
    const field = findField(argument, names);
    const values = callee.object.items.map(findLiteral);
    if (field === undefined || values.some((value) => value === undefined)) return undefined;
    return testOf(field, oneOf, values as JsonValue[]);
  }
  const field = findField(callee.object, names);
  const value = findLiteral(argument);
  return field === undefined || value === undefined ? undefined : testOf(field, contains, [value]);
}

type Comparison = Extract<ExpressionNode, { type: 'binary' }>;

const comparisons: Readonly<Record<string, Operator>> = {
  '==': 'is',
  '!=': 'isNot',
  '>': 'more',
  '>=': 'atLeast',
  '<': 'less',
  '<=': 'atMost',
};

function readComparison(node: Comparison, names: ExpressionNames): ConditionTest | undefined {
  const size = readLength(node, names);
  if (size !== undefined) {
    if (size.field.kind === 'rows' && node.operator === '>' && size.count === 0)
      return testOf(size.field, 'filled', []);
    return node.operator === '>=' ? testOf(size.field, 'countAtLeast', [size.count]) : undefined;
  }
  const field = findField(node.left, names);
  const operator = comparisons[node.operator];
  if (field === undefined || operator === undefined) return undefined;
  const isNull = node.right.type === 'literal' && node.right.value === null;
  if (isNull && (operator === 'is' || operator === 'isNot')) {
    return field.kind === 'rows' ? undefined : testOf(field, operator === 'is' ? 'empty' : 'filled', []);
  }
  const value = findLiteral(node.right);
  if (value === undefined) return undefined;
  if (isTicked(field)) return operator === 'is' && value === true ? testOf(field, 'checked', []) : undefined;
  const { input } = factsOf(field.kind);
  if (input === 'date') return fitDate(field, operator, value);
  if (input === 'number' && typeof value !== 'number') return undefined;
  return withBareness(testOf(field, operator, [value]));
}

/** `model.age < 18` without the guard that writing it would add. */
function withBareness(test: ConditionTest | undefined): ConditionTest | undefined {
  return test !== undefined && needsGuard(test) ? { ...test, isBare: true } : test;
}

// Dates are stored as whole timestamps. A day alone means the same only where the missing rest makes no difference.
function fitDate(field: KnownName, operator: Operator, value: JsonValue): ConditionTest | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return testOf(field, operator, [value]);
  const isSame = operator === 'less' || operator === 'atLeast';
  return isSame && /^\d{4}-\d\d-\d\d$/.test(value) ? testOf(field, operator, [`${value}T00:00:00.000Z`]) : undefined;
}

function readLength(
  { left, right }: Comparison,
  names: ExpressionNames,
): { field: KnownName; count: number } | undefined {
  if (left.type !== 'member' || left.name !== 'length') return undefined;
  const field = findField(left.object, names);
  const count = findLiteral(right);
  return field === undefined || typeof count !== 'number' ? undefined : { field, count };
}

function testOf(
  field: KnownName,
  operator: Operator | undefined,
  values: readonly JsonValue[],
): ConditionTest | undefined {
  if (operator === undefined || !operatorsFor(field).includes(operator)) return undefined;
  const test = { field, operator, values };
  return isComplete(test) ? test : undefined;
}

function findField(node: ExpressionNode, { fields }: ExpressionNames): KnownName | undefined {
  const path = pathOf(node);
  return (
    path &&
    fields.find((field) => field.path.length === path.length && field.path.every((step, at) => step === path[at]))
  );
}

function pathOf(node: ExpressionNode): string[] | undefined {
  if (node.type === 'identifier') return [node.name];
  const step = node.type === 'member' ? node.name : node.type === 'index' ? findLiteral(node.key) : undefined;
  if (typeof step !== 'string') return undefined;
  const above = pathOf((node as { object: ExpressionNode }).object);
  return above && [...above, step];
}

function findLiteral(node: ExpressionNode): JsonValue | undefined {
  if (node.type === 'literal') return node.value ?? undefined;
  const isNegative = node.type === 'unary' && node.operator === '-' && node.operand.type === 'literal';
  if (!isNegative) return undefined;
  const { value } = node.operand as { value?: unknown };
  return typeof value === 'number' ? -value : undefined;
}
