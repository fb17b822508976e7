// Which words of an index are what was typed but for a letter that is wrong, missing, too many, or swapped with the next one. Words are
// in alphabetical order, so those that begin alike follow each other and are looked at together: one row of the table of distances
// for each letter that they share. Where no more errors are allowed, only the letters that were typed are followed.
import type { Steps } from '../scheduling/run-in-slices.ts';
import type { SearchWork } from './search-work.ts';
import type { WordIndex } from './word-index.ts';

export interface Mistyped {
  readonly first: number;
  readonly end: number;
  readonly distance: number;
  /** The words only begin with what was typed. */
  readonly isBeginning: boolean;
}

const maxLength = 40;
/** In an index of more words, of two errors at most one is in the first letters. */
const manyWords = 50_000;
const firstLetters = 3;

/** Rows of the table for one word that was typed. Fifty thousand names of places do not need as many; words that somebody made up for it would. */
const maxRows = 30_000;
/** For each letter that was typed, and for each row. */
const cellSteps = 3;
const rowSteps = 20;

interface Wanted {
  readonly most: number;
  readonly beginnings: boolean;
  readonly work: SearchWork;
}

export function* findMistyped(index: WordIndex, typed: string, wanted: Wanted): Steps<Mistyped[]> {
  if (typed.length > maxLength) return [];
  const walk = new Walk(index, typed, wanted);
  yield* walk.go();
  return walk.found;
}

/** From letter to letter of words that begin alike; what is left to do at each depth is kept in arrays by depth. */
class Walk {
  readonly found: Mistyped[] = [];
  #rowsLeft = maxRows;
  readonly #work: SearchWork;
  readonly #index: WordIndex;
  readonly #typed: Uint16Array;
  readonly #most: number;
  readonly #beginnings: boolean;
  readonly #width: number;
  /**
   * Row by row: how far the first letters of a word are from the first letters that were typed. Only where the two are about as long:
   * whatever is beside that, and beside the numbers left and right of it, is more than is allowed.
   */
  readonly #rows: Uint8Array;
  /** The lowest number of each row. */
  readonly #least: Uint8Array;
  /** The letters that led to each row. */
  readonly #path: Uint16Array;
  /** The words that are left. */
  readonly #from: Uint32Array;
  readonly #end: Uint32Array;
  /** The letters that are left, from the last one on; `anyLetter` where words may go on with any. */
  readonly #letters: Uint16Array;
  readonly #lettersLeft: Int16Array;

