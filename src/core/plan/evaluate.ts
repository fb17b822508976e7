// Evaluation with a fallback for expressions that hit their limit: core returns messages, it does not throw for data. Once
// the budget of the request has run out nothing more is evaluated, and validate-entry.ts says so.
// [validation.bounded]

import type { Truth } from '../definition/definition-problems.ts';
import { budgetKey, hasRunOut } from '../expression/budget.ts';
import type { Expression, Scope } from '../expression/compile.ts';
import { ExpressionLimitError } from '../expression/errors.ts';

export function evaluateOr<T>(expression: Expression, scope: Scope, onLimit: T): unknown {
  if (hasRunOut(scope[budgetKey])) return onLimit;
  try {
    return expression.evaluate(scope);
  } catch (error) {
    if (error instanceof ExpressionLimitError) return onLimit;
    throw error;
  }
}

export function isTrue(truth: Truth, scope: Scope, onLimit: boolean): boolean {
  return typeof truth === 'boolean' ? truth : Boolean(evaluateOr(truth, scope, onLimit));
}
