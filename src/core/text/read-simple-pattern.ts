// Reads the part of the pattern language whose meaning no engine disputes: characters, classes, groups, alternatives and
// repeats, with ^ only at the start and $ only at the end of a whole alternative. Anything else, also what is broken, is not
// simple, and left to the engine that knows it all (pattern.ts). [validation.validators.pattern]

import { type CharacterSet, complement, union } from './character-set.ts';

interface NodeFacts {
  /** What it may begin with. */
  readonly first: CharacterSet;
  /** Whether it matches the empty text. */
  readonly isNullable: boolean;
  /** How many characters it can match; Infinity where a repeat has no end. */
  readonly longest: number;
  /** At most as many as the instructions of the other engine. */
  readonly size: number;
}

export type PatternNode = NodeFacts &
  (
    | { readonly kind: 'character'; readonly set: CharacterSet }
    | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
    | { readonly kind: 'choice'; readonly choices: readonly PatternNode[] }
    | { readonly kind: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number }
  );

export interface Alternative {
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  readonly node: PatternNode;
}

/** The alternatives of the whole pattern, or undefined for one that is not simple. */
export function readSimplePattern(source: string): readonly Alternative[] | undefined {
  if (source.length > maxSourceLength) return undefined;
  const reader: Reader = { characters: [...source], at: 0 };
  try {
    const alternatives = [readAlternative(reader)];
    while (take(reader, '|')) alternatives.push(readAlternative(reader));
    return reader.at === reader.characters.length ? alternatives : undefined;
  } catch (error) {
    if (error === notSimple) return undefined;
    throw error;
  }
}

const maxSourceLength = 300;
/** The other engine refuses more. */
const maxCount = 1000;
const notSimple = Symbol('not simple');

interface Reader {
  readonly characters: readonly string[];
  at: number;
}

function take(reader: Reader, wanted: string): boolean {
  const isThere = reader.characters[reader.at] === wanted;
  if (isThere) reader.at++;
  return isThere;
}

function next(reader: Reader): string {
  const character = reader.characters[reader.at++];
  // Half a character means something else to each engine.
  if (character === undefined || /[\ud800-\udfff]/u.test(character)) throw notSimple;
  return character;
}

function readAlternative(reader: Reader): Alternative {
  const isAtStart = take(reader, '^');
  const node = readSequence(reader);
  return { isAtStart, isAtEnd: take(reader, '$'), node };
}

function readSequence(reader: Reader): PatternNode {
  const parts: PatternNode[] = [];
  for (;;) {
    const character = reader.characters[reader.at];
    if (character === undefined || '|)$'.includes(character)) return sequence(parts);
    parts.push(readRepeat(reader, readAtom(reader)));
  }
}

function readAtom(reader: Reader): PatternNode {
  const character = next(reader);
  switch (character) {
    case '(':
      return readGroup(reader);
    case '[':
      return characterIn(readClass(reader));
    case '.':
      return characterIn(complement(one('\n')));
    case '\\':
      return characterIn(readEscape(reader));
  }
  if ('^*+?{}]'.includes(character)) throw notSimple;
  return characterIn(one(character));
}

function readGroup(reader: Reader): PatternNode {
  if (take(reader, '?') && !take(reader, ':')) throw notSimple;
  const choices = [readSequence(reader)];
  while (take(reader, '|')) choices.push(readSequence(reader));
  if (!take(reader, ')')) throw notSimple;
  return choice(choices);
}

function readRepeat(reader: Reader, body: PatternNode): PatternNode {
  const [min, max] = readCounts(reader) ?? [1, 1];
  if (min === 1 && max === 1) return body;
  // `a*?` prefers fewer, which does not change whether a text matches; `a**` is refused.
  take(reader, '?');
  if ('*+?{'.includes(reader.characters[reader.at] ?? ' ') || body.longest === 0) throw notSimple;
  return repeat(body, min, max);
}

function readCounts(reader: Reader): readonly [number, number] | undefined {
  if (take(reader, '*')) return [0, Number.POSITIVE_INFINITY];
  if (take(reader, '+')) return [1, Number.POSITIVE_INFINITY];
  if (take(reader, '?')) return [0, 1];
  if (!take(reader, '{')) return undefined;
  const min = readCount(reader);
  const max = !take(reader, ',')
    ? min
    : reader.characters[reader.at] === '}'
      ? Number.POSITIVE_INFINITY
      : readCount(reader);
  if (!take(reader, '}') || max < min || max === 0) throw notSimple;
  return [min, max];
}

