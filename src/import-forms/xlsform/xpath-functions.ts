// The functions that XLSForms call, in our own language. A function that is not here is named in the note.
import { CannotSay } from '../cannot-say.ts';
import {
  count,
  dateLiteral,
  differ,
  equal,
  filled,
  includes,
  isDate,
  isList,
  number,
  text,
  truth,
} from '../meaning.ts';
import {
  at,
  binary,
  callFn,
  callMethod,
  conditional,
  filtered,
  joined,
  list,
  literal,
  literalOf,
  name,
  not,
  nothing,
  type Piece,
  record,
} from '../pieces.ts';
import { dateFormat } from './date-format.ts';
import type { XPathNode } from './parse-xpath.ts';

/** What an expression sees from where it stands. */
export interface XPathScope {
  /** What `.` is. */
  readonly self: Piece | undefined;
  readonly isInRepeat: boolean;
  /** In a filter of options: what an option has in a column of its sheet. */
  column?(name: string): Piece | undefined;
  /** The answer of a question, or the rows of a repeat. */
  find(name: string): Piece;
  /** What people see of the options of a question, by their values. */
  labelsOf(name: string): ReadonlyMap<string, string> | undefined;
}

type Translate = (node: XPathNode, scope: XPathScope) => Piece;

export function callXPath(name: string, args: readonly XPathNode[], scope: XPathScope, translate: Translate): Piece {
  const special = own(specialForms, name);
  if (special !== undefined) return special(args, scope, translate);
  const plain = own(plainFunctions, name);
  if (plain === undefined) throw new CannotSay(reasonFor(name), { name });
  const [least, most, write] = plain;
  if (args.length < least || args.length > most) throw new CannotSay('syntax', { at: 1 });
  return write(args.map((arg) => translate(arg, scope)));
}

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function reasonFor(called: string): 'today' | 'chance' | 'lookup' | 'function' {
  if (called === 'today' || called === 'now') return 'today';
  if (called === 'random' || called === 'uuid' || called === 'once') return 'chance';
  return called === 'instance' || called === 'pulldata' || called === 'search' ? 'lookup' : 'function';
}

type SpecialForm = (args: readonly XPathNode[], scope: XPathScope, translate: Translate) => Piece;

/** Those that look at how their arguments are written. */
const specialForms: Readonly<Record<string, SpecialForm>> = {
  position: ([of], scope) => {
    const isRow = of === undefined || (of.type === 'path' && of.steps.every((step) => step.name === '..'));
    if (!isRow || !scope.isInRepeat) throw new CannotSay('otherRows');
    return binary('+', name('$index', 'number'), literal(1), 'number');
  },
  'jr:choice-name': ([value, question], scope, translate) => {
    if (value === undefined || question?.type !== 'text') throw new CannotSay('lookup');
    const labels = scope.labelsOf(nameIn(question.value));
    if (labels === undefined || labels.size > maxLookup || labels.has('__proto__')) throw new CannotSay('lookup');
    const entries = [...labels].map(([key, label]) => [key, literal(label)] as const);
    return at(record(entries), translate(value, scope), 'text');
  },
  'indexed-repeat': ([value, repeat, index, more], scope, translate) => {
    if (value === undefined || repeat === undefined || index === undefined || more !== undefined) {
      throw new CannotSay('otherRows');
    }
    const rows = translate(value, scope);
    if (rows.holds !== 'rows') throw new CannotSay('otherRows');
    return at(rows, binary('-', number(translate(index, scope)), literal(1), 'number'));
  },
};

const maxLookup = 200;

type PlainFunction = readonly [least: number, most: number, write: (args: readonly Piece[]) => Piece];

const many = 100;
const one = (write: (value: Piece) => Piece): PlainFunction => [1, 1, ([value]) => write(value!)];
const two = (write: (left: Piece, right: Piece) => Piece): PlainFunction => [2, 2, ([a, b]) => write(a!, b!)];

