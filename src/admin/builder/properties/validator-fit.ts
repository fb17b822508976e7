// Which validators make sense for an element, and how each is written: as its type alone where there is no more to say.
import type { Element, Validator } from '../../../core/definition/form-definition.ts';
import { valueTypeOf } from '../../../core/plan/value-type-of.ts';
import type { validatorTypes } from '../../../core/validation/rules.ts';
import type { ValueKind } from '../../../fields/all/kind.ts';

export type ValidatorType = (typeof validatorTypes)[number];

const text: readonly ValidatorType[] = [
  ...(['str/email', 'str/url', 'str/phone'] as const),
  ...(['str/minLength', 'str/maxLength', 'str/pattern'] as const),
];
const amount: readonly ValidatorType[] = ['num/min', 'num/max', 'num/integer'];
const several: readonly ValidatorType[] = ['arr/minLength', 'arr/maxLength'];

const fitting: Readonly<Record<ValueKind, readonly ValidatorType[]>> = {
  text: [...text, 'expr', 'remote'],
  number: [...amount, 'expr', 'remote'],
  rate: ['num/min', 'num/max', 'expr'],
  date: ['date/min', 'date/max', 'expr'],
  choice: ['expr', 'remote'],
  'multi-choice': [...several, 'expr', 'remote'],
  file: several,
  bool: ['expr'],
  color: ['str/pattern', 'expr'],
  doc: ['str/maxLength', 'expr'],
  sign: ['expr'],
  matrix: ['expr'],
};

export function validatorsFor(element: Element): readonly ValidatorType[] {
  if (element.type === 'cRepeat') return [...several, 'expr'];
  const kind = valueTypeOf(element)?.kind;
  return kind === undefined ? [] : fitting[kind];
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
