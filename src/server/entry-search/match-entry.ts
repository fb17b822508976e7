// Whether an entry is what a search looks for, and its place in a sorted list. The one function that decides: an index only says
// which entries need not be looked at. [entry-search.words] [entry-search.where]
import type { JsonValue } from '../../core/form-definition.ts';
import { compareFolded } from './fold-answer.ts';
import type { Comparison, EntrySearch, Where } from './parse-search.ts';
import type { SearchPath, SearchRow } from './search-paths.ts';

export type MatchEntry = (row: SearchRow) => boolean;

export function entryMatcher({ words, where, paths }: Pick<EntrySearch, 'words' | 'where' | 'paths'>): MatchEntry {
  const searched = [...paths.answers.values()].filter(({ isSearched }) => isSearched);
  const memo = createTextMemo();
  const matchesWhere = where === undefined ? () => true : whereMatcher(where, memo.textsOf);
  const tests = words.map(wordTest);
  return (row) => {
    const isMatch = matchesWhere(row) && (tests.length === 0 || hasWords(row, tests, searched, memo.textsOf));
    memo.forget();
    return isMatch;
  };
}

type TextsOf = (path: SearchPath, item: JsonValue) => readonly string[];

const longText = 500;

/** A long text is folded once for an entry, however many conditions and words look at it. */
function createTextMemo(): { textsOf: TextsOf; forget: () => void } {
  const known = new Map<SearchPath, Map<string, readonly string[]>>();
  return {
    textsOf(path, item) {
      if (typeof item !== 'string' || item.length < longText) return path.type.texts(item);
      const ofPath = known.get(path) ?? new Map<string, readonly string[]>();
      const texts = ofPath.get(item) ?? path.type.texts(item);
      known.set(path, ofPath.set(item, texts));
      return texts;
    },
    forget() {
      if (known.size > 0) known.clear();
    },
  };
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

function hasWords(
  row: SearchRow,
  tests: readonly WordTest[],
  searched: readonly SearchPath[],
  textsOf: TextsOf,
): boolean {
  let left = tests.filter((test) => !test.isNumberOrId(row));
  for (const path of searched) {
    if (left.length === 0) return true;
    for (const item of path.items(row)) {
      const texts = textsOf(path, item);
      left = left.filter(({ word }) => !texts.some((text) => text.includes(word)));
    }
  }
  return left.length === 0;
}

function whereMatcher(where: Where, textsOf: TextsOf): MatchEntry {
  if ('all' in where) {
    const parts = where.all.map((one) => whereMatcher(one, textsOf));
    return (row) => parts.every((matches) => matches(row));
  }
  if ('any' in where) {
    const parts = where.any.map((one) => whereMatcher(one, textsOf));
    return (row) => parts.some((matches) => matches(row));
  }
  const { items } = where.path;
  const matchesItems = itemsMatcher(where, textsOf);
  return (row) => matchesItems(items(row));
}

function itemsMatcher(
  { path, op, keys, text, bound }: Comparison,
  textsOf: TextsOf,
): (items: readonly JsonValue[]) => boolean {
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
      return (items) => items.some((item) => textsOf(path, item).some((one) => one.includes(text)));
    case 'startsWith':
      return (items) => items.some((item) => textsOf(path, item).some((one) => one.startsWith(text)));
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
