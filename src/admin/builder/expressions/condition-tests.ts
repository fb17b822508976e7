// The tests that a condition can be put together from without writing an expression: which fit a kind of field, and what
// each is as an expression. An empty field counts as "is not" and never as less or more than something.

import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { parseExpression } from '../../../core/expression/parse.ts';
import { printExpression } from '../../../core/expression/print.ts';
import { builderByKind } from '../../../fields/all/builder.ts';
import { countOperators, type KindBuilder, type Operator, presenceOperators } from '../../../fields/builder.ts';
import type { KnownName, NameKind } from './expression-names.ts';

export interface ConditionTest {
  readonly field: KnownName;
  readonly operator: Operator;
  /** None, one, two (between) or any number (one of). */
  readonly values: readonly JsonValue[];
  /** Read from `model.age < 18`, which holds for an empty field too: it stays what it was. */
  readonly isBare?: boolean;
}

const facts: Readonly<Record<NameKind, KindBuilder>> = {
  ...builderByKind,
  rows: { validators: [], operators: [...presenceOperators, ...countOperators] },
  object: { validators: [], operators: [] },
  fact: { validators: [], operators: [] },
};

export function factsOf(kind: NameKind): KindBuilder {
  return facts[kind];
}

export function operatorsFor({ kind, options }: KnownName): readonly Operator[] {
  const { operators, operatorsWithoutOptions = operators } = factsOf(kind);
  // Several values are picked from a list; without one there is nothing to pick from.
  return options?.length ? operators : operatorsWithoutOptions;
}

export type ValueInput = 'none' | 'option' | 'options' | 'text' | 'number' | 'count' | 'date';

/** What the person gives for an operator, and how many of it. */
export function valueInput({ kind, options }: KnownName, operator: Operator): ValueInput {
  if (['checked', 'unchecked', 'filled', 'empty'].includes(operator)) return 'none';
  if (operator === 'countAtLeast' || operator === 'countAtMost') return 'count';
  if (operator === 'oneOf' || operator === 'noneOf') return 'options';
  if (options !== undefined && options.length > 0) return 'option';
  return factsOf(kind).input ?? 'text';
}

export function isComplete({ field, operator, values }: ConditionTest): boolean {
  const input = valueInput(field, operator);
  if (input === 'none') return true;
  const isGiven = (value: JsonValue | undefined) => value !== undefined && value !== '' && value !== null;
  if (input === 'options') return values.some(isGiven);
  return operator === 'between' ? isGiven(values[0]) && isGiven(values[1]) : isGiven(values[0]);
}

/** A complete test as an expression that needs no parentheses beside && and ||. */
export function writeTest(test: ConditionTest): string {
  const { field, operator, values, isBare } = test;
  const name = field.text;
  const [first = null, second = null] = values;
  const guard = isBare !== true && needsGuard(test) ? `${name} != null && ` : '';
  switch (operator) {
    case 'is':
      return `${name} == ${literal(first)}`;
    case 'isNot':
      return `${name} != ${literal(first)}`;
    case 'oneOf':
      return `[${values.map(literal).join(', ')}].includes(${name})`;
    case 'noneOf':
      return `![${values.map(literal).join(', ')}].includes(${name})`;
    case 'contains':
      return `${name}.includes(${literal(first)})`;
    case 'lacks':
      return `!${name}.includes(${literal(first)})`;
    case 'more':
      return `${guard}${name} > ${literal(first)}`;
    case 'atLeast':
      return `${guard}${name} >= ${literal(first)}`;
    case 'less':
      return `${guard}${name} < ${literal(first)}`;
    case 'atMost':
      return `${guard}${name} <= ${literal(first)}`;
    case 'between':
      return `${guard}${name} >= ${literal(first)} && ${name} <= ${literal(second)}`;
    case 'countAtLeast':
      return `${name}.length >= ${literal(first)}`;
    case 'countAtMost':
      return `!(${name}.length > ${literal(first)})`;
    case 'checked':
      return name;
    case 'unchecked':
      return `!${name}`;
    case 'filled':
      return field.kind === 'rows' ? `${name}.length > 0` : `${name} != null`;
    case 'empty':
      return field.kind === 'rows' ? `!(${name}.length > 0)` : `${name} == null`;
  }
}

/** To the language null is 0 beside a number: without a guard an empty age would be less than 18. */
export function needsGuard({ operator, values: [first, second] }: ConditionTest): boolean {
  if (typeof first !== 'number') return false;
  if (operator === 'less') return first > 0;
  if (operator === 'atMost') return first >= 0;
  if (operator === 'more') return first < 0;
  if (operator === 'atLeast') return first <= 0;
  return operator === 'between' && first <= 0 && typeof second === 'number' && second >= 0;
}

function literal(value: JsonValue): string {
  if (typeof value === 'string') return printExpression({ type: 'literal', position: 0, value });
  return printExpression(parseExpression(JSON.stringify(value)));
}
