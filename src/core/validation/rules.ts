// The validators a field may carry, compiled: each checks a value that was read and is not empty, and answers the text of
// its message when the value breaks it. docs/form-language.md lists the types; remote.ts has the one that asks a server.
// [validation.validators] [validation.validators.lengths] [validation.validators.expr]

import { dateValue } from '../../fields/date/value.ts';
import { readNumber } from '../../fields/number/value.ts';
import {
  addProblem,
  type DefinitionPath,
  type DefinitionProblem,
  type ExpressionEngine,
  readExpression,
} from '../definition/definition-problems.ts';
import type { JsonValue, MessageLevel } from '../definition/form-definition.ts';
import { affords, budgetKey } from '../expression/budget.ts';
import type { Expression, Scope } from '../expression/compile.ts';
import { type ItemTexts, itemText, type MessageKey } from '../locale/item-texts.ts';
import { evaluateOr } from '../plan/evaluate.ts';
import type { CompilePattern } from '../text/pattern.ts';
import { invalid, type ValueType } from '../values/value-type.ts';
import { isEmail, isPhone, isWebAddress } from './text-formats.ts';

export interface Rule {
  readonly level: MessageLevel;
  /** The message the form's author wrote, which replaces the default one. */
  readonly message: string | undefined;
  /** The default text of the message when `value` breaks the rule. */
  check(value: JsonValue, scope: Scope, texts: ItemTexts): string | undefined;
}

export interface RuleSource {
  readonly problems: DefinitionProblem[];
  /** The path of the validator's `value`. */
  readonly path: DefinitionPath;
  readonly value: unknown;
  /** The type of the field's values; date limits take its mode. */
  readonly valueType: ValueType | undefined;
  readonly expressions: ExpressionEngine | undefined;
  readonly compilePattern: CompilePattern | undefined;
  /** Takes what a pattern costs, for a definition that nobody has checked yet. */
  readonly onPattern: OnPattern | undefined;
  /** Takes the rule's expression. */
  readonly used: Expression[];
}

export type OnPattern = (path: DefinitionPath, source: string, size: number) => void;

type Check = Rule['check'] | undefined;
/** What a limit is in one entry; undefined where its expression gives none, and the rule then asks nothing. */
type Limit<T> = (scope: Scope) => T | undefined;

/** The check of one validator, or undefined after adding a problem. `remote` is compiled elsewhere. */
export function compileCheck(type: string, source: RuleSource): Check {
  switch (type) {
    case 'str/email':
      return everyText(isEmail, 'email');
    case 'str/url':
      return everyText(isWebAddress, 'url');
    case 'str/phone':
      return everyText(isPhone, 'phone');
    case 'str/minLength':
      return lengthCheck(source, 'minLength', (length, limit) => length >= limit);
    case 'str/maxLength':
      return lengthCheck(source, 'maxLength', (length, limit) => length <= limit);
    case 'str/pattern':
      return patternCheck(source);
    case 'num/min':
      return numberCheck(source, 'min', (number, limit) => number >= limit);
    case 'num/max':
      return numberCheck(source, 'max', (number, limit) => number <= limit);
    case 'num/integer':
      return (value, _, texts) => (Number.isInteger(numberIn(value)) ? undefined : itemText(texts, 'integer'));
    case 'date/min':
      return dateCheck(source, 'dateMin', (date, limit) => date >= limit);
    case 'date/max':
      return dateCheck(source, 'dateMax', (date, limit) => date <= limit);
    case 'arr/minLength':
      return countCheck(source, 'minItems', (count, limit) => count >= limit);
    case 'arr/maxLength':
      return countCheck(source, 'maxItems', (count, limit) => count <= limit);
    default:
      return expressionCheck(source);
  }
}

function everyText(isGood: (text: string) => boolean, key: MessageKey): Check {
  return (value, scope, texts) => (textsIn(value, scope).every(isGood) ? undefined : itemText(texts, key));
}

/** Every rule that asks for texts looks at all of each, and pays for that. */
function textsIn(value: JsonValue, scope: Scope): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap((part) => textsIn(part, scope));
  const text = String(value);
  return affords(scope[budgetKey], textWork + text.length / 4) ? [text] : [];
}

const textWork = 5;

function lengthCheck(source: RuleSource, key: MessageKey, fits: (length: number, limit: number) => boolean): Check {
  return limitedCheck(source, readCount, key, (value, limit, scope) =>
    textsIn(value, scope).every((text) => fits(characterCount(text), limit)),
  );
}

// A character outside the basic plane is two UTF-16 units but one character to the person who typed it.
function characterCount(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at++) if (isPair(text, at)) count--;
  return count;
}

function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

function numberCheck(source: RuleSource, key: MessageKey, fits: (number: number, limit: number) => boolean): Check {
  return limitedCheck(source, readAmount, key, (value, limit) => fits(numberIn(value), limit));
}

function numberIn(value: JsonValue): number {
  const number = readNumber(value);
  return typeof number === 'number' ? number : Number.NaN;
}