function readCount(reader: Reader): number {
  let digits = '';
  while (/^\d$/.test(reader.characters[reader.at] ?? '')) digits += next(reader);
  if (!/^(0|[1-9]\d{0,3})$/.test(digits) || Number(digits) > maxCount) throw notSimple;
  return Number(digits);
}

const digits: CharacterSet = [[48, 57]];
const classes: Readonly<Record<string, CharacterSet>> = {
  d: digits,
  w: union(digits, range('A', 'Z'), one('_'), range('a', 'z')),
  s: union(range('\t', '\n'), range('\f', '\r'), one(' ')),
};
const controls: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v' };

function readEscape(reader: Reader): CharacterSet {
  const character = next(reader);
  const named = classes[character.toLowerCase()];
  if (named !== undefined) return character in classes ? named : complement(named);
  if (character in controls) return one(controls[character]!);
  if (!/^[!-/:-@[-^`{-~]$/.test(character)) throw notSimple;
  return one(character);
}

function readClass(reader: Reader): CharacterSet {
  const isNegated = take(reader, '^');
  const sets: CharacterSet[] = [];
  let isFirst = true;
  while (isFirst || !take(reader, ']')) {
    const set = readClassItem(reader, isFirst);
    isFirst = false;
    if (reader.characters[reader.at] === '-' && reader.characters[reader.at + 1] !== ']') {
      reader.at++;
      const last = readClassItem(reader, false);
      if (!isOne(set) || !isOne(last) || set[0]![0] > last[0]![0]) throw notSimple;
      sets.push([[set[0]![0], last[0]![0]]]);
      // `a-c-e` is read in more than one way.
      if (reader.characters[reader.at] === '-' && reader.characters[reader.at + 1] !== ']') throw notSimple;
    } else sets.push(set);
  }
  const all = union(...sets);
  return isNegated ? complement(all) : all;
}

function readClassItem(reader: Reader, isFirst: boolean): CharacterSet {
  const character = next(reader);
  if (character === '\\') return readEscape(reader);
  if (character === '[' || character === ']') throw notSimple;
  // As the first or the last a hyphen is itself.
  if (character === '-' && !isFirst && reader.characters[reader.at] !== ']') throw notSimple;
  return one(character);
}

function isOne(set: CharacterSet): boolean {
  return set.length === 1 && set[0]![0] === set[0]![1];
}

function one(character: string): CharacterSet {
  return range(character, character);
}

function range(first: string, last: string): CharacterSet {
  return [[first.codePointAt(0)!, last.codePointAt(0)!]];
}

function characterIn(set: CharacterSet): PatternNode {
  if (set.length === 0) throw notSimple;
  return { kind: 'character', set, first: set, isNullable: false, longest: 1, size: 1 };
}

function sequence(parts: readonly PatternNode[]): PatternNode {
  let first: CharacterSet = [];
  for (const part of [...parts].reverse()) first = part.isNullable ? union(part.first, first) : part.first;
  return {
    kind: 'sequence',
    parts,
    first,
    isNullable: parts.every((part) => part.isNullable),
    longest: parts.reduce((sum, part) => sum + part.longest, 0),
    size: parts.reduce((sum, part) => sum + part.size, 0),
  };
}

function choice(choices: readonly PatternNode[]): PatternNode {
  return {
    kind: 'choice',
    choices,
    first: union(...choices.map(({ first }) => first)),
    isNullable: choices.some(({ isNullable }) => isNullable),
    longest: Math.max(...choices.map(({ longest }) => longest)),
    size: Math.max(...choices.map(({ size }) => size)),
  };
}

function repeat(body: PatternNode, min: number, max: number): PatternNode {
  const size = body.size * Math.max(1, max === Number.POSITIVE_INFINITY ? min : max);
  if (size > maxCount) throw notSimple;
  return {
    kind: 'repeat',
    body,
    min,
    max,
    first: body.first,
    isNullable: min === 0 || body.isNullable,
    longest: body.longest * max,
    size,
  };
}
