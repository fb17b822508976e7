// A part of a set that is searched as one: options that were added together, laid out once and never changed. A set that grows
// has several.
import type { Steps } from '../scheduling/run-in-slices.ts';
import { type DataPostings, DataPostingsDraft } from './data-postings.ts';
import { orderByScore } from './order-by-score.ts';
import { SearchText } from './search-text.ts';
import { Smallest } from './smallest.ts';
import { type WordIndex, WordIndexDraft } from './word-index.ts';

export interface Option {
  readonly value: string;
  readonly score?: number;
  readonly data?: Readonly<Record<string, unknown>>;
  /** For near searches, beside `names` of the data; separated by `|`. Never stored: see other-names.ts. */
  readonly otherNames?: string;
}

export interface Segment {
  readonly size: number;
  readonly bytes: number;
  readonly text: SearchText;
  readonly postings: DataPostings;
  readonly words: WordIndex;
  /** By position, the number of the option in insertion order. */
  readonly order: Uint32Array;
  readonly scores: ScoreRuns;
  /** The first positions of a search without a term. */
  readonly top: readonly number[];
}

/** As many as a search can ask for. */
const topOptions = 250;

const optionsPerStep = 128;
/** Values may be long. */
const lettersPerStep = 16_384;

export class SegmentDraft {
  readonly #values: string[] = [];
  readonly #scores: number[] = [];
  readonly #lengths: number[] = [];
  readonly #data = new DataPostingsDraft();
  readonly #names = new Map<number, string>();

  *add(options: Iterable<Option>): Steps<void> {
    let letters = 0;
    for (const { value, score, data, otherNames } of options) {
      const names = otherNames ?? data?.['names'];
      if (typeof names === 'string') this.#names.set(this.#values.length, names);
      this.#values.push(value);
      this.#lengths.push(value.length);
      // choice: an option without a score ranks as one with score 0.
      this.#scores.push(score ?? 0);
      this.#data.add(data);
      letters += value.length;
      if (this.#values.length % optionsPerStep === 0 || letters >= lettersPerStep) {
        letters = 0;
        yield;
      }
    }
  }

  *finish(): Steps<Segment> {
    const order = yield* orderByScore({ scores: this.#scores, lengths: this.#lengths });
    const text = new SearchText(order.length);
    yield* text.layOut((position) => this.#values[order[position]!]!);
    const postings = yield* this.#data.finish(order);
    const words = yield* this.#indexWords(order, text);
    const scores = yield* ScoreRuns.of(order, this.#scores);
    const top = yield* listTop(order, scores);
    const bytes = text.bytes + postings.bytes + words.bytes + order.byteLength + scores.bytes;
    return { size: order.length, bytes, text, postings, words, order, scores, top };
  }

  *#indexWords(order: Uint32Array, text: SearchText): Steps<WordIndex> {
    const draft = new WordIndexDraft(order.length);
    let letters = 0;
    for (let position = 0; position < order.length; position++) {
      const folded = text.foldedAt(position);
      const names = this.#names.get(order[position]!);
      draft.add(folded, names);
      letters += folded.length + (names?.length ?? 0);
      if (position % optionsPerStep === 0 || letters >= lettersPerStep) {
        letters = 0;
        yield;
      }
    }
    return yield* draft.finish();
  }
}

/** By descending score, in the order they were added. */
function* listTop(order: Uint32Array, scores: ScoreRuns): Steps<number[]> {
  const found: number[] = [];
  let position = 0;
  while (position < order.length && found.length < topOptions) {
    const first = new Smallest(topOptions - found.length);
    for (const end = scores.endAt(position); position < end; position++) {
      first.add(addedKey(order, position));
      if (position % (32 * optionsPerStep) === 0) yield;
    }
    for (const key of first.list()) found.push(positionOfKey(key));
  }
  return found;
}

const positions = 2 ** 21;

/** Smaller for an option that was added earlier. */
export function addedKey(order: Uint32Array, position: number): number {
  return order[position]! * positions + position;
}

export function positionOfKey(key: number): number {
  return key % positions;
}

/** Where in the order each score begins: most sets have few scores, or one. */
export class ScoreRuns {
  readonly #starts: Uint32Array;
  readonly #scores: Float64Array;

  private constructor(starts: readonly number[], scores: readonly number[]) {
    this.#starts = Uint32Array.from(starts);
    this.#scores = Float64Array.from(scores);
  }

  static *of(order: Uint32Array, scores: readonly number[]): Steps<ScoreRuns> {
    const starts: number[] = [];
    const found: number[] = [];
    for (let position = 0; position < order.length; position++) {
      const score = scores[order[position]!]!;
      if (score !== found.at(-1)) {
        starts.push(position);
        found.push(score);
      }
      if (position % (32 * optionsPerStep) === 0) yield;
    }
    starts.push(order.length);
    return new ScoreRuns(starts, found);
  }

  get bytes(): number {
    return this.#starts.byteLength + this.#scores.byteLength;
  }

  scoreAt(position: number): number {
    return this.#scores[this.#runAt(position)]!;
  }

  /** The first position after the run that has this one. */
  endAt(position: number): number {
    return this.#starts[this.#runAt(position) + 1]!;
  }

  #runAt(position: number): number {
    let low = 0;
    let high = this.#scores.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#starts[middle]! <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
