// Near matches [options-sets.search.near]: options that the rule does not find but a person may well mean. Words in any order and their beginnings, without
// quotes and hyphens, written as one word or as two, with or without a Hebrew prefix letter; then typing errors, words that sound alike
// in either script, and a keyboard left in the other language. A match has a cost; the order among equal costs is that of the segment.
import { foldText } from '../../core/text/fold-text.ts';
import type { Steps } from '../scheduling/run-in-slices.ts';
import type { Postings } from './data-postings.ts';
import { nearWords, otherKeyboard, soundOf } from './near-words.ts';
import { isInAll } from './rule-search.ts';
import type { SearchWork } from './search-work.ts';
import type { Segment } from './segment.ts';
import { findMistyped, type Mistyped } from './typing-errors.ts';
import { isName, type WordIndex, wordOf } from './word-index.ts';

export interface NearMatch {
  readonly position: number;
  readonly cost: number;
  /** A word that was typed is missing: better than nothing, but only than nothing. */
  readonly isPartial: boolean;
}

export interface NearSearch {
  readonly term: string;
  readonly filters: readonly Postings[];
  readonly limit: number;
  /** Positions that are found already. */
  readonly known: ReadonlySet<number>;
  readonly work: SearchWork;
}

const stepCost = {
  beginning: 0.5,
  beginningInside: 0.8,
  prefixLetter: 0.6,
  sound: 1.9,
  soundBeginning: 2.7,
  typo: 2,
  secondTypo: 1.5,
  typoInBeginning: 0.3,
  otherFirstLetter: 0.3,
  bothTypoAndSound: -0.4,
  /** Above whatever else can come together. */
  missing: 100,
  missingWord: 104,
  missingShortWord: 102,
  extraWord: 0.1,
  otherOrder: 0.15,
  notFirst: 0.1,
  otherName: 0.3,
  splitOrJoined: 0.5,
  otherKeyboard: 1.5,
} as const;

const maxQueryWords = 8;
/** Of one look at a segment; the rarest words come first. */
const maxCandidates = 2_500;
const maxFuzzyWords = 150;
const minTypoLength = 4;
const minSecondTypoLength = 8;
const prefixLetters = 'הובלמכש';

interface Range {
  readonly first: number;
  readonly end: number;
  readonly cost: number;
}

/** A word that was typed, and what it may stand for. */
interface Asked {
  readonly text: string;
  /** -1 when no option has it. */
  readonly exact: number;
  readonly ranges: readonly Range[];
  /** Cost by word, the lowest first. */
  readonly fuzzy: ReadonlyMap<number, number>;
}

const nothing: ReadonlyMap<number, number> = new Map();

/** The near matches in one segment. */
export class NearRun {
  readonly #index: WordIndex;
  readonly #search: NearSearch;
  readonly #folded: string;
  /** Cost by position. */
  readonly #best = new Map<number, number>();
  /** The lowest costs, ascending; no more than are wanted. */
  readonly #lowest: number[] = [];
  #asked: readonly Asked[] = [];
  #candidatesLeft = maxCandidates;

  constructor(segment: Segment, search: NearSearch) {
    this.#index = segment.words;
    this.#search = search;
    this.#folded = foldText(search.term);
  }

  /** Words in any order, their beginnings, other spellings. */
  *look(): Steps<void> {
    this.#asked = yield* this.#lookFor(this.#folded, 0);
  }