function dateCheck(source: RuleSource, key: MessageKey, fits: (date: string, limit: string) => boolean): Check {
  const type = source.valueType?.mode ? source.valueType : dateValue('dt');
  const read = (limit: unknown) => readDate(limit, type);
  const shown = (limit: string, { dateText }: ItemTexts) =>
    dateText && type.mode && type === source.valueType
      ? dateText(limit, type.mode)
      : limit.endsWith('T00:00:00.000Z')
        ? limit.slice(0, 10)
        : limit;
  return limitedCheck(source, read, key, (value, limit) => fits(readDate(value, type) ?? '', limit), shown);
}

// Dates as they are stored have one length and one format, so their order is the order of their texts.
function readDate(value: unknown, type: ValueType): string | undefined {
  const text = value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value;
  if (typeof text !== 'string') return undefined;
  const date = type.read(text, { cleanHtml: (html) => html });
  return date === invalid || date === null ? undefined : (date as string);
}

function countCheck(source: RuleSource, key: MessageKey, fits: (count: number, limit: number) => boolean): Check {
  return limitedCheck(source, readCount, key, (value, limit) => fits(Array.isArray(value) ? value.length : 1, limit));
}

function limitedCheck<T extends string | number>(
  source: RuleSource,
  read: (value: unknown) => T | undefined,
  key: MessageKey,
  holds: (value: JsonValue, limit: T, scope: Scope) => boolean,
  shown: (limit: T, texts: ItemTexts) => string | number = (limit) => limit,
): Check {
  const limitOf = compileLimit(source, read);
  if (limitOf === undefined) return undefined;
  return (value, scope, texts) => {
    const limit = limitOf(scope);
    return limit === undefined || holds(value, limit, scope) ? undefined : itemText(texts, key, shown(limit, texts));
  };
}

/** A literal limit, else an expression: '2024-01-01' is a date here, not 2022. */
function compileLimit<T>(source: RuleSource, read: (value: unknown) => T | undefined): Limit<T> | undefined {
  const literal = read(source.value);
  if (literal !== undefined) return () => literal;
  if (typeof source.value !== 'string') {
    const text = source.value === undefined ? 'is required' : 'is not a limit that this validator takes';
    addProblem(source.problems, source.path, text);
    return undefined;
  }
  const expression = readExpression(source.problems, source.path, source.value, source.expressions);
  if (expression === undefined) return undefined;
  source.used.push(expression);
  const limitOf = (scope: Scope) => read(evaluateOr(expression, scope, undefined));
  source.expressions?.checkLimit?.(source, expression, limitOf);
  return limitOf;
}

/** Whether a validator that sets a limit takes it as it is written, and not as an expression. */
export function isLiteralLimit(type: string, value: string): boolean {
  return literalLimit(type, value) !== undefined;
}

/** A limit as it is written; undefined for an expression. */
export function literalLimit(type: string, value: unknown): number | string | undefined {
  if (type.startsWith('date/')) return readDate(value, dateValue('dt'));
  return type.startsWith('num/') ? readAmount(value) : readCount(value);
}

function readAmount(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const number = readNumber(value);
  return typeof number === 'number' ? number : undefined;
}

function readCount(value: unknown): number | undefined {
  const number = readAmount(value);
  return number !== undefined && Number.isInteger(number) && number >= 0 ? number : undefined;
}

function patternCheck(source: RuleSource): Check {
  const { problems, path, value, compilePattern } = source;
  if (typeof value !== 'string') {
    addProblem(problems, path, value === undefined ? 'is required' : 'must be a string');
    return undefined;
  }
  if (compilePattern === undefined) {
    // A pattern that nobody checks would let bad values pass in silence.
    addProblem(problems, path, 'needs a pattern engine: give compileForm its compilePattern');
    return undefined;
  }
  const pattern = compilePattern(value);
  if ('problem' in pattern) {
    addProblem(problems, path, `must be a valid pattern: ${pattern.problem}`);
    return undefined;
  }
  source.onPattern?.(path, value, pattern.size);
  const longest = longestTextFor(pattern.size);
  return (value, scope, texts) => {
    for (const text of textsIn(value, scope)) {
      if (text.length > longest) return itemText(texts, 'maxLength', longest);
      if (!affords(scope[budgetKey], patternWork * pattern.size * text.length)) return undefined;
      if (!pattern.test(text)) return itemText(texts, 'pattern');
    }
    return undefined;
  };
}

/** What one instruction of a pattern costs for one character, at worst. */
const patternWork = 2;
/** Instructions times characters of one match: what fits into the budget of a request. */
const maxMatch = 4_000_000;

/** The longest text that a pattern of this size is tried on. */
export function longestTextFor(size: number): number {
  return Math.floor(maxMatch / size);
}

function expressionCheck({ problems, path, value, used, expressions }: RuleSource): Check {
  const expression = value === undefined ? undefined : readExpression(problems, path, value, expressions);
  if (value === undefined) addProblem(problems, path, 'is required');
  if (expression) used.push(expression);
  return (
    expression &&
    ((_, scope, texts) => (evaluateOr(expression, scope, false) ? undefined : itemText(texts, 'invalidValue')))
  );
}
