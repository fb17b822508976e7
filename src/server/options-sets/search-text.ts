// The folded text of a set, laid out in search order, with what finds a term in it: blocks of options as one string
// each, a filter that says which blocks can hold a term, and a hash table of whole values.
// The filter is a bit matrix: a row per hashed run of one to four letters, a column per block. Its size follows
// the number of options only, whatever the alphabet; a false bit costs one scan of a block, never a wrong answer.
// The beginning of a value and the beginning of a word count as letters of their own there.
import { foldText } from '../../core/text/fold-text.ts';
import type { Steps } from '../scheduling/run-in-slices.ts';

export const blockOptions = 64;
/** Below this many blocks scanning everything is quicker than a filter is to build. */
const filteredBlocks = 16;
const letterBits = 8;
const pairBits = 12;
const gramBits = 13;
const pairRows = 1 << letterBits;
const gramRows = pairRows + (1 << pairBits);
const rows = gramRows + (1 << gramBits);
/** A long term needs no more to be told from others; with so many, those that say less are left out. */
const maxTermRows = 24;
const enoughRows = 8;
const itemsPerStep = 4096;
/** Before each value. Folding leaves no capital letter, so no folded value or term can hold this one. */
export const separator = 'A';
const separatorCode = 65;
/** Stands for the beginning of a word, in rows of the filter only. */
export const word = 'B';
const wordCode = 66;
const stringBytes = 32;
/** Of a folded value [options-sets.bounds]; nobody reads what comes after, and a term in an address cannot be longer. */
export const maxSearchedLetters = 16_384;
/** Of the values in one response [options-sets.bounds]. */
export const maxPageLetters = 2_000_000;
/** Longer values are not part of a block. */
const maxBlockValue = 16_384;
const lettersPerStep = 16_384;

export class SearchText {
  /** Folded values of a block, each after a separator, whose place is its start; positions run through all blocks. */
  readonly blocks: string[] = [];
  readonly starts: Uint32Array;
  readonly #rawBlocks: string[] = [];
  /** The same as `starts` where folding left every length as it was, which is usual. */
  #rawStarts: Uint32Array;
  readonly #filter: Uint32Array | undefined;
  readonly #wordsPerRow: number;
  readonly #heads: Uint32Array;
  readonly #next: Uint32Array;
  #textBytes = 0;
  #haveEqualLengths = true;
  readonly #longValues = new Map<number, string>();

  constructor(readonly size: number) {
    const blockCount = Math.ceil(size / blockOptions);
    this.starts = new Uint32Array(size + 1);
    this.#rawStarts = new Uint32Array(size + 1);
    this.#wordsPerRow = Math.ceil(blockCount / 32);
    this.#filter = blockCount > filteredBlocks ? new Uint32Array(rows * this.#wordsPerRow) : undefined;
    this.#heads = new Uint32Array(2 ** Math.floor(Math.log2(size + 1)));
    this.#next = new Uint32Array(size);
  }

