// What the operators of other languages mean in ours. The languages differ where there is no answer (ours is null), in what is a
// text and what a number, and in dates (ours are timestamps as text); whatever is written here gives what the other would give. [forms.import.expressions]
import type { BinaryOperator } from '../core/expression/expression-node.ts';
import { CannotSay } from './cannot-say.ts';
import {
  binary,
  callFn,
  callMethod,
  conditional,
  type Holds,
  isNothing,
  joined,
  list,
  literal,
  literalOf,
  member,
  not,
  type Piece,
} from './pieces.ts';

export const dayMs = 86_400_000;

export function isDate({ holds }: Piece): boolean {
  return holds === 'date' || holds === 'dateTime';
}

export function isList({ holds }: Piece): boolean {
  return holds === 'list' || holds === 'rows';
}

/** An answer that is not there is null, whatever its type; a repeat without rows is an empty list. */
export function empty(value: Piece): Piece {
  return denied(value, 'empty');
}

export function filled(value: Piece): Piece {
  return denied(value, 'filled');
}

function denied(value: Piece, asked: 'empty' | 'filled'): Piece {
  const isAskedEmpty = asked === 'empty';
  const known = literalOf(value);
  if (known !== undefined) return literal((known === '') === isAskedEmpty);
  if (isNothing(value)) return literal(isAskedEmpty);
  if (value.holds === 'rows') {
    const some = binary('>', member(value, 'length'), literal(0), 'bool');
    return isAskedEmpty ? not(some) : some;
  }
  if (value.isAnswer || value.holds === 'bool') {
    return binary(isAskedEmpty ? '==' : '!=', value, literal(null), 'bool');
  }
  // 0 and false are something; '' is not.
  const size = callFn('length', [isList(value) ? value : callFn('toString', [value], 'text')], 'number');
  return binary(isAskedEmpty ? '==' : '>', size, literal(0), 'bool');
}

export function truth(value: Piece): Piece {
  const known = literalOf(value);
  if (known !== undefined) return literal(Boolean(known));
  return isList(value) ? filled(value) : value;
}

export function number(value: Piece): Piece {
  if (value.holds === 'number') return value;
  const known = literalOf(value);
  if (typeof known === 'boolean') return literal(Number(known));
  if (typeof known === 'string' && known.trim() !== '' && Number.isFinite(Number(known))) return literal(Number(known));
  if (isDate(value)) return binary('/', callMethod(value, 'getTime', [], 'number'), literal(dayMs), 'number');
  if (value.holds === 'bool') return conditional(value, literal(1), literal(0));
  if (isList(value)) throw new CannotSay('value');
  return callFn('toNumber', [value], 'number');
}

export function text(value: Piece): Piece {
  const known = literalOf(value);
  if (known !== undefined) return literal(String(known));
  if (value.holds === 'list') return callFn('join', [value, literal(' ')], 'text');
  return value.holds === 'text' && !value.isAnswer ? value : callFn('toString', [value], 'text');
}

export function equal(left: Piece, right: Piece): Piece {
  return compared('==', left, right);
}

export function differ(left: Piece, right: Piece): Piece {
  return compared('!=', left, right);
}

function compared(operator: '==' | '!=', left: Piece, right: Piece): Piece {
  const [known, other] = [literalOf(left), literalOf(right)];
  // biome-ignore lint/suspicious/noDoubleEquals: as the comparison itself would
  if (known !== undefined && other !== undefined) return literal((known == other) === (operator === '=='));
  // The answer first, as people write it.
  if ((known !== undefined || isNothing(left)) && other === undefined) return compared(operator, right, left);
  if (other === '' || isNothing(right)) return operator === '==' ? empty(left) : filled(left);
  // A comparison is true or false already.
  if (left.holds === 'bool' && !left.isAnswer && typeof other === 'boolean') {
    return other === (operator === '==') ? left : not(left);
  }
  // How XPath says that something is not a number.
  if (other === 'NaN' && left.holds !== 'text') return binary(operator, text(left), right, 'bool');
  const [a, b] = alike(left, right);
  return binary(operator, a, b, 'bool');
}

type Order = Extract<BinaryOperator, '<' | '<=' | '>' | '>='>;

/** Without an answer none of them is true. */
export function ordered(operator: Order, left: Piece, right: Piece): Piece {
  const known = literalOf(right);
  if (left.countOf !== undefined && typeof known === 'number') return counted(operator, left.countOf, known);
  const [a, b] = alike(left, right);
  if (isDate(a) || isDate(b) || a.holds === 'time') return binary(operator, a, b, 'bool');
  const [x, y] = [comparable(a), comparable(b)];
  const compared = binary(operator, x, y, 'bool');
  const guards = [
    ...(left.isAnswer && holdsAtZero(operator, 0, literalOf(y)) ? [filled(left)] : []),
    ...(right.isAnswer && holdsAtZero(operator, literalOf(x), 0) ? [filled(right)] : []),
  ];
  return joined('&&', [...guards, compared]);
}