const plainFunctions: Readonly<Record<string, PlainFunction>> = {
  true: [0, 0, () => literal(true)],
  false: [0, 0, () => literal(false)],
  not: one((value) => not(truth(value))),
  boolean: one((value) => not(not(truth(value)))),
  'boolean-from-string': one((value) => joined('||', [equal(value, literal('true')), equal(value, literal('1'))])),
  if: [3, 3, ([test, whenTrue, whenFalse]) => conditional(truth(test!), orNull(whenTrue!), orNull(whenFalse!))],
  coalesce: two((first, second) => conditional(filled(first), first, second)),

  selected: two((answer, option) => (isList(answer) ? includes(answer, option) : selectedIn(answer, option))),
  'count-selected': one((answer) => count(asList(answer))),
  'selected-at': two((answer, index) => at(asList(answer), number(index), 'text')),

  string: one(text),
  number: one(number),
  int: one((value) => {
    const given = number(value);
    return conditional(
      binary('<', given, literal(0), 'bool'),
      callFn('ceil', [given], 'number'),
      callFn('floor', [given], 'number'),
    );
  }),
  round: [1, 2, (args) => callFn('round', args.map(number), 'number')],
  floor: one((value) => callFn('floor', [number(value)], 'number')),
  ceiling: one((value) => callFn('ceil', [number(value)], 'number')),
  abs: one((value) => callFn('abs', [number(value)], 'number')),
  pow: two((base, exponent) => {
    const times = literalOf(exponent);
    if (typeof times !== 'number' || !Number.isInteger(times) || times < 1 || times > 4) {
      throw new CannotSay('function', { name: 'pow' });
    }
    return Array.from({ length: times - 1 }).reduce<Piece>(
      (product) => binary('*', product, number(base), 'number'),
      number(base),
    );
  }),
  min: [1, many, (args) => callFn('min', numbers(args), 'number')],
  max: [1, many, (args) => callFn('max', numbers(args), 'number')],
  sum: one((rows) => callFn('sum', [rowsOf(rows)], 'number')),
  count: one((rows) => count(rowsOf(rows))),

  concat: [1, many, (args) => callFn('join', [list(args.map(joinable)), literal('')], 'text')],
  join: [2, many, ([separator, ...args]) => callFn('join', [joinedList(args), text(separator!)], 'text')],
  'string-length': one((value) => callFn('length', [text(value)], 'number')),
  contains: two((value, part) => callMethod(text(value), 'includes', [text(part)], 'bool')),
  'starts-with': two((value, part) => callMethod(text(value), 'startsWith', [text(part)], 'bool')),
  'ends-with': two((value, part) => callMethod(text(value), 'endsWith', [text(part)], 'bool')),
  substr: [2, 3, ([value, ...places]) => callMethod(text(value!), 'substring', places.map(number), 'text')],
  'substring-before': two((value, part) => {
    return at(callMethod(split(value, part), 'slice', [literal(0), literal(-1)], 'list'), literal(0), 'text');
  }),
  'substring-after': two((value, part) => {
    const rest = callMethod(split(value, part), 'slice', [literal(1)], 'list');
    return callFn('join', [rest, text(part)], 'text');
  }),
  'upper-case': one((value) => callMethod(text(value), 'toUpperCase', [], 'text')),
  'lower-case': one((value) => callMethod(text(value), 'toLowerCase', [], 'text')),

  date: one(asDate),
  'date-time': one(asDate),
  'decimal-date-time': one((value) => number(asDate(value))),
  'format-date': two((value, format) => formatted(value, format)),
  'format-date-time': two((value, format) => formatted(value, format)),
  regex: [2, 2, () => fail('pattern')],
  checklist: [2, many, () => fail('function', 'checklist')],
};

function fail(reason: 'pattern' | 'function', called = ''): never {
  throw new CannotSay(reason, { name: called });
}

function orNull(value: Piece): Piece {
  return literalOf(value) === '' ? nothing() : value;
}

/** One choice: it is the answer, or one of the words of a text. */
function selectedIn(answer: Piece, option: Piece): Piece {
  const known = literalOf(option);
  return equal(answer, typeof known === 'number' ? literal(String(known)) : option);
}

function asList(answer: Piece): Piece {
  return isList(answer) ? answer : callFn('split', [text(answer), literal(' ')], 'list');
}

function rowsOf(value: Piece): Piece {
  if (value.holds !== 'rows') throw new CannotSay('otherRows');
  return value;
}

/** All rows of one question, or several answers. */
function numbers(args: readonly Piece[]): readonly Piece[] {
  const [first] = args;
  if (args.length === 1 && first!.holds === 'rows') return args;
  return args.map(number);
}

function joinedList(args: readonly Piece[]): Piece {
  const [first] = args;
  return args.length === 1 && first!.holds === 'rows' ? first! : list(args.map(joinable));
}

function joinable(value: Piece): Piece {
  if (value.holds === 'rows') throw new CannotSay('otherRows');
  return value.holds === 'list' ? text(value) : value;
}

function split(value: Piece, separator: Piece): Piece {
  return callFn('split', [text(value), text(separator)], 'list');
}

function asDate(value: Piece): Piece {
  const known = literalOf(value);
  if (typeof known === 'string') return dateLiteral(known);
  if (isDate(value)) return value;
  if (value.holds === 'number') throw new CannotSay('function', { name: 'date' });
  return callFn('date', [value], 'date');
}

function formatted(value: Piece, format: Piece): Piece {
  const pattern = literalOf(format);
  if (typeof pattern !== 'string') throw new CannotSay('function', { name: 'format-date' });
  const shown = filtered(asDate(value), 'date', [literal(dateFormat(pattern))], 'text');
  return value.isAnswer ? conditional(differ(value, literal(null)), shown, literal('')) : shown;
}

/** `${ name }` is `name`. */
function nameIn(reference: string): string {
  return reference.replace(/^\$\{/, '').replace(/\}$/, '').trim();
}
