// What a search finds in a segment by the rule [options-sets.search] [options-sets.search.ties]: options whose folded value contains the folded term, one equal to
// it first, then by descending score. Of equal scores: values that begin with the term, then those of which a word does, then
// the shorter ones. Options are in the order of score and length, so each look through a run of one score stops at the limit.
// A search is steps: where very much has to be looked at, others have their turn in between (search-work.ts).
import type { Steps } from '../scheduling/run-in-slices.ts';
import { hasPosition, indexFrom, type Postings } from './data-postings.ts';
import { indexOf } from './index-of.ts';
import { blockOptions, isWordCode, type SearchText, separator, word } from './search-text.ts';
import type { SearchWork } from './search-work.ts';
import { addedKey, positionOfKey, type Segment } from './segment.ts';
import { Smallest } from './smallest.ts';

export interface RuleSearch {
  readonly term: string;
  /** The folded term, and what else counts as the same. */
  readonly needles: readonly string[];
  readonly filters: readonly Postings[];
  readonly limit: number;
  readonly work: SearchWork;
}

/** What the folded term finds: a final letter at its end is also the letter inside of a word, where people are still typing. */
export function needlesOf(folded: string): string[] {
  const last = folded.charCodeAt(folded.length - 1);
  if (!finalLetters.includes(last)) return [folded];
  // The letter inside of a word follows the final one in the alphabet.
  return [folded, folded.slice(0, -1) + String.fromCharCode(last + 1)];
}

const finalLetters: readonly number[] = Array.from('ךםןףץ', (letter) => letter.charCodeAt(0));

/** No term: by descending score, in the order they were added. */
export function* findTop({ order, scores, top }: Segment, { filters, limit, work }: RuleSearch): Steps<number[]> {
  const [shortest, ...others] = filters;
  if (shortest === undefined) return top.slice(0, limit);
  const found: number[] = [];
  let i = 0;
  while (i < shortest.length && found.length < limit) {
    const end = scores.endAt(shortest[i]!);
    const first = new Smallest(limit - found.length);
    for (; i < shortest.length && shortest[i]! < end; i++) {
      const key = addedKey(order, shortest[i]!);
      work.add(1 + filterSteps * others.length);
      if (work.isDone) {
        yield;
        work.begin();
      }
      if (key < first.bound && isInAll(others, shortest[i]!)) first.add(key);
    }
    for (const key of first.list()) found.push(positionOfKey(key));
  }
  return found;
}

/** choice: options equal to the term to the letter, then those equal when folded. */
export function* findEqual(
  text: SearchText,
  { term, needles, filters, limit, work }: RuleSearch,
): Steps<{ exact: number[]; others: number[] }> {
  const exact: number[] = [];
  const others: number[] = [];
  const folded = needles[0]!;
  let position = text.findEqual(folded);
  while (position !== undefined && exact.length < limit) {
    work.add(equalSteps + filterSteps * filters.length);
    if (work.isDone) {
      yield;
      work.begin();
    }
    const list = text.valueAt(position) === term ? exact : others;
    if (list.length < limit && isInAll(filters, position)) list.push(position);
    position = text.findEqual(folded, position);
  }
  return { exact, others };
}

/** What it takes to look at an option that is equal, at one that was found, and whether it is in the list of a filter. */
const equalSteps = 40;
const findSteps = 40;
const filterSteps = 12;

/** The other options that hold the term, at most as many as are wanted. */
export function* findContaining(segment: Segment, search: RuleSearch, limit: number): Steps<number[]> {
  const found: number[] = [];
  if (limit <= 0) return found;
  const { text, scores } = segment;
  const anywhere = new Finder(text, search, '');
  const finders: Finders = { anywhere, begins: undefined, words: undefined };
  let position = anywhere.next(0, text.size);
  if (position === paused) position = yield* anywhere.goOn(0, text.size);
  while (position >= 0 && found.length < limit) {
    const end = scores.endAt(position);
    if (end > position + 1) yield* collectRun(text, search, finders, { from: position, end, limit }, found);
    else if (placeOf(text, search.needles, position) < Place.equal) found.push(position);
    position = end < text.size ? anywhere.next(end, text.size) : -1;
    if (position === paused) position = yield* anywhere.goOn(end, text.size);
  }
  return found;
}

