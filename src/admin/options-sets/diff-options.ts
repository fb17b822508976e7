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
  let seen = 0;
  const isStep = () => {
    seen += 1;
    return seen % optionsPerStep === 0;
  };
  const old = new Map<string, ApiOption | Several>();
  for (const option of before) {
    const known = old.get(option.value);
    if (known === undefined) old.set(option.value, option);
    else if (known instanceof Several) known.add(option);
    else old.set(option.value, new Several(known, option));
    if (isStep()) yield seen;
  }
  let same = 0;
  const others: ApiOption[] = [];
  for (const option of after) {
    if (takeSame(old, option)) same += 1;
    else others.push(option);
    if (isStep()) yield seen;
  }
  const added = new Part<ApiOption>();
  const changed = new Part<{ before: ApiOption; after: ApiOption }>();
  for (const option of others) {
    const known = takeAny(old, option);
    if (known === undefined) added.add(option);
    else changed.add({ before: known, after: option });
    if (isStep()) yield seen;
  }
  const removed = new Part<ApiOption>();
  for (const left of old.values())
    for (const option of left instanceof Several ? left.rest() : [left]) removed.add(option);
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

/** Options of one value. There may be thousands of them, so equal ones are found by their text. */
class Several {
  readonly #byText = new Map<string, ApiOption[]>();
  #rest: ApiOption[] | undefined;

  constructor(...options: readonly ApiOption[]) {
    for (const option of options) this.add(option);
  }

  add(option: ApiOption): void {
    const text = textOf(option);
    const equal = this.#byText.get(text);
    if (equal === undefined) this.#byText.set(text, [option]);
    else equal.push(option);
  }

  takeSame(option: ApiOption): boolean {
    return this.#byText.get(textOf(option))?.pop() !== undefined;
  }

  /** Those that no equal one was taken for, the last first. */
  rest(): ApiOption[] {
    this.#rest ??= [...this.#byText.values()].flat().reverse();
    return this.#rest;
  }
}

/** Whether there was one with the same value, score and data; it is then gone. */
function takeSame(old: Map<string, ApiOption | Several>, option: ApiOption): boolean {
  const known = old.get(option.value);
  if (known instanceof Several) return known.takeSame(option);
  return known !== undefined && isSame(known, option) && old.delete(option.value);
}

/** One of the same value, which is then gone. */
function takeAny(old: Map<string, ApiOption | Several>, { value }: ApiOption): ApiOption | undefined {
  const known = old.get(value);
  if (known instanceof Several) return known.rest().pop();
  old.delete(value);
  return known;
}

function textOf({ score, data = {} }: ApiOption): string {
  const keys = Object.keys(data).sort();
  return JSON.stringify([score, keys, keys.map((key) => data[key])]);
}

function isSame(one: ApiOption, other: ApiOption): boolean {
  if (one.score !== other.score) return false;
  const { data = {} } = one;
  const { data: otherData = {} } = other;
  const keys = Object.keys(data);
  return keys.length === Object.keys(otherData).length && keys.every((key) => data[key] === otherData[key]);
}