  get bytes(): number {
    const arrays = new Set([this.starts, this.#rawStarts, this.#heads, this.#next, this.#filter]);
    return [...arrays].reduce((sum, array) => sum + (array?.byteLength ?? 0), this.#textBytes);
  }

  *layOut(valueAt: (position: number) => string): Steps<void> {
    for (let first = 0; first < this.size; first += blockOptions) {
      yield* this.#addBlock(first, valueAt);
      yield;
    }
    if (this.#haveEqualLengths) this.#rawStarts = this.starts;
    const mask = this.#heads.length - 1;
    for (let position = this.size - 1; position >= 0; position--) {
      const slot = this.#next[position]! & mask;
      this.#next[position] = this.#heads[slot]!;
      this.#heads[slot] = position + 1;
      if (position % itemsPerStep === 0) yield;
    }
  }

  valueAt(position: number): string {
    const long = this.#longValues.get(position);
    if (long !== undefined) return long;
    const block = Math.floor(position / blockOptions);
    const base = this.#rawStarts[block * blockOptions]!;
    return this.#rawBlocks[block]!.slice(this.#rawStarts[position]! + 1 - base, this.#rawStarts[position + 1]! - base);
  }

  foldedAt(position: number): string {
    const block = Math.floor(position / blockOptions);
    const base = this.starts[block * blockOptions]!;
    return this.blocks[block]!.slice(this.starts[position]! + 1 - base, this.starts[position + 1]! - base);
  }

  /** Of the value as it is written. */
  lengthAt(position: number): number {
    const long = this.#longValues.get(position);
    if (long !== undefined) return long.length;
    return this.#rawStarts[position + 1]! - this.#rawStarts[position]! - 1;
  }

  /** The first position in the chain whose folded value is `folded`; pass the last one to go on. */
  findEqual(folded: string, after?: number): number | undefined {
    let link = after === undefined ? this.#heads[hashOf(folded) & (this.#heads.length - 1)]! : this.#next[after]!;
    for (; link !== 0; link = this.#next[link - 1]!) {
      if (this.#isEqualAt(link - 1, folded)) return link - 1;
    }
    return undefined;
  }

  /** The rows that a block must have set to hold the term: those that say most come first. */
  rowsOf(folded: string): number[] {
    if (folded.length === 1) return [letterRow(folded.charCodeAt(0))];
    const rows: number[] = [];
    const at = (i: number) => folded.charCodeAt(i);
    // Four letters are marked from the beginning of a value on, not from that of a word.
    for (let i = folded.startsWith(word) ? 4 : 3; i < folded.length && rows.length < maxTermRows; i++)
      rows.push(gramRow(at(i - 3), at(i - 2), at(i - 1), at(i)));
    if (rows.length >= enoughRows) return rows;
    for (let i = 2; i < folded.length; i++) rows.push(gramRow(0, at(i - 2), at(i - 1), at(i)));
    if (rows.length >= enoughRows) return rows;
    for (let i = 1; i < folded.length; i++) rows.push(pairRow(at(i - 1), at(i)), otherPairRow(at(i - 1), at(i)));
    return rows;
  }

  /** The first block at or after `from` that can hold a term with these rows. */
  findCandidate(rows: readonly number[], from: number): number | undefined {
    const filter = this.#filter;
    if (filter === undefined) return from < this.blocks.length ? from : undefined;
    const words = this.#wordsPerRow;
    // Three rows at once, without a question after each, leave little to ask the others about.
    const first = rows[0]! * words;
    const second = rows.length > 1 ? rows[1]! * words : first;
    const third = rows.length > 2 ? rows[2]! * words : first;
    let mask = -1 << (from & 31);
    for (let word = from >>> 5; word < words; word++) {
      let bits = filter[first + word]! & filter[second + word]! & filter[third + word]! & mask;
      for (let i = 3; bits !== 0 && i < rows.length; i++) bits &= filter[rows[i]! * words + word]!;
      if (bits !== 0) return word * 32 + 31 - Math.clz32(bits & -bits);
      mask = -1;
    }
    return undefined;
  }

  *#addBlock(first: number, valueAt: (position: number) => string): Steps<void> {
    const end = Math.min(first + blockOptions, this.size);
    const values: string[] = [];
    const foldedValues: string[] = [];
    let letters = 0;
    for (let position = first; position < end; position++) {
      const whole = valueAt(position);
      const folded = foldSearched(whole);
      const value = whole.length > maxBlockValue ? '' : whole;
      if (value !== whole) {
        this.#longValues.set(position, whole);
        this.#textBytes += bytesOf(whole);
      }
      values.push(value);
      foldedValues.push(folded);
      this.#rawStarts[position + 1] = this.#rawStarts[position]! + value.length + 1;
      this.starts[position + 1] = this.starts[position]! + folded.length + 1;
      if (value.length !== folded.length) this.#haveEqualLengths = false;
      letters += folded.length;
      if (letters >= lettersPerStep) {
        letters = 0;
        yield;
      }
    }
    const text = separator + foldedValues.join(separator);
    const raw = separator + values.join(separator);
    this.blocks.push(text);
    this.#rawBlocks.push(raw === text ? text : raw);
    this.#textBytes += bytesOf(text) + (raw === text ? 0 : bytesOf(raw));
    this.#mark(first, text);
  }

  #mark(first: number, text: string): void {
    const block = first / blockOptions;
    const filter = this.#filter;
    const words = this.#wordsPerRow;
    const word = block >>> 5;
    const bit = 1 << (block & 31);
    let position = first;
    let hash = hashStart;
    let before = separatorCode;
    let twoBefore = -1;
    let threeBefore = -1;
    let isWord = false;
    for (let i = 1; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === separatorCode) {
        this.#next[position++] = hash;
        hash = hashStart;
        before = separatorCode;
        twoBefore = -1;
        threeBefore = -1;
        isWord = false;
        continue;
      }
      hash = hashStep(hash, code);
      const startsWord = !isWord;
      const wasStart = twoBefore >= 0 && !isWordCode(twoBefore);
      isWord = isWordCode(code);
      if (filter !== undefined) {
        filter[letterRow(code) * words + word]! |= bit;
        filter[pairRow(before, code) * words + word]! |= bit;
        filter[otherPairRow(before, code) * words + word]! |= bit;
        if (twoBefore >= 0) filter[gramRow(0, twoBefore, before, code) * words + word]! |= bit;
        if (threeBefore >= 0) filter[gramRow(threeBefore, twoBefore, before, code) * words + word]! |= bit;
        if (startsWord) {
          filter[pairRow(wordCode, code) * words + word]! |= bit;
          filter[otherPairRow(wordCode, code) * words + word]! |= bit;
        }
        if (wasStart) filter[gramRow(0, wordCode, before, code) * words + word]! |= bit;
      }
      threeBefore = twoBefore;
      twoBefore = before;
      before = code;
    }
    this.#next[position] = hash;
  }

  #isEqualAt(position: number, folded: string): boolean {
    const start = this.starts[position]!;
    if (this.starts[position + 1]! - 1 - start !== folded.length) return false;
    const block = Math.floor(position / blockOptions);
    return this.blocks[block]!.startsWith(folded, start + 1 - this.starts[block * blockOptions]!);
  }
}

/** The folded value, as far as it is searched. */
export function foldSearched(value: string): string {
  return foldText(value.slice(0, maxSearchedLetters)).slice(0, maxSearchedLetters);
}

/** Letters, digits and quotes, of a folded text: what a word is made of. */
export function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code >= 0xaa || code === 34 || code === 39;
}