  constructor(index: WordIndex, typed: string, { most, beginnings, work }: Wanted) {
    const depths = typed.length + most + 2;
    this.#work = work;
    this.#index = index;
    this.#typed = Uint16Array.from({ length: typed.length }, (_, at) => typed.charCodeAt(at));
    this.#most = most;
    this.#beginnings = beginnings;
    this.#width = typed.length + 1;
    this.#rows = new Uint8Array(this.#width * depths);
    for (let j = 0; j < this.#width; j++) this.#rows[j] = j;
    this.#least = new Uint8Array(depths);
    this.#path = new Uint16Array(depths);
    this.#from = new Uint32Array(depths);
    this.#end = new Uint32Array(depths);
    this.#letters = new Uint16Array(2 * this.#width * depths);
    this.#lettersLeft = new Int16Array(depths);
  }

  *go(): Steps<void> {
    const index = this.#index;
    let depth = this.#enter(0, index.size, 0) ? 0 : -1;
    while (depth >= 0 && this.#rowsLeft > 0) {
      const end = this.#end[depth]!;
      const left = this.#lettersLeft[depth]!;
      let first = this.#from[depth]!;
      if (left === 0 || first >= end) {
        depth--;
        continue;
      }
      const letter =
        left === anyLetter ? index.letterOf(first, depth) : this.#letters[2 * this.#width * depth + left - 1]!;
      if (left !== anyLetter) {
        this.#lettersLeft[depth] = left - 1;
        first = index.startOfLetter(letter, { first, end, depth });
      }
      if (first >= end || index.letterOf(first, depth) !== letter) continue;
      const next = index.startOfLetter(letter + 1, { first, end, depth });
      if (left === anyLetter) this.#from[depth] = next;
      if (this.#isNear(letter, depth) && this.#enter(first, next, depth + 1)) depth++;
      if (this.#work.isDone) {
        yield;
        this.#work.begin();
      }
    }
  }

  /** Words of the range share `depth` letters, whose row is there. Whether it is worth looking at their next ones. */
  #enter(first: number, end: number, depth: number): boolean {
    const { length } = this.#typed;
    let from = first;
    const distance = this.#rows[depth * this.#width + length]!;
    const isReached = depth + this.#most >= length && distance <= this.#most;
    if (this.#index.lengthOf(from) === depth) {
      if (isReached) this.found.push({ first: from, end: from + 1, distance, isBeginning: false });
      from++;
    }
    if (from >= end || depth > length + this.#most) return false;
    // What goes on from here begins with what was typed; a whole word may yet be closer.
    if (this.#beginnings && isReached) this.found.push({ first: from, end, distance, isBeginning: true });
    if (depth === length + this.#most) return false;
    const allowed = this.#allowedAt(depth + 1);
    this.#from[depth] = from;
    this.#end[depth] = end;
    this.#lettersLeft[depth] = this.#least[depth]! < allowed ? anyLetter : this.#addLetters(depth, allowed);
    return true;
  }

  /** Makes the row of a further letter; whether what begins with it may yet be what was typed. */
  #isNear(letter: number, depth: number): boolean {
    const most = this.#most;
    this.#rowsLeft--;
    this.#work.add(rowSteps + cellSteps * (2 * most + 1));
    const rows = this.#rows;
    const typed = this.#typed;
    const width = this.#width;
    const before = depth * width;
    const row = before + width;
    const older = before - width;
    const from = Math.max(1, depth + 1 - most);
    const to = Math.min(width - 1, depth + 1 + most);
    const swapped = depth > 0 ? this.#path[depth - 1]! : 0;
    let least = depth + 1;
    rows[row + from - 1] = from === 1 ? least : most + 1;
    for (let j = from; j <= to; j++) {
      const code = typed[j - 1]!;
      let distance = rows[before + j - 1]! + (letter === code ? 0 : 1);
      if (rows[before + j]! + 1 < distance) distance = rows[before + j]! + 1;
      if (rows[row + j - 1]! + 1 < distance) distance = rows[row + j - 1]! + 1;
      if (swapped === code && j > 1 && letter === typed[j - 2] && rows[older + j - 2]! + 1 < distance)
        distance = rows[older + j - 2]! + 1;
      rows[row + j] = distance;
      if (distance < least) least = distance;
    }
    if (to < width - 1) rows[row + to + 1] = most + 1;
    if (least > this.#allowedAt(depth + 1)) return false;
    this.#least[depth + 1] = least;
    this.#path[depth] = letter;
    return true;
  }

  #allowedAt(depth: number): number {
    return depth <= firstLetters && this.#index.size > manyWords ? Math.min(1, this.#most) : this.#most;
  }

  /** The next letters that add no error, or end a swap; how many. They are taken from the last one on. */
  #addLetters(depth: number, allowed: number): number {
    const typed = this.#typed;
    const row = depth * this.#width;
    const start = 2 * this.#width * depth;
    let count = 0;
    const add = (letter: number) => {
      for (let i = start; i < start + count; i++) if (this.#letters[i] === letter) return;
      this.#letters[start + count++] = letter;
    };
    const to = Math.min(typed.length - 1, depth + this.#most);
    for (let j = to; j >= Math.max(0, depth - this.#most); j--) {
      const code = typed[j]!;
      if (depth > 0 && j > 0 && this.#path[depth - 1] === code && this.#rows[row - this.#width + j - 1]! < allowed)
        add(typed[j - 1]!);
      if (this.#rows[row + j]! <= allowed) add(code);
    }
    return count;
  }
}

const anyLetter = -1;
