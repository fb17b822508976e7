// What replacing a list by another changes: which options come, which go, which have another score or other data. An option that
// is there twice counts twice.
import type { ApiOption } from '../../api-types/options-sets.ts';

export interface OptionsDiff {
  readonly added: DiffPart<ApiOption>;
  readonly removed: DiffPart<ApiOption>;
  readonly changed: DiffPart<{ readonly before: ApiOption; readonly after: ApiOption }>;
  readonly same: number;
}

export interface DiffPart<Item> {
  readonly count: number;
  /** The first of them. */
  readonly examples: readonly Item[];
}

const maxExamples = 50;
const optionsPerStep = 5_000;

/** Yields how many were looked at. */
export function* diffOptions(
  before: readonly ApiOption[],
  after: readonly ApiOption[],
): Generator<number, OptionsDiff> {
  const old = new Map<string, ApiOption | ApiOption[]>();
  for (const [at, option] of before.entries()) {
    const known = old.get(option.value);
    if (known === undefined) old.set(option.value, option);
    else if (Array.isArray(known)) known.push(option);
    else old.set(option.value, [known, option]);
    if (at % optionsPerStep === optionsPerStep - 1) yield at;
  }
  let same = 0;
  const others: ApiOption[] = [];
  for (const [at, option] of after.entries()) {
    if (take(old, option, (one) => isSame(one, option)) === undefined) others.push(option);
    else same += 1;
    if (at % optionsPerStep === optionsPerStep - 1) yield before.length + at;
  }
  const added = new Part<ApiOption>();
  const changed = new Part<{ before: ApiOption; after: ApiOption }>();
  for (const option of others) {
    const known = take(old, option, () => true);
    if (known === undefined) added.add(option);
    else changed.add({ before: known, after: option });
  }
  const removed = new Part<ApiOption>();
  for (const left of old.values()) for (const option of Array.isArray(left) ? left : [left]) removed.add(option);
  return { added, removed, changed, same };
}

class Part<Item> implements DiffPart<Item> {
  count = 0;
  readonly examples: Item[] = [];

  add(item: Item): void {
    this.count += 1;
    if (this.examples.length < maxExamples) this.examples.push(item);
  }
}

/** One of the same value that the test passes, which is then gone from the others. */
function take(
  old: Map<string, ApiOption | ApiOption[]>,
  { value }: ApiOption,
  test: (option: ApiOption) => boolean,
): ApiOption | undefined {
  const known = old.get(value);
  if (known === undefined) return undefined;
  if (!Array.isArray(known)) {
    if (!test(known)) return undefined;
    old.delete(value);
    return known;
  }
  const at = known.findIndex(test);
  if (at === -1) return undefined;
  const [taken] = known.splice(at, 1);
  if (known.length === 0) old.delete(value);
  return taken;
}

function isSame(one: ApiOption, other: ApiOption): boolean {
  if (one.score !== other.score) return false;
  const { data = {} } = one;
  const { data: otherData = {} } = other;
  const keys = Object.keys(data);
  return keys.length === Object.keys(otherData).length && keys.every((key) => data[key] === otherData[key]);
}
