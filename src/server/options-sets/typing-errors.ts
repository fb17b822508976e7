// Which words of an index are what was typed but for a letter that is wrong, missing, too many, or swapped with the next one. Words are
// in alphabetical order, so those that begin alike follow each other and are looked at together: one row of the table of distances
// for each letter that they share. Where no more errors are allowed, only the letters that were typed are followed.
import type { Steps } from '../run-in-slices.ts';
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
  yield* walk.go(0, index.size, 0);
  return walk.found;
}

class Walk {
  readonly found: Mistyped[] = [];
  #rowsLeft = maxRows;
  readonly #work: SearchWork;
  readonly #index: WordIndex;
  readonly #typed: string;
  readonly #most: number;
  readonly #beginnings: boolean;
  readonly #width: number;
  /** Row by row: how far the first letters of a word are from the first letters that were typed. */
  readonly #rows: Uint8Array;
  /** The letters that led to each row. */
  readonly #path: number[] = [];

  constructor(index: WordIndex, typed: string, { most, beginnings, work }: Wanted) {
    this.#work = work;
    this.#index = index;
    this.#typed = typed;
    this.#most = most;
    this.#beginnings = beginnings;
    this.#width = typed.length + 1;
    this.#rows = new Uint8Array(this.#width * (typed.length + most + 2));
    for (let j = 0; j < this.#width; j++) this.#rows[j] = j;
  }

  /** Words of the range share `depth` letters, whose row is there. */
  *go(first: number, end: number, depth: number): Steps<void> {
    const index = this.#index;
    const row = depth * this.#width;
    let from = first;
    const distance = this.#rows[row + this.#typed.length]!;
    if (index.lengthOf(from) === depth) {
      if (distance <= this.#most) this.found.push({ first: from, end: from + 1, distance, isBeginning: false });
      from++;
    }
    if (from >= end || depth > this.#typed.length + this.#most) return;
    // What goes on from here begins with what was typed; a whole word may yet be closer.
    if (this.#beginnings && distance <= this.#most) this.found.push({ first: from, end, distance, isBeginning: true });
    if (depth === this.#typed.length + this.#most) return;
    const allowed = this.#allowedAt(depth + 1);
    if (this.#leastAt(depth) < allowed) {
      while (from < end && this.#rowsLeft > 0) {
        const letter = index.letterOf(from, depth);
        const next = endOfLetter(index, letter, { first: from, end, depth });
        if (this.#isNear(letter, depth)) yield* this.go(from, next, depth + 1);
        if (this.#work.isDone) {
          yield;
          this.#work.begin();
        }
        from = next;
      }
      return;
    }
    for (const letter of this.#lettersFrom(depth, allowed)) {
      const at = startOfLetter(index, letter, { first: from, end, depth });
      if (at >= end || index.letterOf(at, depth) !== letter) continue;
      const next = endOfLetter(index, letter, { first: at, end, depth });
      if (this.#isNear(letter, depth)) yield* this.go(at, next, depth + 1);
    }
  }

  /** Makes the row of a further letter; whether what begins with it may yet be what was typed. */
  #isNear(letter: number, depth: number): boolean {
    if (this.#rowsLeft === 0) return false;
    this.#rowsLeft--;
    this.#work.add(rowSteps + cellSteps * this.#width);
    const rows = this.#rows;
    const width = this.#width;
    const before = depth * width;
    const row = before + width;
    const older = before - width;
    const allowed = this.#allowedAt(depth + 1);
    let least = depth + 1;
    rows[row] = least;
    for (let j = 1; j < width; j++) {
      const typed = this.#typed.charCodeAt(j - 1);
      let distance = rows[before + j - 1]! + (letter === typed ? 0 : 1);
      if (rows[before + j]! + 1 < distance) distance = rows[before + j]! + 1;
      if (rows[row + j - 1]! + 1 < distance) distance = rows[row + j - 1]! + 1;
      const isSwapped =
        j > 1 && depth > 0 && this.#path[depth - 1] === typed && letter === this.#typed.charCodeAt(j - 2);
      if (isSwapped && rows[older + j - 2]! + 1 < distance) distance = rows[older + j - 2]! + 1;
      rows[row + j] = distance;
      if (distance < least) least = distance;
    }
    if (least > allowed) return false;
    this.#path[depth] = letter;
    return true;
  }

  #allowedAt(depth: number): number {
    return depth <= firstLetters && this.#index.size > manyWords ? Math.min(1, this.#most) : this.#most;
  }

  #leastAt(depth: number): number {
    let least = depth;
    for (let j = 0; j < this.#width; j++) least = Math.min(least, this.#rows[depth * this.#width + j]!);
    return least;
  }

  /** The next letters that add no error, or end a swap. */
  #lettersFrom(depth: number, allowed: number): number[] {
    const letters: number[] = [];
    const row = depth * this.#width;
    for (let j = 0; j + 1 < this.#width; j++) {
      const typed = this.#typed.charCodeAt(j);
      if (this.#rows[row + j]! <= allowed && !letters.includes(typed)) letters.push(typed);
      const isSwapping = depth > 0 && j > 0 && this.#path[depth - 1] === typed;
      const other = isSwapping ? this.#typed.charCodeAt(j - 1) : typed;
      if (isSwapping && this.#rows[row - this.#width + j - 1]! < allowed && !letters.includes(other))
        letters.push(other);
    }
    return letters;
  }
}

interface Part {
  readonly first: number;
  readonly end: number;
  readonly depth: number;
}

/** The first word whose next letter is not before this one. */
function startOfLetter(index: WordIndex, letter: number, { first, end, depth }: Part): number {
  let low = first;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (index.letterOf(middle, depth) < letter) low = middle + 1;
    else high = middle;
  }
  return low;
}

function endOfLetter(index: WordIndex, letter: number, part: Part): number {
  return startOfLetter(index, letter + 1, part);
}
