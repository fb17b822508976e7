// The options of a field in their three forms: a list, an expression that returns a list, or an options set, which accepts
// any value. [validation.options] [validation.options.expression] [validation.options.set] [values.option-spelling]

import {
  addProblem,
  type DefinitionPath,
  type DefinitionProblem,
  type ExpressionEngine,
  readExpression,
} from '../definition/definition-problems.ts';
import type { JsonValue } from '../definition/form-definition.ts';
import { affords, budgetKey, maxItems } from '../expression/budget.ts';
import type { Expression, Scope } from '../expression/compile.ts';
import { isPlainObject, type ValueType } from '../values/value-type.ts';
import { evaluateOr } from './evaluate.ts';
import { indexOptions, type Option, type OptionIndex, optionKey, readOptionList } from './option-list.ts';

export type Options = OwnOptions & {
  /** Answers that are none of them are accepted too: see src/fields/choice/other-answer.ts. */
  readonly isOpen?: boolean;
};

type OwnOptions =
  | { readonly form: 'list'; readonly list: readonly Option[]; readonly index: OptionIndex }
  | {
      readonly form: 'expression';
      readonly expression: Expression;
      readonly item: ValueType;
      readonly isOfRow: boolean;
    }
  | { readonly form: 'set'; readonly url: string; readonly qs: Expression | undefined };

export function compileOptions(
  problems: DefinitionProblem[],
  path: DefinitionPath,
  definition: unknown,
  item: ValueType,
  engine: ExpressionEngine | undefined,
): Options | undefined {
  if (definition === undefined || definition === null) return undefined;
  if (Array.isArray(definition)) {
    const list = readOptionList(definition, (place) =>
      addProblem(problems, [...path, ...place], 'must be a string, a pair [value, label] or a group {label, options}'),
    );
    return { form: 'list', list, index: indexOptions(list, item) };
  }
  if (typeof definition === 'string') {
    const expression = readExpression(problems, path, definition, engine);
    const isOfRow = expression?.reads.some(([name]) => name === 'row' || name === '$index' || name === 'value');
    return expression && { form: 'expression', expression, item, isOfRow: isOfRow === true };
  }
  if (!isPlainObject(definition)) {
    addProblem(problems, path, 'must be one of [array, string, object]');
    return undefined;
  }
  const { url, qs } = definition;
  if (typeof url !== 'string' || url === '') {
    addProblem(problems, [...path, 'url'], url === undefined ? 'is required' : 'must be a string');
    return undefined;
  }
  const query = qs === undefined ? undefined : readExpression(problems, [...path, 'qs'], qs, engine);
  return { form: 'set', url, qs: query };
}

/** The options to show. A list that cannot be made is empty; an options set is searched by its address instead. */
export function listOptions(options: Options, scope: Scope): readonly Option[] {
  if (options.form === 'list') return options.list;
  if (options.form === 'set') return [];
  const list = evaluateOr(options.expression, scope, undefined);
  if (!Array.isArray(list)) return [];
  const count = countOptions(list);
  return count <= maxItems && affords(scope[budgetKey], count * optionWork) ? readOptionList(list) : [];
}

/** What making and keeping one option costs. */
const optionWork = 20;

/** A list of an expression may hold the same group many times over. */
function countOptions(list: readonly unknown[]): number {
  return list.reduce<number>((count, item) => {
    const inside = isPlainObject(item) ? item['options'] : undefined;
    return count + (Array.isArray(inside) ? inside.length : 1);
  }, 0);
}

/** The values accepted here, or undefined where any value is. */
export function acceptedValues(options: Options, scope: Scope): OptionIndex | undefined {
  if (options.form === 'list') return options.index;
  return options.form === 'set' ? undefined : indexOptions(listOptions(options, scope), options.item);
}

/** Whether a value that was read is one of the options; of arrays and matrices, every value inside. */
export function isAccepted(value: JsonValue, accepted: OptionIndex): boolean {
  if (typeof value !== 'object') return accepted.has(optionKey(value));
  const values = Array.isArray(value) ? value : Object.values(value!);
  for (const one of values) if (!accepted.has(optionKey(one))) return false;
  return true;
}