  /** What is less likely, and takes longer: typing errors, words that sound alike, the other keyboard. */
  *lookFurther(): Steps<void> {
    const other = otherKeyboard(this.#folded);
    if (other !== undefined) yield* this.#lookFor(other, stepCost.otherKeyboard);
    const fuzzy: Asked[] = [];
    for (const word of this.#asked) {
      fuzzy.push(yield* this.#addFuzzy(word, { isLast: fuzzy.length === this.#asked.length - 1 }));
      yield* this.#stop();
    }
    yield* this.#match(fuzzy, 0, { mayMiss: true });
  }

  /** The best so far, in their order. */
  list(): NearMatch[] {
    const found: NearMatch[] = [];
    // As many as are wanted cost no more than the bound.
    const bound = this.#bound();
    for (const [position, cost] of this.#best)
      if (cost <= bound) found.push({ position, cost, isPartial: cost >= stepCost.missing });
    found.sort((a, b) => a.cost - b.cost || a.position - b.position);
    return found.slice(0, this.#search.limit);
  }

  /** Where it is time to. */
  *#stop(): Steps<void> {
    const { work } = this.#search;
    if (!work.isDone) return;
    yield;
    work.begin();
  }

  *#lookFor(folded: string, cost: number): Steps<readonly Asked[]> {
    const words = nearWords(folded, maxQueryWords);
    const asked = words.map((word, i) => this.#ask(word, { isLast: i === words.length - 1 }));
    const before = this.#best.size;
    yield* this.#match(asked, cost);
    if (this.#best.size === before) {
      yield* this.#lookJoined(words, cost);
      yield* this.#lookSplit(words, asked, { cost, isAcronym: folded.includes('"') });
    }
    return asked;
  }

  /** `isPart`: of a word that was typed as one, so without anything before it. */
  #ask(text: string, { isLast, isPart = false }: { isLast: boolean; isPart?: boolean }): Asked {
    const index = this.#index;
    const first = index.firstFrom(text);
    const exact = index.isEqual(first, text) ? first : -1;
    const ranges: Range[] = [];
    const add = (word: string, cost: number) => {
      const from = index.firstFrom(word);
      const end = index.endOf(word, from);
      if (end > from) ranges.push({ first: from, end, cost });
    };
    const beginning = isLast ? stepCost.beginning : stepCost.beginningInside;
    add(text, beginning);
    if (isHebrew(text) && text.length >= 3 && !isPart) {
      for (const letter of prefixLetters) add(letter + text, stepCost.prefixLetter);
      if (text.length >= 4 && prefixLetters.includes(text[0]!)) add(text.slice(1), stepCost.prefixLetter + 0.1);
    }
    return { text, exact, ranges, fuzzy: nothing };
  }

  /** `bet shemesh` for an option that is written as one word. */
  *#lookJoined(words: readonly string[], cost: number): Steps<void> {
    for (let i = 0; i + 1 < words.length; i++) {
      const joined = words.with(i, words[i]! + words[i + 1]!).toSpliced(i + 1, 1);
      const asked = joined.map((word, at) => this.#ask(word, { isLast: at === joined.length - 1 }));
      if (asked[i]!.ranges.length > 0) yield* this.#match(asked, cost + stepCost.splitOrJoined);
    }
  }

  /** One word for an option that is written as two, or the first letters of its words. */
  *#lookSplit(
    words: readonly string[],
    asked: readonly Asked[],
    how: { cost: number; isAcronym: boolean },
  ): Steps<void> {
    const least = how.isAcronym ? 1 : 2;
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!;
      if (asked[i]!.exact >= 0 || word.length < 2 * least || word.length > 24) continue;
      for (let at = least; at <= word.length - least; at++) {
        const parts = [word.slice(0, at), word.slice(at)].map((part, side) =>
          this.#ask(part, { isLast: side === 1, isPart: true }),
        );
        if (parts.some((part) => part.ranges.length === 0)) continue;
        yield* this.#match([...asked.slice(0, i), ...parts, ...asked.slice(i + 1)], how.cost + stepCost.splitOrJoined);
      }
    }
  }

