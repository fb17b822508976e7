// What a field's definition asks of its value: type, options, required rule, validators. Compiled once, with a problem for
// everything that cannot be understood. [validation.required]

import {
  addProblem,
  type DefinitionPath,
  type DefinitionProblem,
  type RemoteRule,
  readCondition,
  readExpression,
} from '../definition/definition-problems.ts';
import type { ElementOf, ElementWith, FieldElement, MessageLevel } from '../definition/form-definition.ts';
import type { Expression } from '../expression/compile.ts';
import { compileFileLimits } from '../validation/file-limits.ts';
import { compileCheck, type Rule } from '../validation/rules.ts';
import { validatorTypes } from '../validation/validator-types.ts';
import { isPlainObject, type ValueType } from '../values/value-type.ts';
import type { CompileTools, FieldStep, RepeatStep, Required } from './form-plan.ts';
import { readOptionList } from './option-list.ts';
import { compileOptions } from './options.ts';
import { hasOptions, hasQuestions, itemTypeOf, valueTypeOf } from './value-type-of.ts';

type FieldParts = Pick<FieldStep, 'value' | 'compute' | 'required' | 'options' | 'rules' | 'remotes' | 'look'>;
type RowParts = Pick<RepeatStep, 'required' | 'rules'>;
/** What the expressions of the rules read. */
type Reads = { readonly reads: readonly (readonly string[])[] };

export function compileField(
  problems: DefinitionProblem[],
  path: DefinitionPath,
  element: FieldElement,
  tools: CompileTools,
): FieldParts & Reads {
  const options = hasOptions(element)
    ? compileOptions(problems, [...path, 'options'], element.options, itemTypeOf(element), tools.expressions)
    : undefined;
  const index = options?.form === 'list' ? options.index : undefined;
  const questions = hasQuestions(element) ? readQuestions(problems, path, element) : undefined;
  const value = valueTypeOf(element, { index, questions })!;
  const required = readRequired(problems, [...path, 'reqValidator'], element.reqValidator, tools);
  const { rules, remotes, used } = readValidators(problems, path, element, value, tools);
  if (value.hasFiles === true) rules.unshift(...compileFileLimits(element));
  if (options?.form === 'expression') used.push(options.expression);
  const compute = element.compute
    ? readExpression(problems, [...path, 'compute'], element.compute, tools.expressions)
    : undefined;
  if (compute) used.push(compute);
  const field = { value, compute, required, options, rules, remotes, reads: readsOf(used, required) };
  return tools.adaptField?.(element, field) ?? field;
}

/** A repeat may be required and have validators on the number of its rows. */
export function compileRowRules(
  problems: DefinitionProblem[],
  path: DefinitionPath,
  element: ElementOf<'cRepeat'>,
  tools: CompileTools,
): RowParts & Reads {
  const required = readRequired(problems, [...path, 'reqValidator'], element.reqValidator, tools);
  const { rules, used } = readValidators(problems, path, element, undefined, tools);
  return { required, rules, reads: readsOf(used, required) };
}

function readsOf(used: readonly Expression[], required: Required | undefined): Reads['reads'] {
  const truth = required?.when;
  return [...used, ...(typeof truth === 'object' ? [truth] : [])].flatMap(({ reads }) => reads);
}

function readQuestions(problems: DefinitionProblem[], path: DefinitionPath, element: ElementOf<'fMatrix'>): string[] {
  const place = [...path, 'matrixQuestions'];
  const list: unknown = element.matrixQuestions ?? [];
  if (!Array.isArray(list)) {
    addProblem(problems, place, 'must be an array');
    return [];
  }
  const options = readOptionList(list, (item) =>
    addProblem(problems, [...place, ...item], 'must be a string or a pair [value, label]'),
  );
  const questions = options.map((option) => String(option.value));
  if (new Set(questions).size < questions.length) addProblem(problems, place, 'contains a duplicate value');
  if (questions.some((question) => question.startsWith('__'))) {
    addProblem(problems, place, 'must not hold values that start with __');
  }
  return questions;
}

function readRequired(
  problems: DefinitionProblem[],
  path: DefinitionPath,
  definition: unknown,
  { expressions }: CompileTools,
): Required | undefined {
  if (definition === undefined || definition === null || definition === false) return undefined;
  if (definition === true) return { when: true, message: undefined, level: 'error' };
  if (!isPlainObject(definition)) {
    addProblem(problems, path, 'must be one of [boolean, object]');
    return undefined;
  }
  const when = readCondition(problems, [...path, 'req'], definition['req'], true, expressions);
  if (when === false) return undefined;
  return { when, message: readMessage(problems, path, definition), level: readLevel(problems, path, definition) };
}

interface Validators {
  readonly rules: Rule[];
  readonly remotes: RemoteRule[];
  readonly used: Expression[];
}

function readValidators(
  problems: DefinitionProblem[],
  path: DefinitionPath,
  element: ElementWith<'validators'>,
  valueType: ValueType | undefined,
  tools: CompileTools,
): Validators {
  const into: Validators = { rules: [], remotes: [], used: [] };
  const list: unknown = element.validators;
  if (list === undefined || list === null) return into;
  if (!Array.isArray(list)) {
    addProblem(problems, [...path, 'validators'], 'must be an array');
    return into;
  }
  for (const [index, item] of list.entries()) {
    const place = [...path, 'validators', index];
    const definition: unknown = typeof item === 'string' ? { type: item } : item;
    if (!isPlainObject(definition)) addProblem(problems, place, 'must be one of [string, object]');
    else if ((validatorTypes as readonly unknown[]).includes(definition['type'])) {
      readValidator(problems, place, definition, valueType, tools, into);
    } else {
      const typePath = typeof item === 'string' ? place : [...place, 'type'];
      addProblem(problems, typePath, `must be one of [${validatorTypes.join(', ')}]`);
    }
  }
  return into;
}

function readValidator(
  problems: DefinitionProblem[],
  path: DefinitionPath,
  definition: Record<string, unknown>,
  valueType: ValueType | undefined,
  { expressions, compilePattern, onPattern }: CompileTools,
  { rules, remotes, used }: Validators,
): void {
  const { type, value } = definition;
  const said = { message: readMessage(problems, path, definition), level: readLevel(problems, path, definition) };
  if (type === 'remote') {
    // Without expressions in it, it never fails.
    const remote = expressions?.compileRemote?.(problems, path, definition, said, expressions);
    if (remote === undefined) return;
    remotes.push(remote);
    if (remote.qs) used.push(remote.qs);
    used.push(remote.res);
    return;
  }
  const source = {
    problems,
    path: [...path, 'value'],
    value,
    valueType,
    expressions,
    compilePattern,
    onPattern,
    used,
  };
  const check = compileCheck(type as string, source);
  if (check !== undefined) rules.push({ message: said.message, level: said.level, check });
}

function readMessage(
  problems: DefinitionProblem[],
  path: DefinitionPath,
  definition: Record<string, unknown>,
): string | undefined {
  const { message } = definition;
  if (message === undefined || message === null || message === '') return undefined;
  if (typeof message === 'string') return message;
  addProblem(problems, [...path, 'message'], 'must be a string');
  return undefined;
}

const levels: readonly unknown[] = ['error', 'warning', 'info', 'success'];

function readLevel(
  problems: DefinitionProblem[],
  path: DefinitionPath,
  definition: Record<string, unknown>,
): MessageLevel {
  const { level } = definition;
  if (level === undefined || level === null) return 'error';
  if (levels.includes(level)) return level as MessageLevel;
  addProblem(problems, [...path, 'level'], `must be one of [${levels.join(', ')}]`);
  return 'error';
}
