// What a block of entries must have for any of them to match a search: a tree of terms. Whatever terms cannot tell needs nothing.
// [entry-search.all]

import {
  cellsOf,
  emptyTerm,
  equalTerm,
  filledTerm,
  gramCopies,
  hashText,
  numberTerm,
  rangeCopies,
  rangeTerm,
  severalTerm,
  termsOfText,
  valueCopies,
} from './entry-terms.ts';
import { isIdStart, numberOfWord } from './match-entry.ts';
import type { Comparison, EntrySearch, Where } from './parse-search.ts';

export type Need =
  | { readonly all: readonly Need[] }
  | { readonly any: readonly Need[] }
  | NeededTerm
  /** The block may have an id that begins so. */
  | { readonly idStart: string };

export interface NeededTerm {
  readonly term: number;
  readonly copies: number;
}

/** More terms than this cost more than they save. */
const maxTerms = 250;

/** Undefined: any block may have matches. */
export function needsOf({ words, where, paths }: Pick<EntrySearch, 'words' | 'where' | 'paths'>): Need | undefined {
  const budget = { left: maxTerms };
  const isAnswer = (comparison: Comparison) => paths.answers.get(comparison.path.path) === comparison.path;
  const ofWords = words.map((word) => needOfWord(word, budget));
  const ofWhere = where === undefined ? undefined : needOfWhere(where, isAnswer, budget);
  return allOf([...ofWords, ofWhere]);
}

interface Budget {
  left: number;
}

function needOfWord(word: string, budget: Budget): Need | undefined {
  const number = numberOfWord(word);
  const others: Need[] = [
    ...(number === undefined ? [] : [{ term: numberTerm(number), copies: valueCopies }]),
    ...(isIdStart(word) ? [{ idStart: word }] : []),
  ];
  return anyOf([takeTerms(termsOfText(word), budget), ...others]);
}

/** As many of the terms as there is room for: fewer let more blocks pass. */
function takeTerms(terms: readonly number[], budget: Budget): Need | undefined {
  const taken = terms.slice(0, Math.max(0, budget.left));
  budget.left -= taken.length;
  return allOf(taken.map((term) => ({ term, copies: gramCopies })));
}

/** Of alternatives none can be left out. */
function takeAny(terms: readonly number[], copies: number, budget: Budget): Need | undefined {
  if (terms.length > budget.left) return undefined;
  budget.left -= terms.length;
  return { any: terms.map((term) => ({ term, copies })) };
}

function needOfWhere(where: Where, isAnswer: (one: Comparison) => boolean, budget: Budget): Need | undefined {
  if ('all' in where) return needOfAll(where.all, isAnswer, budget);
  if ('any' in where) return anyOf(where.any.map((one) => needOfWhere(one, isAnswer, budget)));
  return isAnswer(where) ? needOfComparison(where, budget) : undefined;
}

function needOfComparison({ path, op, keys, text, bound }: Comparison, budget: Budget): Need | undefined {
  const place = hashText(path.path);
  switch (op) {
    case 'eq':
    case 'in':
      return takeAny(
        [...keys].map((key) => equalTerm(place, key)),
        valueCopies,
        budget,
      );
    case 'contains':
    case 'startsWith':
      return takeTerms(termsOfText(text), budget);
    case 'empty':
      return takeAny([emptyTerm(place)], valueCopies, budget);
    case 'notEmpty':
      return takeAny([filledTerm(place)], valueCopies, budget);
    case 'ne':
      return undefined;
    default:
      return typeof bound === 'number' ? needOfRange(path.path, rangeOf(op, bound), budget) : undefined;
  }
}

type Range = readonly [low: number, high: number];

function rangeOf(op: Comparison['op'], bound: number): Range {
  const isUpper = op === 'lt' || op === 'lte';
  return [isUpper ? Number.NEGATIVE_INFINITY : bound, isUpper ? bound : Number.POSITIVE_INFINITY];
}

function needOfRange(path: string, [low, high]: Range, budget: Budget): Need | undefined {
  const place = hashText(path);
  const cells = low <= high ? cellsOf(low, high) : [];
  const inRange = takeAny(
    cells.map(({ shift, cell }) => rangeTerm(place, shift, cell)),
    rangeCopies,
    budget,
  );
  return anyOf([inRange, { term: severalTerm(place), copies: valueCopies }]);
}

const isRange = (where: Where): where is Comparison =>
  'op' in where &&
  ['lt', 'lte', 'gt', 'gte'].includes(where.op) &&
  typeof where.bound === 'number' &&
  where.path.isSingle;

/** From and to on one value are one range: each by itself would let nearly everything pass. */
function needOfAll(parts: readonly Where[], isAnswer: (one: Comparison) => boolean, budget: Budget): Need | undefined {
  const ranges = new Map<string, Range>();
  const others: Where[] = [];
  for (const part of parts) {
    if (!isRange(part) || !isAnswer(part)) {
      others.push(part);
      continue;
    }
    const [low, high] = rangeOf(part.op, part.bound as number);
    const [least, most] = ranges.get(part.path.path) ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    ranges.set(part.path.path, [Math.max(low, least), Math.min(high, most)]);
  }
  return allOf([
    ...[...ranges].map(([path, range]) => needOfRange(path, range, budget)),
    ...others.map((one) => needOfWhere(one, isAnswer, budget)),
  ]);
}

function allOf(needs: readonly (Need | undefined)[]): Need | undefined {
  const known = needs.filter((need) => need !== undefined);
  return known.length === 0 ? undefined : { all: known };
}

function anyOf(needs: readonly (Need | undefined)[]): Need | undefined {
  return needs.some((need) => need === undefined) ? undefined : { any: needs as Need[] };
}

export function termsIn(need: Need): NeededTerm[] {
  if ('term' in need) return [need];
  if ('idStart' in need) return [];
  return ('all' in need ? need.all : need.any).flatMap(termsIn);
}
