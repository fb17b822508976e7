// The rules of an element that a JSON Schema can say: literal limits that block. [forms.schema]
import type { Element } from '../../core/form-definition.ts';
import { readSimplePattern } from '../../core/read-simple-pattern.ts';
import { literalLimit } from '../../core/validation/rules.ts';

export interface TextLimits {
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  /** Of the answer as it is stored, and as it may be sent; undefined where that can be said in too many ways. */
  readonly patterns: readonly { readonly stored: string; readonly sent: string | undefined }[];
  /** It is not stored as it is sent: addresses without the blanks around them, phone numbers with their calling codes. */
  readonly isRewritten: boolean;
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

export function limitsOf({ validators = [] }: Pick<Element, 'validators'>): Limits {
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
      ...(has('str/phone') ? [phone] : []),
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

/** Less than core asks: the parts of an address that a pattern can say. */
const around = (pattern: string) => ({ stored: `^${pattern}$`, sent: `^\\s*${pattern}\\s*$` });
const email = around('[^\\s@]+@[^\\s@]+\\.[^\\s@]+');
const webAddress = around('[Hh][Tt][Tt][Pp][Ss]?://\\S+');
const phone = { stored: '^\\+\\d+$', sent: undefined };

/** Classes that engines read in different ways: what is a blank, and what a dot leaves out. */
const disputed = /\\[sSwWbBpP]|(?<!\\)\./;

/** A pattern of a form in the words of JSON Schema, where both mean the same by it. */
function samePattern(source: unknown): TextLimits['patterns'] {
  if (typeof source !== 'string' || disputed.test(source) || readSimplePattern(source) === undefined) return [];
  try {
    new RegExp(source, 'u');
  } catch {
    return [];
  }
  return [{ stored: source, sent: source }];
}