/** Another one in every process: nobody can choose values that all have one hash. */
const hashStart = Math.floor(Math.random() * 2 ** 32) | 0;

function hashStep(hash: number, code: number): number {
  const mixed = Math.imul(hash ^ code, 0x01000193);
  return mixed ^ (mixed >>> 15);
}

function hashOf(text: string): number {
  let hash = hashStart;
  for (let i = 0; i < text.length; i++) hash = hashStep(hash, text.charCodeAt(i));
  return hash;
}

function letterRow(code: number): number {
  return Math.imul(code, 0x9e3779b1) >>> (32 - letterBits);
}

function pairRow(a: number, b: number): number {
  return pairRows + (Math.imul(Math.imul(a, 0x85ebca6b) ^ b, 0x9e3779b1) >>> (32 - pairBits));
}

/** A second row for each pair: a rare pair that shares one row with a frequent pair hardly ever shares both. */
function otherPairRow(a: number, b: number): number {
  return pairRows + (Math.imul(Math.imul(b, 0xc2b2ae35) ^ a, 0x27d4eb2f) >>> (32 - pairBits));
}

/** Three letters after a 0, or four. */
function gramRow(a: number, b: number, c: number, d: number): number {
  const mixed = Math.imul(Math.imul(Math.imul(a, 0x85ebca6b) ^ b, 0xc2b2ae35) ^ c, 0x27d4eb2f) ^ d;
  return gramRows + (Math.imul(mixed, 0x9e3779b1) >>> (32 - gramBits));
}

function bytesOf(text: string): number {
  return stringBytes + (/^[\u0000-\u00ff]*$/.test(text) ? text.length : text.length * 2);
}
