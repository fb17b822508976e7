// Options of one chunk that are changed, removed or put between others. Each change names the option that it is about, so that
// nobody changes another one because the list moved meanwhile. [options-sets.change]
import type { Steps } from '../scheduling/run-in-slices.ts';
import type { Option } from './search-index.ts';

export interface OptionChange {
  readonly index: number;
  /** The option as whoever changes it saw it; missing for one that is put in. */
  readonly was?: Option;
  /** Null removes it. */
  readonly option: Option | null;
}

export interface EditedChunk {
  readonly options: readonly Option[];
  /** Those that were changed or put in, and where they are now. */
  readonly written: ReadonlySet<number>;
}

/** Undefined when an option is not there any more, or not as it was. */
export function* editChunk(
  options: readonly Option[],
  changes: readonly OptionChange[],
): Steps<EditedChunk | undefined> {
  const changed = new Map<number, Option | null>();
  const inserted = new Map<number, Option[]>();
  for (const { index, was, option } of changes) {
    if (was === undefined) {
      const at = Math.min(index, options.length);
      inserted.set(at, [...(inserted.get(at) ?? []), option as Option]);
      continue;
    }
    const at = yield* findOption(options, { index, was, taken: changed });
    if (at === undefined) return undefined;
    changed.set(at, option);
  }
  const edited: Option[] = [];
  const written = new Set<number>();
  const write = (option: Option) => written.add(edited.push(option) - 1);
  for (let at = 0; at <= options.length; at++) {
    for (const option of inserted.get(at) ?? []) write(option);
    if (at === options.length) break;
    const option = changed.get(at);
    if (option === undefined) edited.push(options[at]!);
    else if (option !== null) write(option);
  }
  return { options: edited, written };
}

const optionsPerStep = 64;

/** Where it was; or the nearest that is like it, when others before it came or went. */
function* findOption(
  options: readonly Option[],
  { index, was, taken }: { index: number; was: Option; taken: ReadonlyMap<number, unknown> },
): Steps<number | undefined> {
  const farthest = Math.max(index, options.length - index);
  for (let distance = Math.max(0, index - options.length); distance <= farthest; distance++) {
    if (distance % optionsPerStep === optionsPerStep - 1) yield;
    for (const at of distance === 0 ? [index] : [index - distance, index + distance]) {
      const option = options[at];
      if (option !== undefined && !taken.has(at) && isSameOption(option, was)) return at;
    }
  }
  return undefined;
}

export function isSameOption(one: Option, other: Option): boolean {
  if (one.value !== other.value || one.score !== other.score) return false;
  const { data = {} } = one;
  const { data: otherData = {} } = other;
  const keys = Object.keys(data);
  if (keys.length !== Object.keys(otherData).length) return false;
  return keys.every((key) => Object.hasOwn(otherData, key) && data[key] === otherData[key]);
}
