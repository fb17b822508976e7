// One page of a set's options out of its chunks, in the order of the list or as searches give them, with or without a term.
// However large the set is, only the page is held. [options-sets.browse]
import { foldText } from '../../core/text/fold-text.ts';
import type { Steps } from '../scheduling/run-in-slices.ts';
import { indexOf } from './index-of.ts';
import type { Option } from './search-index.ts';
import { foldSearched, maxPageLetters } from './search-text.ts';

export type OptionOrder = 'list' | 'score';

/** Where an option is: which chunk, and its number in there. */
export interface OptionPlace {
  readonly position: number;
  readonly index: number;
}

export interface FoundOption extends OptionPlace {
  readonly option: Option;
}

/** The last option of the page before. Its text tells where it went when options before it were removed. */
export interface PageStart extends OptionPlace {
  readonly score: number;
  readonly mark: string;
}

export interface PageRequest {
  readonly order: OptionOrder;
  readonly term: string;
  readonly after: PageStart | undefined;
  readonly limit: number;
}

const optionsPerStep = 128;
/** Of the data of one option; what comes after is not looked at. */
const maxDataLetters = 65_536;

export class OptionPage {
  /** One more than the page has tells that there are more. */
  readonly #found: FoundOption[] = [];
  readonly #request: PageRequest;
  readonly #term: string;
  #matches = 0;
  /** Of what was found. */
  #letters = 0;

  constructor(request: PageRequest) {
    this.#request = request;
    this.#term = foldText(request.term);
  }

  /** In the order of the list the page begins in this chunk; otherwise anywhere. */
  get firstPosition(): number {
    return this.#request.order === 'list' ? (this.#request.after?.position ?? 1) : 1;
  }

  /** In the order of the list nothing that follows belongs to the page any more. */
  get isFull(): boolean {
    return this.#request.order === 'list' && this.hasMore;
  }

  /** How many match, of the chunks that were read. */
  get matches(): number {
    return this.#matches;
  }

  get options(): readonly FoundOption[] {
    return this.hasMore ? this.#found.slice(0, -1) : this.#found;
  }

  /** One option is a page, however long it is. */
  get hasMore(): boolean {
    return this.#found.length > this.#request.limit || (this.#found.length > 1 && this.#letters > maxPageLetters);
  }

  *read(position: number, json: string): Steps<void> {
    const options = JSON.parse(json) as readonly Option[];
    const start = this.#startIn(position, options);
    for (let index = 0; index < options.length && !this.isFull; index++) {
      if (index % optionsPerStep === 0) yield;
      const option = options[index]!;
      if (this.#term !== '' && !matches(option, this.#term)) continue;
      this.#matches += 1;
      const found = { position, index, option };
      if (start === undefined || compare(this.#request.order, found, start) > 0) this.#keep(found);
    }
  }

  /**
   * The last option of the page before may have moved inside its chunk: the nearest one like it is it. When it is gone, what followed it
   * is in its place.
   */
  #startIn(position: number, options: readonly Option[]): PageStart | undefined {
    const { after } = this.#request;
    if (after === undefined || after.position !== position) return after;
    const farthest = Math.max(after.index, options.length - after.index);
    for (let distance = 0; distance <= farthest; distance++) {
      for (const index of [after.index - distance, after.index + distance]) {
        const option = options[index];
        if (option !== undefined && markOf(option) === after.mark) return { ...after, index };
      }
    }
    return { ...after, index: after.index - 1 };
  }

  #keep(found: FoundOption): void {
    const { order, limit } = this.#request;
    const kept = this.#found;
    let at = kept.length;
    while (at > 0 && compare(order, kept[at - 1]!, startOf(found)) > 0) at -= 1;
    if (at > limit) return;
    kept.splice(at, 0, found);
    this.#letters += lettersOf(found);
    while (kept.length > limit + 1 || (kept.length > 2 && this.#letters - lettersOf(kept.at(-1)!) > maxPageLetters)) {
      this.#letters -= lettersOf(kept.pop()!);
    }
  }
}

/** Greater than 0 when the option comes after the start. */
function compare(order: OptionOrder, { position, index, option }: FoundOption, start: PageStart): number {
  const byScore = order === 'score' ? start.score - scoreOf(option) : 0;
  return byScore || position - start.position || index - start.index;
}

export function startOf({ position, index, option }: FoundOption): PageStart {
  return { position, index, score: scoreOf(option), mark: markOf(option) };
}

/** choice: an option without a score ranks as one with score 0. */
function scoreOf({ score = 0 }: Option): number {
  return score;
}

function lettersOf({ option: { value, data } }: FoundOption): number {
  let letters = value.length;
  for (const key in data) letters += key.length + (typeof data[key] === 'string' ? data[key].length : 0);
  return letters;
}

/** The value, or something of it: cursors are short. */
function markOf({ value }: Option): string {
  return value.slice(0, 40);
}

/** What it is called, or what its data has. */
function matches({ value, data }: Option, term: string): boolean {
  if (indexOf(foldSearched(value), term, 0) >= 0) return true;
  let letters = 0;
  for (const key in data) {
    const text = data[key];
    if (text === null || typeof text === 'object') continue;
    const folded = foldSearched(String(text));
    letters += folded.length;
    if (letters > maxDataLetters) return false;
    if (indexOf(folded, term, 0) >= 0) return true;
  }
  return false;
}
