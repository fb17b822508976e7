// Whether an entry is what a search looks for, and its place in a sorted list. The one function that decides: an index only says
// which entries need not be looked at. [entry-search.words] [entry-search.where]
import type { JsonValue } from '../../core/definition/form-definition.ts';
import { largeDataLength, mapInSlices, runAtOnce, runInSlices, type Steps } from '../scheduling/run-in-slices.ts';
import type { StoredSearchRow } from '../store/entries/search-rows.ts';
import { compareFolded } from './fold-answer.ts';
import type { Comparison, EntrySearch, Where } from './parse-search.ts';
import type { SearchPath, SearchRow } from './search-paths.ts';

export interface EntryMatcher {
  matches(row: SearchRow): boolean;
  /** The same for an entry of many values, which many conditions may look at. [limits.event-loop] */
  steps(row: SearchRow): Steps<boolean>;
}

type Asked = Pick<EntrySearch, 'words' | 'where' | 'paths' | 'also'>;

export function entryMatcher({ words, where, paths, also }: Asked): EntryMatcher {
  const searched = [...paths.answers.values()].filter(({ isSearched }) => isSearched);
  const memo = createMemo();
  const fits = where === undefined ? undefined : whereMatcher(where, memo);
  const tests = words.map(wordTest);
  return {
    matches(row) {
      const isMatch =
        (fits?.matches(row) ?? true) &&
        (tests.length === 0 || runAtOnce(hasWords(row, tests, searched, memo))) &&
        (also === undefined || runAtOnce(also(row)));
      memo.forget();
      return isMatch;
    },
    *steps(row) {
      memo.keepAll();
      const isMatch =
        (fits === undefined || (yield* fits.steps(row))) &&
        (tests.length === 0 || (yield* hasWords(row, tests, searched, memo))) &&
        (also === undefined || (yield* also(row)));
      memo.forget();
      return isMatch;
    },
  };
}

/** Whether each of the entries matches. A large one has turns of the event loop of its own. */
export async function matchRows(rows: readonly StoredSearchRow[], matcher: EntryMatcher): Promise<boolean[]> {
  if (rows.every(({ bytes }) => bytes <= largeDataLength)) return mapInSlices(rows, matcher.matches);
  const are: boolean[] = [];
  for (const row of rows) are.push(await runInSlices(matcher.steps(row)));
  return are;
}

type TextsOf = (path: SearchPath, item: JsonValue) => readonly string[];

const longText = 500;

interface Memo {
  readonly textsOf: TextsOf;
  readonly orderOf: (path: SearchPath, item: JsonValue) => number | string | undefined;
  /** Short texts too, until `forget`. */
  keepAll(): void;
  forget(): void;
}

/** A long text is folded once for an entry, however many conditions and words look at it; so is every text of a large entry. */
function createMemo(): Memo {
  const texts = new Map<SearchPath, Map<JsonValue, readonly string[]>>();
  const orders = new Map<SearchPath, Map<JsonValue, number | string | undefined>>();
  let isAll = false;
  const remember = <T>(
    known: Map<SearchPath, Map<JsonValue, T>>,
    path: SearchPath,
    item: JsonValue,
    make: () => T,
  ): T => {
    if (!isAll && (typeof item !== 'string' || item.length < longText)) return make();
    let ofPath = known.get(path);
    if (ofPath === undefined) {
      ofPath = new Map();
      known.set(path, ofPath);
    }
    let made = ofPath.get(item);
    if (made === undefined) {
      made = make();
      ofPath.set(item, made);
    }
    return made;
  };
  return {
    textsOf: (path, item) => remember(texts, path, item, () => path.type.texts(item)),
    orderOf: (path, item) => remember(orders, path, item, () => path.type.order(item)),
    keepAll() {
      isAll = true;
    },
    forget() {
      isAll = false;
      if (texts.size > 0) texts.clear();
      if (orders.size > 0) orders.clear();
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

function* hasWords(
  row: SearchRow,
  tests: readonly WordTest[],
  searched: readonly SearchPath[],
  { textsOf }: Memo,
): Steps<boolean> {
  let left = tests.filter((test) => !test.isNumberOrId(row));
  let looked = 0;
  for (const path of searched) {
    if (left.length === 0) return true;
    for (const item of path.items(row)) {
      const texts = textsOf(path, item);
      left = left.filter(({ word }) => !texts.some((text) => text.includes(word)));
      if (++looked % itemsAtOnce === 0) yield;
    }
  }
  return left.length === 0;
}

const itemsAtOnce = 100;

function whereMatcher(where: Where, memo: Memo): EntryMatcher {
  if ('all' in where) return groupMatcher(where.all, false, memo);
  if ('any' in where) return groupMatcher(where.any, true, memo);
  const { items } = where.path;
  const { fits, isNone } = itemTest(where, memo);
  return {
    matches: (row) => items(row).some(fits) !== isNone,
    *steps(row) {
      let looked = 0;
      for (const item of items(row)) {
        if (fits(item)) return !isNone;
        if (++looked % itemsAtOnce === 0) yield;
      }
      yield;
      return isNone;
    },
  };
}

/** The first part with the result that decides ends it. */
function groupMatcher(group: readonly Where[], deciding: boolean, memo: Memo): EntryMatcher {
  const parts = group.map((one) => whereMatcher(one, memo));
  return {
    matches: (row) => parts.some((part) => part.matches(row) === deciding) === deciding,
    *steps(row) {
      for (const part of parts) if ((yield* part.steps(row)) === deciding) return deciding;
      return !deciding;
    },
  };
}

/** What one of the values has to be; with `isNone`, what none may be. */
function itemTest(
  { path, op, keys, text, bound }: Comparison,
  { textsOf, orderOf }: Memo,
): { fits: (item: JsonValue) => boolean; isNone: boolean } {
  const isOneOf = (item: JsonValue) => {
    const key = path.type.key(item);
    return key !== undefined && keys.has(key);
  };
  const isOrdered = (isRight: (difference: number) => boolean) => (item: JsonValue) => {
    const order = orderOf(path, item);
    return order !== undefined && isRight(compareOrder(order, bound));
  };
  const some = (fits: (item: JsonValue) => boolean) => ({ fits, isNone: false });
  switch (op) {
    case 'eq':
    case 'in':
      return some(isOneOf);
    case 'ne':
      return { fits: isOneOf, isNone: true };
    case 'contains':
      return some((item) => textsOf(path, item).some((one) => one.includes(text)));
    case 'startsWith':
      return some((item) => textsOf(path, item).some((one) => one.startsWith(text)));
    case 'empty':
      return { fits: () => true, isNone: true };
    case 'notEmpty':
      return some(() => true);
    case 'lt':
      return some(isOrdered((difference) => difference < 0));
    case 'lte':
      return some(isOrdered((difference) => difference <= 0));
    case 'gt':
      return some(isOrdered((difference) => difference > 0));
    case 'gte':
      return some(isOrdered((difference) => difference >= 0));
  }
}

export function compareOrder(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareFolded(String(a), String(b));
}
