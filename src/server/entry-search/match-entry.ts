// Whether an entry is what a search looks for, and its place in a sorted list. The one function that decides: an index only says
// which entries need not be looked at. [entry-search.words] [entry-search.where]
import type { JsonValue } from '../../core/form-definition.ts';
import { compareFolded } from './fold-answer.ts';
import type { Comparison, EntrySearch, Where } from './parse-search.ts';
import type { SearchPath, SearchRow } from './search-paths.ts';

export type MatchEntry = (row: SearchRow) => boolean;

export function entryMatcher({ words, where, paths }: Pick<EntrySearch, 'words' | 'where' | 'paths'>): MatchEntry {
  const searched = [...paths.answers.values()].filter(({ isSearched }) => isSearched);
  const matchesWhere = where === undefined ? () => true : whereMatcher(where);
  const tests = words.map(wordTest);
  return (row) => matchesWhere(row) && (tests.length === 0 || hasWords(row, tests, searched));
}

interface WordTest {
  readonly word: string;
  isNumberOrId(row: SearchRow): boolean;
}

const numberPattern = /^#?([1-9]\d{0,9})$/;
const idPattern = /^[0-9a-f]{6,24}$/;

/** `12` and `#12` are the entry's number; six characters and more, the beginning of its id. */
export function wordTest(word: string): WordTest {
  const number = numberOfWord(word);
  const isId = isIdStart(word);
  return { word, isNumberOrId: (row) => row.idx === number || (isId && row.id.startsWith(word)) };
}

export function numberOfWord(word: string): number | undefined {
  const found = numberPattern.exec(word)?.[1];
  return found === undefined ? undefined : Number(found);
}

export function isIdStart(word: string): boolean {
  return idPattern.test(word);
}

function hasWords(row: SearchRow, tests: readonly WordTest[], searched: readonly SearchPath[]): boolean {
  let left = tests.filter((test) => !test.isNumberOrId(row));
  for (const { items, type } of searched) {
    if (left.length === 0) return true;
    for (const item of items(row)) {
      const texts = type.texts(item);
      left = left.filter(({ word }) => !texts.some((text) => text.includes(word)));
    }
  }
  return left.length === 0;
}

function whereMatcher(where: Where): MatchEntry {
  if ('all' in where) {
    const parts = where.all.map(whereMatcher);
    return (row) => parts.every((matches) => matches(row));
  }
  if ('any' in where) {
    const parts = where.any.map(whereMatcher);
    return (row) => parts.some((matches) => matches(row));
  }
  const { items } = where.path;
  const matchesItems = itemsMatcher(where);
  return (row) => matchesItems(items(row));
}

function itemsMatcher({ path, op, keys, text, bound }: Comparison): (items: readonly JsonValue[]) => boolean {
  const { type } = path;
  const isOneOf = (item: JsonValue) => {
    const key = type.key(item);
    return key !== undefined && keys.has(key);
  };
  const isOrdered = (fits: (difference: number) => boolean) => (items: readonly JsonValue[]) =>
    items.some((item) => {
      const order = type.order(item);
      return order !== undefined && fits(compareOrder(order, bound));
    });
  switch (op) {
    case 'eq':
    case 'in':
      return (items) => items.some(isOneOf);
    case 'ne':
      return (items) => !items.some(isOneOf);
    case 'contains':
      return (items) => items.some((item) => type.texts(item).some((one) => one.includes(text)));
    case 'startsWith':
      return (items) => items.some((item) => type.texts(item).some((one) => one.startsWith(text)));
    case 'empty':
      return (items) => items.length === 0;
    case 'notEmpty':
      return (items) => items.length > 0;
    case 'lt':
      return isOrdered((difference) => difference < 0);
    case 'lte':
      return isOrdered((difference) => difference <= 0);
    case 'gt':
      return isOrdered((difference) => difference > 0);
    case 'gte':
      return isOrdered((difference) => difference >= 0);
  }
}

export function compareOrder(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareFolded(String(a), String(b));
}
