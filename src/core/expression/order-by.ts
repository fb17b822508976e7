// The orderBy filter: a sorted copy by one or more keys. A key is a dotted path with an optional + or -, never an
// expression: it may come from data, and data is not evaluated.

import { type Budget, itemWork, spend } from './budget.ts';
import { getMember, toPrimitive } from './data-value.ts';

interface SortKey {
  readonly path: readonly string[];
  readonly direction: 1 | -1;
}

interface SortItem {
  readonly item: unknown;
  readonly index: number;
  readonly values: readonly unknown[];
}

export function orderBy(
  items: readonly unknown[],
  { by, isReverse }: { by: unknown; isReverse: boolean },
  budget: Budget,
): unknown[] {
  const keys = (Array.isArray(by) ? by : [by]).map((key) => readKey(key, budget));
  const sortItems = items.map((_, index): SortItem => {
    const item = getMember(items, index);
    return { item, index, values: keys.map((key) => readValue(item, key, budget)) };
  });
  const rounds = Math.ceil(Math.log2(items.length + 1));
  for (const { values } of sortItems) {
    for (const value of values) spend(budget, rounds * (2 * itemWork + (typeof value === 'string' ? value.length : 0)));
  }
  sortItems.sort((a, b) => (compareItems(a, b, keys) || a.index - b.index) * (isReverse ? -1 : 1));
  return sortItems.map(({ item }) => item);
}

function readKey(key: unknown, budget: Budget): SortKey {
  const text = String(toPrimitive(key ?? '', budget));
  const name = text.replace(/^[+-]/, '');
  return { path: name === '' ? [] : name.split('.'), direction: text.startsWith('-') ? -1 : 1 };
}

function readValue(item: unknown, { path }: SortKey, budget: Budget): unknown {
  spend(budget, itemWork * (1 + path.length));
  const value = toPrimitive(
    path.reduce<unknown>((holder, name) => getMember(holder, name), item),
    budget,
  );
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function compareItems(a: SortItem, b: SortItem, keys: readonly SortKey[]): number {
  for (let index = 0; index < keys.length; index++) {
    const order = compareValues(a.values[index], b.values[index]);
    if (order !== 0) return order * keys[index]!.direction;
  }
  return 0;
}

// Different kinds sort by the name of the kind, with null and undefined last, as in AngularJS.
function compareValues(a: unknown, b: unknown): number {
  const [rankA, rankB] = [rankOf(a), rankOf(b)];
  if (rankA !== rankB) return rankA < rankB ? -1 : 1;
  return a === b ? 0 : (a as string) < (b as string) ? -1 : (a as string) > (b as string) ? 1 : 0;
}

function rankOf(value: unknown): string {
  return value === undefined ? 'z2' : value === null ? 'z1' : typeof value;
}