interface Finders {
  readonly anywhere: Finder;
  begins: Finder | undefined;
  words: Finder | undefined;
}

/** So many finds of one score are put in order; where there are more, each kind is looked for by itself. */
const fewFinds = 100;

function* collectRun(
  text: SearchText,
  search: RuleSearch,
  finders: Finders,
  { from, end, limit }: { from: number; end: number; limit: number },
  found: number[],
): Steps<void> {
  const { anywhere } = finders;
  const byPlace: [number[], number[], number[]] = [[], [], []];
  let finds = 0;
  let position = anywhere.next(from, end);
  if (position === paused) position = yield* anywhere.goOn(from, end);
  // As soon as enough begin with the term, the rest of the run cannot come before them.
  while (position >= 0 && finds < fewFinds && found.length + byPlace[0].length < limit) {
    const place = anywhere.placeOf(position);
    if (place < Place.equal) byPlace[place as 0 | 1 | 2].push(position);
    finds++;
    const after = position + 1;
    position = anywhere.next(after, end);
    if (position === paused) position = yield* anywhere.goOn(after, end);
  }
  const isAll = position < 0 || found.length + byPlace[0].length >= limit;
  const add = (list: readonly number[]) => {
    for (let i = 0; i < list.length && found.length < limit; i++) found.push(list[i]!);
  };
  add(byPlace[0]);
  if (!isAll) {
    finders.begins ??= new Finder(text, search, separator);
    yield* finders.begins.collect(position, end, { place: Place.begins, limit }, found);
  }
  add(byPlace[1]);
  if (!isAll) {
    finders.words ??= new Finder(text, search, word);
    yield* finders.words.collect(position, end, { place: Place.word, limit }, found);
  }
  add(byPlace[2]);
  if (!isAll) yield* anywhere.collect(position, end, { place: Place.inside, limit }, found);
}

export const Place = { begins: 0, word: 1, inside: 2, equal: 3, none: 4 } as const;

/** Where in a value the needles are, at best. */
export function placeOf(text: SearchText, needles: readonly string[], position: number): number {
  // By itself: what is not in this value would be looked for in all that follow in the block.
  const value = text.foldedAt(position);
  let place: number = Place.none;
  for (let i = 0; i < needles.length && place !== Place.begins; i++) {
    const needle = needles[i]!;
    let hit = indexOf(value, needle, 0);
    if (hit === 0) {
      if (i === 0 && value.length === needle.length) return Place.equal;
      place = Place.begins;
      continue;
    }
    for (let hits = 0; hit >= 0 && hits < maxHits; hits++) {
      place = Math.min(place, isWordCode(value.charCodeAt(hit - 1)) ? Place.inside : Place.word);
      if (place === Place.word) break;
      hit = indexOf(value, needle, hit + 1);
    }
  }
  return place;
}

/** In one value: thousands of `a` hold `aaa` very often. */
const maxHits = 32;
const blockShift = Math.log2(blockOptions);

/** Instead of a position: it is time to stop. */
const paused = -3;

/** Goes through the positions that hold a needle, leaping over blocks that cannot, and over what the filters leave out. */
class Finder {
  readonly #text: SearchText;
  readonly #search: RuleSearch;
  readonly #scans: readonly Scan[];
  readonly #shortest: Postings | undefined;
  readonly #others: readonly Postings[];
  #index = 0;

