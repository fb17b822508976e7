// What messages see besides what expressions see: all answers as one list. Made by print/answer-scope.ts. [after-actions.answers]
import type { Scope } from '../expression/compile.ts';

/** Where a scope carries the list of all answers; expressions see only texts as names and cannot reach it. */
export const answersKey: unique symbol = Symbol('answers');

export type WriteAnswers = (mode: 'text' | 'html') => string;

export type MessageScope = Scope & { readonly [answersKey]?: WriteAnswers };
