// Which validators make sense for an element, and how each is written: as its type alone where there is no more to say.
import type { Element, Validator } from '../../../core/definition/form-definition.ts';
import { valueTypeOf } from '../../../core/plan/value-type-of.ts';
import { builderByKind } from '../../../fields/all/builder.ts';
import { countValidators, type ValidatorType } from '../../../fields/builder.ts';

export function validatorsFor(element: Element): readonly ValidatorType[] {
  if (element.type === 'cRepeat') return [...countValidators, 'expr'];
  const kind = valueTypeOf(element)?.kind;
  return kind === undefined ? [] : builderByKind[kind].validators;
}

export function readValidator(item: string | Validator): Validator {
  return typeof item === 'string' ? { type: item } : item;
}

export function writeValidator(rule: Validator): string | Validator {
  return Object.keys(rule).length === 1 ? rule.type : rule;
}

/** A limit is a value of its own kind, or an expression. */
export function isLimitExpression(value: unknown, type: string): boolean {
  if (typeof value !== 'string' || value === '') return false;
  return type.startsWith('date/') ? !/^\d{4}-\d\d-\d\d/.test(value) : !Number.isFinite(Number(value));
}