  constructor(text: SearchText, search: RuleSearch, mark: '' | typeof separator | typeof word) {
    this.#text = text;
    this.#search = search;
    this.#scans = search.needles.map((needle) => ({
      needle: mark === separator ? separator + needle : needle,
      rows: text.rowsOf(mark + needle),
      at: -2,
      block: 0,
    }));
    [this.#shortest, ...this.#others] = search.filters;
  }

  /** Adds the positions whose best place is the wanted one. */
  *collect(from: number, end: number, wanted: { place: number; limit: number }, found: number[]): Steps<void> {
    let after = from;
    while (found.length < wanted.limit) {
      let position = this.next(after, end);
      if (position === paused) position = yield* this.goOn(after, end);
      if (position < 0) return;
      if (this.placeOf(position) === wanted.place) found.push(position);
      after = position + 1;
    }
  }

  /** What `next` would have given, after a stop. */
  *goOn(from: number, end: number): Steps<number> {
    for (;;) {
      yield;
      this.#search.work.begin();
      const position = this.next(from, end);
      if (position !== paused) return position;
    }
  }

  placeOf(position: number): number {
    const { needles, work } = this.#search;
    const { starts } = this.#text;
    work.add(findSteps + stepsFor(needles[0]!) * (starts[position + 1]! - starts[position]!));
    return placeOf(this.#text, needles, position);
  }

  /** The first position in the range with a needle, or -1; `paused` when that is not known yet. Asked for ascending positions only. */
  next(from: number, end: number): number {
    const list = this.#shortest;
    let position = from;
    while (position < end) {
      if (list !== undefined) {
        this.#index = indexFrom(list, this.#index, position);
        if (this.#index >= list.length) return -1;
        position = list[this.#index]!;
      }
      const hit = this.#nextHit(position);
      if (hit === paused) return paused;
      if (hit < 0 || hit >= end) return -1;
      if (list === undefined || (hit === position && isInAll(this.#others, hit))) return hit;
      position = hit === position ? hit + 1 : hit;
      this.#search.work.add(filterSteps * (1 + this.#others.length));
    }
    return -1;
  }

  #nextHit(from: number): number {
    let nearest = -1;
    for (const scan of this.#scans) {
      // A hit that was not reached yet is kept; -1 means that there are no more.
      if (scan.at !== -1 && scan.at < from) {
        const at = scanFrom(this.#text, scan, from, this.#search.work);
        if (at === paused) return paused;
        scan.at = at;
      }
      if (scan.at >= 0 && (nearest < 0 || scan.at < nearest)) nearest = scan.at;
    }
    return nearest;
  }
}

interface Scan {
  readonly needle: string;
  readonly rows: readonly number[];
  at: number;
  /** From where it goes on after a stop. */
  block: number;
}

function scanFrom(text: SearchText, scan: Scan, from: number, work: SearchWork): number {
  const { starts, blocks } = text;
  const { needle, rows } = scan;
  const steps = stepsFor(needle);
  let position = from;
  let block = text.findCandidate(rows, Math.max(position >>> blockShift, scan.block));
  while (block !== undefined) {
    scan.block = block;
    if (work.isDone) return paused;
    const first = block * blockOptions;
    if (position < first) position = first;
    const base = starts[first]!;
    const start = starts[position]! - base;
    const hit = indexOf(blocks[block]!, needle, start);
    work.add(1 + steps * ((hit < 0 ? blocks[block]!.length : hit) - start));
    if (hit >= 0) {
      while (starts[position + 1]! - base <= hit) position++;
      return position;
    }
    block = text.findCandidate(rows, block + 1);
  }
  return -1;
}

/** For each letter that a needle is looked for in: where much is repeated, short ones are compared again and again. */
function stepsFor(needle: string): number {
  return 1 + needle.length / 8 < maxLetterSteps ? 1 + needle.length / 8 : maxLetterSteps;
}

const maxLetterSteps = 6;

export function isInAll(lists: readonly Postings[], position: number): boolean {
  for (const list of lists) if (!hasPosition(list, position)) return false;
  return true;
}