  *#addFuzzy(asked: Asked, { isLast }: { isLast: boolean }): Steps<Asked> {
    const fuzzy = new Map<number, number>();
    const { text } = asked;
    yield* this.#addTypos(text, isLast, fuzzy);
    const sound = soundOf(text);
    if (sound !== 0) {
      for (const word of this.#index.soundingLike(sound, { isBeginning: false }).subarray(0, maxFuzzyWords)) {
        const typo = fuzzy.get(word);
        fuzzy.set(
          word,
          typo === undefined ? stepCost.sound : Math.min(typo, stepCost.sound) + stepCost.bothTypoAndSound,
        );
      }
      if (isLast && fuzzy.size < maxFuzzyWords) {
        for (const word of this.#index.soundingLike(sound, { isBeginning: true })) {
          if (!fuzzy.has(word)) fuzzy.set(word, stepCost.soundBeginning);
          if (fuzzy.size >= maxFuzzyWords) break;
        }
      }
    }
    return { ...asked, fuzzy: byCost(fuzzy) };
  }

  *#addTypos(text: string, isLast: boolean, fuzzy: Map<number, number>): Steps<void> {
    if (text.length < minTypoLength || digits.test(text)) return;
    const most = text.length < minSecondTypoLength ? 1 : 2;
    const found = yield* findMistyped(this.#index, text, { most, beginnings: isLast, work: this.#search.work });
    const priced = found.map((one) => ({ first: one.first, end: one.end, cost: this.#typoCost(text, one) }));
    priced.sort((a, b) => a.cost - b.cost);
    for (const { first, end, cost } of priced) {
      for (let word = first; word < end; word++) {
        if (fuzzy.size >= maxFuzzyWords) return;
        if (!fuzzy.has(word)) fuzzy.set(word, cost);
      }
    }
  }

  #typoCost(text: string, { first, distance, isBeginning }: Mistyped): number {
    const otherFirst = this.#index.letterOf(first, 0) === text.charCodeAt(0) ? 0 : stepCost.otherFirstLetter;
    const second = distance > 1 ? stepCost.secondTypo : 0;
    return stepCost.typo + second + otherFirst + (isBeginning ? stepCost.typoInBeginning : 0);
  }

  /** Goes through the options that have the rarest of the words, and of the next rarest if one may be missing. */
  *#match(asked: readonly Asked[], cost: number, { mayMiss = false } = {}): Steps<void> {
    if (asked.length === 0) return;
    const present = asked.filter(({ ranges, fuzzy }) => ranges.length > 0 || fuzzy.size > 0);
    const canMiss = mayMiss && asked.length > 1;
    if (present.length < asked.length - (canMiss ? 1 : 0)) return;
    const byCount = present.map((word) => ({ word, count: this.#countOf(word) })).sort((a, b) => a.count - b.count);
    const anchors = canMiss && present.length === asked.length ? byCount.slice(0, 2) : byCount.slice(0, 1);
    for (const { word } of anchors) yield* this.#matchFrom(word, asked, { cost, canMiss });
  }

  #countOf({ ranges, fuzzy }: Asked): number {
    let count = 0;
    for (const { first, end } of ranges) count += this.#index.countOf(first, end);
    for (const word of fuzzy.keys()) count += this.#index.countOf(word, word + 1);
    return count;
  }

  *#matchFrom(anchor: Asked, asked: readonly Asked[], how: { cost: number; canMiss: boolean }): Steps<void> {
    if (anchor.exact >= 0) yield* this.#weighAll(anchor.exact, anchor.exact + 1, asked, how);
    for (const { first, end } of anchor.ranges) yield* this.#weighAll(first, end, asked, how);
    for (const [word, price] of anchor.fuzzy) {
      // Nothing that comes now can be among the best.
      if (how.cost + price >= this.#bound()) return;
      yield* this.#weighAll(word, word + 1, asked, how);
    }
  }

  /** The options that have words of a range. */
  *#weighAll(
    first: number,
    end: number,
    asked: readonly Asked[],
    how: { cost: number; canMiss: boolean },
  ): Steps<void> {
    const options = this.#index.optionsOf(first, end);
    const count = Math.min(options.length, this.#candidatesLeft);
    this.#candidatesLeft -= count;
    for (let i = 0; i < count; i++) {
      this.#weigh(options[i]!, asked, how);
      if (this.#search.work.isDone) yield* this.#stop();
    }
  }

  #weigh(position: number, asked: readonly Asked[], { cost, canMiss }: { cost: number; canMiss: boolean }): void {
    const { known, filters } = this.#search;
    if (known.has(position) || !isInAll(filters, position)) return;
    const { optionWords, optionStarts } = this.#index;
    const last = optionStarts[position + 1]!;
    this.#search.work.add(weighSteps * (1 + asked.length * (last - optionStarts[position]!)));
    let least = never;
    for (let from = optionStarts[position]!; from < last; ) {
      let to = from + 1;
      while (to < last && !isName(optionWords[to]!)) to++;
      const name = isName(optionWords[from]!) ? stepCost.otherName : 0;
      least = Math.min(least, name + costOf(optionWords, { from, to }, asked, canMiss));
      from = to;
    }
    if (least >= never) return;
    const before = this.#best.get(position);
    if (before === undefined) this.#noteCost(cost + least);
    if (before === undefined || cost + least < before) this.#best.set(position, cost + least);
  }

  #noteCost(cost: number): void {
    if (cost >= this.#bound()) return;
    let at = this.#lowest.length;
    while (at > 0 && this.#lowest[at - 1]! > cost) at--;
    this.#lowest.splice(at, 0, cost);
    if (this.#lowest.length > this.#search.limit) this.#lowest.pop();
  }

  /** What a further match must cost less than. */
  #bound(): number {
    return this.#lowest.length < this.#search.limit ? never : this.#lowest.at(-1)!;
  }
}

/** The lowest first, as they mostly are already. */
function byCost(costs: Map<number, number>): ReadonlyMap<number, number> {
  let last = 0;
  for (const cost of costs.values()) {
    if (cost < last) return new Map([...costs].sort(([, a], [, b]) => a - b));
    last = cost;
  }
  return costs;
}

/** What it takes to compare a word with one that was typed. */
const weighSteps = 6;
const never = 1_000;
const digits = /^\d+$/;

function costOf(
  words: Uint32Array,
  { from, to }: { from: number; to: number },
  asked: readonly Asked[],
  canMiss: boolean,
): number {
  let cost = 0;
  let misses = 0;
  let lastAt = -1;
  let isInOrder = true;
  let hasFirst = false;
  for (const one of asked) {
    let least = never;
    let at = -1;
    for (let i = from; i < to && least > 0; i++) {
      const price = priceOf(one, wordOf(words[i]!));
      if (price < least) {
        least = price;
        at = i;
      }
    }
    if (at < 0) {
      if (!canMiss || ++misses > 1) return never;
      cost += one.text.length <= 3 ? stepCost.missingShortWord : stepCost.missingWord;
      continue;
    }
    cost += least;
    if (at < lastAt) isInOrder = false;
    if (at === from) hasFirst = true;
    lastAt = at;
  }
  const extra = Math.min(5, Math.max(0, to - from - asked.length));
  return cost + extra * stepCost.extraWord + (isInOrder ? 0 : stepCost.otherOrder) + (hasFirst ? 0 : stepCost.notFirst);
}

function priceOf({ exact, ranges, fuzzy }: Asked, word: number): number {
  if (word === exact) return 0;
  let least = never;
  for (const { first, end, cost } of ranges) if (word >= first && word < end && cost < least) least = cost;
  if (least < never) return least;
  return fuzzy.get(word) ?? never;
}

function isHebrew(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 0x5d0 && code <= 0x5ea;
}
