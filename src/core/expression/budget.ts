// How much one evaluation may cost. The language has no loops, so walking the tree is bounded by the length of
// the source; what is counted is work on data: characters and items that functions, filters and `+` touch.

import { ExpressionLimitError } from './errors.ts';

export const MAX_WORK = 10_000_000;
export const MAX_TEXT_LENGTH = 2_000_000;
export const MAX_ITEMS = 100_000;
/** Levels of arrays and objects that are turned into text. */
export const MAX_DATA_DEPTH = 200;

export interface Budget {
  work: number;
}

export function spend(budget: Budget, work: number): void {
  budget.work -= work;
  if (budget.work < 0) throw new ExpressionLimitError(`${MAX_WORK} steps of work`);
}

export function checkTextLength(length: number): void {
  if (length > MAX_TEXT_LENGTH) throw new ExpressionLimitError(`${MAX_TEXT_LENGTH} characters of text`);
}

/** Pays for a text before it is made. */
export function spendOnText(budget: Budget, length: number): void {
  checkTextLength(length);
  spend(budget, length);
}

export function checkItemCount(count: number): void {
  if (count > MAX_ITEMS) throw new ExpressionLimitError(`${MAX_ITEMS} items in a list`);
}

/** Pays for a list before it is made. */
export function spendOnItems(budget: Budget, count: number): void {
  checkItemCount(count);
  spend(budget, count);
}

export function checkDataDepth(depth: number): void {
  if (depth > MAX_DATA_DEPTH) throw new ExpressionLimitError(`${MAX_DATA_DEPTH} levels of data`);
}
