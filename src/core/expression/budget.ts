// How much evaluating may cost. One budget serves a whole request: reading the entry, relevance, required rules, options,
// validators, templates and after-actions all draw on it, so that a form with thousands of rules costs no more than a form
// with one. It counts steps, never time: the same entry runs out at the same place on every machine.
// [expressions.bounded] [validation.bounded]
//
// One step is the work of about 10 ns on an ordinary server. What takes longer is charged more.

import { ExpressionLimitError } from './errors.ts';

export const maxWork = 5_000_000;
/** What evaluating one node of an expression costs. */
export const nodeWork = 4;
/** What taking one item of a list or one member of an object costs. */
export const itemWork = 5;
/** What reading or writing a date or the digits of a number costs. */
export const formatWork = 150;
export const maxTextLength = 2_000_000;
export const maxItems = 100_000;
/** Levels of arrays and objects that are turned into text. */
export const maxDataDepth = 200;

export interface Budget {
  /** What is left; below zero it has run out. */
  work: number;
  /** The moment of the request in milliseconds: `fn.now()` is the same in all its expressions. */
  readonly now: number;
}

/** Where a scope carries the budget of its request; expressions see only texts as names and cannot reach it. */
export const budgetKey: unique symbol = Symbol('budget');

/** `now` is the clock of the service; without it, that of the machine. */
export function openBudget(now: number = Date.now()): Budget {
  return { work: maxWork, now };
}

/** Pays for work that is about to be done outside expressions; false when there is too little left. */
export function affords(budget: Budget | undefined, work: number): boolean {
  if (budget === undefined) return true;
  budget.work -= work;
  return budget.work >= 0;
}

export function hasRunOut(budget: Budget | undefined): boolean {
  return budget !== undefined && budget.work < 0;
}

export function spend(budget: Budget, work: number): void {
  budget.work -= work;
  if (budget.work < 0) throw new ExpressionLimitError(`${maxWork} steps of work`);
}

export function checkTextLength(length: number): void {
  if (length > maxTextLength) throw new ExpressionLimitError(`${maxTextLength} characters of text`);
}

/** Pays for a text before it is made. */
export function spendOnText(budget: Budget, length: number): void {
  checkTextLength(length);
  spend(budget, length);
}

export function checkItemCount(count: number): void {
  if (count > maxItems) throw new ExpressionLimitError(`${maxItems} items in a list`);
}

/** Pays for a list before it is made. */
export function spendOnItems(budget: Budget, count: number): void {
  checkItemCount(count);
  spend(budget, count);
}

export function checkDataDepth(depth: number): void {
  if (depth > maxDataDepth) throw new ExpressionLimitError(`${maxDataDepth} levels of data`);
}

export type ScopeValues = Readonly<Record<string, unknown>>;
/** A function of `fn`. */
export type ExpressionFunction = (args: readonly unknown[], budget: Budget, scope: ScopeValues) => unknown;
