// The rules of an element that a JSON Schema can say: literal limits that block. [forms.schema]
import type { Element } from '../../../core/definition/form-definition.ts';
import { readSimplePattern } from '../../../core/text/read-simple-pattern.ts';
import { literalLimit } from '../../../core/validation/rules.ts';
import { callingCode } from '../../../fields/phone/calling-codes.ts';

export interface TextLimits {
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  /** Of the answer as it is stored, and as it may be sent. */
  readonly patterns: readonly TextPattern[];
  /** It is not stored as it is sent: addresses without the blanks around them, phone numbers with their calling codes. */
  readonly isRewritten: boolean;
}

export interface TextPattern {
  readonly stored: string;
  readonly sent: string;
  /** Which numbers, as text, may match. */
  readonly ofNumbers: boolean | { readonly minimum: number; readonly maximum: number };
  readonly matches: (text: string) => boolean;
}

export interface Limits extends TextLimits {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly isInteger: boolean;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
}

interface Rule {
  readonly type: string;
  readonly value?: unknown;
  readonly level?: string;
}

export function limitsOf({ validators = [], phoneCountry }: Pick<Element, 'validators' | 'phoneCountry'>): Limits {
  const all = validators.map((one): Rule => (typeof one === 'string' ? { type: one } : one));
  const rules = all.filter(({ level }) => level === undefined || level === 'error');
  const has = (type: string) => rules.some((rule) => rule.type === type);
  const limits = (type: string) =>
    rules
      .filter((rule) => rule.type === type)
      .map(({ value }) => literalLimit(type, value))
      .filter((limit) => typeof limit === 'number');
  const most = (type: string) => reduce(limits(type), Math.max);
  const least = (type: string) => reduce(limits(type), Math.min);
  const isRewritten = all.some(({ type }) => ['str/email', 'str/url', 'str/phone'].includes(type));
  return {
    minLength: most('str/minLength'),
    maxLength: least('str/maxLength'),
    isRewritten,
    patterns: [
      ...(has('str/email') ? [email] : []),
      ...(has('str/url') ? [webAddress] : []),
      ...(has('str/phone') ? [phone(phoneCountry)] : []),
      ...(isRewritten ? [] : rules.flatMap(({ type, value }) => (type === 'str/pattern' ? samePattern(value) : []))),
    ],
    minimum: most('num/min'),
    maximum: least('num/max'),
    isInteger: has('num/integer'),
    minItems: most('arr/minLength'),
    maxItems: least('arr/maxLength'),
  };
}

function reduce(limits: readonly number[], choose: (one: number, other: number) => number): number | undefined {
  return limits.length === 0 ? undefined : limits.reduce((one, other) => choose(one, other));
}

/** A little less than core asks: lengths, and letters of labels, are not said. */
const around = (pattern: string): TextPattern => ({
  stored: `^${pattern}$`,
  sent: `^\\s*${pattern}\\s*$`,
  ofNumbers: false,
  matches: () => false,
});
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[^\\s@.]+';
const email = around(`${atom}(?:\\.${atom})*@(?:${label}\\.)+[^\\s@.]*[^\\s@.\\d][^\\s@.]*`);
const webAddress = around('[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@:\\\\]\\S*');

/** What people put between the digits of a number, and the digits of other scripts. */
const filler = '[\\s\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069().\\-\\u2010-\\u2015\\u2212/]*';
const digits = (from: number) => `[${from}-9\\u066${from}-\\u0669\\u06f${from}-\\u06f9]`;
const zero = '[0\\u0660\\u06f0]';

/** With a calling code, or without one where the field names a country. One digit more for a zero in parentheses or a trunk code. */
function phone(country: string | undefined): TextPattern {
  const rest = (least: number, most: number) => `(?:${filler}${digits(0)}){${least},${most}}`;
  const abroad = `(?:\\+|${zero}${filler}${zero})${filler}${digits(1)}${rest(6, 15)}`;
  const code = country === undefined ? undefined : callingCode(country);
  const [least, most] = [Math.max(1, 7 - (code?.length ?? 0)), 17 - (code?.length ?? 0)];
  const home = code === undefined ? [] : [rest(least, most)];
  return {
    stored: '^\\+[1-9]\\d{6,14}$',
    sent: `^${filler}(?:${[abroad, ...home].join('|')})${filler}$`,
    ofNumbers: code !== undefined && { minimum: 10 ** (least - 1), maximum: 10 ** most },
    matches: () => false,
  };
}

/** Classes that engines read in different ways: what is a blank, and what a dot leaves out. */
const disputed = /\\[sSwWbBpP]|(?<!\\)\./;

/** A pattern of a form in the words of JSON Schema, where both mean the same by it. */
export function samePattern(source: unknown): TextLimits['patterns'] {
  if (typeof source !== 'string' || disputed.test(source) || readSimplePattern(source) === undefined) return [];
  try {
    const pattern = new RegExp(source, 'u');
    return [
      { stored: source, sent: source, ofNumbers: mayMatchNumbers(source), matches: (text) => pattern.test(text) },
    ];
  } catch {
    return [];
  }
}

/** False where the first character that a pattern asks for begins no number. */
function mayMatchNumbers(source: string): boolean {
  const [, first, next = ''] = /^\^(\[(?:\\.|[^\]\\])+\]|\\?[^[\]()|\\^$*+?{}.])(.{0,2})/.exec(source) ?? [];
  if (first === undefined || /^(?:[*?]|\{0)/.test(next) || source.includes('|')) return true;
  const begins = new RegExp(`^${first}`, 'u');
  return [...'-0123456789'].some((one) => begins.test(one));
}