/** As the builder writes it: what is not answered has no length, and none is less than one. */
function counted(operator: Order, answer: Piece, limit: number): Piece {
  const size = member(answer, 'length', 'number');
  const most = operator === '<' ? Math.ceil(limit) - 1 : Math.floor(limit);
  if (operator === '<' || operator === '<=') {
    return most < 0 ? literal(false) : not(binary('>', size, literal(most), 'bool'));
  }
  const least = operator === '>' ? Math.floor(limit) + 1 : Math.ceil(limit);
  return least > 0 ? binary('>=', size, literal(least), 'bool') : literal(true);
}

/** How many a list has. */
export function count(value: Piece): Piece {
  const size = callFn('length', [value], 'number');
  return value.isAnswer && isList(value) ? { ...size, countOf: value } : size;
}

/** A text that is compared with a number is read as one by the comparison itself. */
function comparable(value: Piece): Piece {
  const known = literalOf(value);
  if (value.holds === 'text' && known === undefined) return value;
  return value.holds === 'any' ? value : number(value);
}

/** No answer counts as 0 in a comparison: whether that could make it true. */
function holdsAtZero(operator: Order, left: unknown, right: unknown): boolean {
  if (typeof left !== 'number' || typeof right !== 'number') return true;
  if (operator === '<') return left < right;
  if (operator === '<=') return left <= right;
  return operator === '>' ? left > right : left >= right;
}

/** Both of one kind: a date that is compared with a text, a tick with a word. */
function alike(left: Piece, right: Piece): [Piece, Piece] {
  return [like(left, right), like(right, left)];
}

function like(value: Piece, other: Piece): Piece {
  const known = literalOf(value);
  if (isDate(other) && typeof known === 'string') return dateLiteral(known);
  if (other.holds === 'time' && typeof known === 'string') return timeLiteral(known);
  if (other.holds === 'bool' && known !== undefined) return boolLiteral(known);
  if (other.holds === 'number' && typeof known === 'string') return number(value);
  if (other.isChoice === true && typeof known === 'number') return text(value);
  if (value.holds === 'list' && other.holds !== 'list') return text(value);
  return value;
}

export function dateLiteral(source: string): Piece {
  const [, day, time = ''] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?/.exec(source.trim()) ?? [];
  const found =
    day === undefined ? Number.NaN : Date.parse(`${day}T${(time || '00:00').padEnd(8, ':00').slice(0, 8)}Z`);
  if (Number.isNaN(found)) throw new CannotSay('value');
  return { ...literal(new Date(found).toISOString()), holds: time === '' ? 'date' : 'dateTime' };
}

export function timeLiteral(source: string): Piece {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(source.trim()) ?? [];
  if (hours === undefined) throw new CannotSay('value');
  return { ...literal(`1970-01-01T${hours}:${minutes}:00.000Z`), holds: 'time' };
}

const trueWords = new Set(['true', 'yes', 'ok', '1', 'on']);
const falseWords = new Set(['false', 'no', '0', 'off']);

function boolLiteral(known: string | number | boolean): Piece {
  const word = String(known).trim().toLowerCase();
  if (trueWords.has(word)) return literal(true);
  if (falseWords.has(word)) return literal(false);
  throw new CannotSay('value');
}

/** Whether a list has an item, a text a part. Options are stored as text. */
export function includes(holder: Piece, item: Piece): Piece {
  if (isList(holder)) return callMethod(holder, 'includes', [asOption(item)], 'bool');
  return callMethod(text(holder), 'includes', [text(item)], 'bool');
}

function asOption(item: Piece): Piece {
  return item.holds === 'number' || literalOf(item) !== undefined ? text(item) : item;
}

/** Of a value that is one of several. */
export function oneOf(value: Piece, items: readonly Piece[]): Piece {
  if (items.length === 1) return equal(value, items[0]!);
  const same = items.map((item) => (value.holds === 'number' ? number(item) : like(asOption(item), value)));
  return callMethod(list(same), 'includes', [value], 'bool');
}

/** `a + b` of numbers; a date moves by days, and between two dates there are days. */
export function sum(operator: '+' | '-', left: Piece, right: Piece): Piece {
  if (operator === '-' && isDate(left) && isDate(right)) {
    return binary('/', binary('-', time(left), time(right), 'number'), literal(dayMs), 'number');
  }
  if (isDate(left) && !isDate(right)) {
    const moved = binary(operator, time(left), binary('*', number(right), literal(dayMs), 'number'), 'number');
    return callFn('date', [moved], left.holds);
  }
  return binary(operator, number(left), number(right), 'number');
}

/** Of a date that is not there nothing may be left of the sum either: a product with nothing is not a number. */
function time(date: Piece): Piece {
  return binary('*', callMethod(date, 'getTime', [], 'number'), literal(1), 'number');
}

export function sameKind(pieces: readonly Piece[]): Holds {
  const [first, ...others] = pieces.filter((one) => !isNothing(one)).map(({ holds }) => holds);
  return first !== undefined && others.every((holds) => holds === first) ? first : 'any';
}
