// The words of a segment's options (near-words.ts): every different word once, in alphabetical order, with the options that have
// it, the words of each option, and how words sound. All in typed arrays, so that half a million options fit into memory.
import { foldText } from '../../core/text/fold-text.ts';
import type { Steps } from '../scheduling/run-in-slices.ts';
import { lastSoundFrom, nearWords, soundOf } from './near-words.ts';

const wordsPerStep = 512;
/** On the first word of another name of an option, among its words. */
const nameBit = 0x80000000;
/** More words of one option, or of its other names, are not looked at; nor more of a segment, whatever somebody stores. */
const maxOptionWords = 24;
const maxNameWords = 4 * maxOptionWords;
/** Of the other names of an option, all together. */
const maxNamesLength = 10_000;
const maxDifferentWords = 2 ** 21;
const maxWords = 2 ** 23;

interface Arrays {
  /** One byte each where all are ASCII or Hebrew (`toByte`). */
  readonly letters: Uint8Array | Uint16Array;
  readonly starts: Uint32Array;
  readonly listStarts: Uint32Array;
  readonly lists: Uint32Array;
  readonly optionStarts: Uint32Array;
  readonly optionWords: Uint32Array;
  readonly sounds: Uint32Array;
  readonly soundWords: Uint32Array;
}

export class WordIndex {
  readonly #arrays: Arrays;
  readonly #isNarrow: boolean;
  /** Where the words begin that begin with each letter, by the byte it is stored as; of a narrow index. */
  readonly #byLetter: Uint32Array;

  constructor(arrays: Arrays) {
    this.#arrays = arrays;
    this.#isNarrow = arrays.letters instanceof Uint8Array;
    this.#byLetter = new Uint32Array(this.#isNarrow ? 257 : 0);
    for (let byte = 0; byte < this.#byLetter.length; byte++) this.#byLetter[byte] = this.#search(byte, 0, 0, this.size);
  }

  get bytes(): number {
    const arrays: readonly ArrayBufferView[] = [...Object.values(this.#arrays), this.#byLetter];
    return arrays.reduce((sum, array) => sum + array.byteLength, 0);
  }

  get size(): number {
    return this.#arrays.starts.length - 1;
  }

  lengthOf(word: number): number {
    return this.#arrays.starts[word + 1]! - this.#arrays.starts[word]!;
  }

  letterOf(word: number, at: number): number {
    const letter = this.#arrays.letters[this.#arrays.starts[word]! + at]!;
    return this.#isNarrow ? fromByte(letter) : letter;
  }

  /** The first of words that share so many letters, whose next one is not before this one. */
  startOfLetter(letter: number, { first, end, depth }: { first: number; end: number; depth: number }): number {
    if (!this.#isNarrow) return this.#search(letter, depth, first, end);
    const byte = firstByteFrom(letter);
    return depth === 0 ? Math.min(end, Math.max(first, this.#byLetter[byte]!)) : this.#search(byte, depth, first, end);
  }

  /** By what is stored: no letter is made of a byte that is only compared. */
  #search(stored: number, depth: number, first: number, end: number): number {
    const { letters, starts } = this.#arrays;
    let low = first;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (letters[starts[middle]! + depth]! < stored) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first word that is not before a text; those that begin with it follow each other. */
  firstFrom(text: string): number {
    let low = 0;
    let high = this.size;
    if (this.#isNarrow && text !== '') {
      const byte = firstByteFrom(text.charCodeAt(0));
      low = this.#byLetter[byte]!;
      high = this.#byLetter[byte + 1] ?? high;
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, text) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** After the last word that begins with a text. */
  endOf(text: string, first: number): number {
    let low = first;
    let step = 1;
    // Few words begin alike: the end is near.
    while (low + step < this.size && this.#compare(low + step, text, text.length) <= 0) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, this.size);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, text, text.length) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  isEqual(word: number, text: string): boolean {
    return word < this.size && this.#compare(word, text) === 0;
  }

  /** How many times options have words of a range. */
  countOf(first: number, end: number): number {
    return this.#arrays.listStarts[end]! - this.#arrays.listStarts[first]!;
  }

  /** The options that have words of a range. */
  optionsOf(first: number, end: number): Uint32Array {
    return this.#arrays.lists.subarray(this.#arrays.listStarts[first], this.#arrays.listStarts[end]);
  }

  /** Where the words of each option begin in `optionWords`: its own, then those of its other names (`isName`, `wordOf`). */
  get optionStarts(): Uint32Array {
    return this.#arrays.optionStarts;
  }

  get optionWords(): Uint32Array {
    return this.#arrays.optionWords;
  }

  /** Words that sound the same, or begin to. */
  soundingLike(sound: number, { isBeginning }: { isBeginning: boolean }): Uint32Array {
    const { sounds, soundWords } = this.#arrays;
    const last = isBeginning ? lastSoundFrom(sound) : sound;
    return soundWords.subarray(firstAtLeast(sounds, sound), firstAtLeast(sounds, last + 1));
  }

  /** Negative when a word is before the text; only so many letters of it count. */
  #compare(word: number, text: string, maxLength = anyLength): number {
    const { letters, starts } = this.#arrays;
    const start = starts[word]!;
    const length = Math.min(starts[word + 1]! - start, maxLength);
    for (let i = 0; i < length && i < text.length; i++) {
      const letter = letters[start + i]!;
      const difference = (this.#isNarrow ? fromByte(letter) : letter) - text.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return length - text.length;
  }
}

const anyLength = 2 ** 31;

/** Hebrew letters follow ASCII, in the same order. */
const hebrewBytes = 0x80;
const firstHebrew = 0x5d0;

function fromByte(byte: number): number {
  return byte < hebrewBytes ? byte : byte - hebrewBytes + firstHebrew;
}

function toByte(code: number): number {
  return code < firstHebrew ? code : code - firstHebrew + hebrewBytes;
}

/** The lowest byte that stands for this letter or a later one. */
function firstByteFrom(code: number): number {
  return code < hebrewBytes ? code : Math.min(256, Math.max(hebrewBytes, code - firstHebrew + hebrewBytes));
}

export const isName = (word: number) => word >= nameBit;
export const wordOf = (word: number) => (word & ~nameBit) >>> 0;

function firstAtLeast(list: Uint32Array, number: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class WordIndexDraft {
  /** Small maps grow without a stall. */
  readonly #shards: (Map<string, number> | undefined)[] = [];
  /** By number. */
  readonly #different: string[] = [];
  readonly #optionStarts: Uint32Array;
  #optionWords = new Uint32Array(1024);
  #count = 0;
  #position = 0;
  #letters = 0;
  #isNarrow = true;

  constructor(size: number) {
    this.#optionStarts = new Uint32Array(size + 1);
  }

  /** Options come by position. Other names are separated by `|`. */
  add(folded: string, names: string | undefined): void {
    this.#addWords(nearWords(folded, maxOptionWords), 0);
    if (names !== undefined) {
      for (const name of names.slice(0, maxNamesLength).split('|')) {
        this.#addWords(nearWords(foldText(name), maxNameWords), nameBit);
      }
    }
    this.#optionStarts[++this.#position] = this.#count;
  }

  #addWords(words: readonly string[], mark: number): void {
    const begin = this.#optionStarts[this.#position]!;
    for (let i = 0; i < words.length; i++) {
      if (this.#count - begin >= (mark === 0 ? maxOptionWords : maxNameWords) || this.#count >= maxWords) return;
      const word = this.#numberOf(words[i]!);
      if (word < maxDifferentWords) this.#push((word | (i === 0 ? mark : 0)) >>> 0);
    }
  }

  *finish(): Steps<WordIndex> {
    const { ranks, words } = yield* this.#layOutWords();
    const optionWords = this.#optionWords.slice(0, this.#count);
    const listStarts = new Uint32Array(this.#different.length + 1);
    for (let i = 0; i < optionWords.length; i++) {
      const word = optionWords[i]!;
      const rank = ranks[wordOf(word)]!;
      optionWords[i] = ((word & nameBit) | rank) >>> 0;
      listStarts[rank + 1]!++;
      if (i % (8 * wordsPerStep) === 0) yield;
    }
    for (let i = 0; i < this.#different.length; i++) listStarts[i + 1]! += listStarts[i]!;
    const ends = listStarts.slice();
    const lists = new Uint32Array(optionWords.length);
    for (let position = 0; position < this.#position; position++) {
      for (let i = this.#optionStarts[position]!; i < this.#optionStarts[position + 1]!; i++) {
        const word = wordOf(optionWords[i]!);
        lists[ends[word]!++] = position;
      }
      if (position % (4 * wordsPerStep) === 0) yield;
    }
    return new WordIndex({ ...words, listStarts, lists, optionStarts: this.#optionStarts, optionWords });
  }

  #push(word: number): void {
    if (this.#count === this.#optionWords.length) {
      const longer = new Uint32Array(2 * this.#count);
      longer.set(this.#optionWords);
      this.#optionWords = longer;
    }
    this.#optionWords[this.#count++] = word;
  }

  #numberOf(word: string): number {
    const at = shardOf(word);
    this.#shards[at] ??= new Map();
    const shard = this.#shards[at];
    let number = shard.get(word);
    if (number === undefined) {
      number = this.#different.length;
      if (number === maxDifferentWords) return maxDifferentWords;
      this.#different.push(word);
      this.#letters += word.length;
      this.#isNarrow &&= narrow.test(word);
      shard.set(word, number);
    }
    return number;
  }

  /** `ranks` has, by the number that a word was given first, its place in the alphabet. */
  *#layOutWords() {
    const count = this.#different.length;
    const ranks = new Uint32Array(count);
    const isNarrow = this.#isNarrow;
    const letters = isNarrow ? new Uint8Array(this.#letters) : new Uint16Array(this.#letters);
    const starts = new Uint32Array(count + 1);
    const bySound = new SoundOrder(count);
    let rank = 0;
    let at = 0;
    for (const words of sortWords(this.#different, 0)) {
      for (const word of words) {
        ranks[this.#shards[shardOf(word)]!.get(word)!] = rank;
        for (let i = 0; i < word.length; i++) {
          const code = word.charCodeAt(i);
          letters[at++] = isNarrow ? toByte(code) : code;
        }
        bySound.add(soundOf(word), rank);
        starts[++rank] = at;
        if (rank % wordsPerStep === 0) yield;
      }
      yield;
    }
    return { ranks, words: { letters, starts, ...(yield* bySound.finish()) } };
  }
}

const shards = 1024;
/** Another one in every process: nobody can choose words that all go into one map. */
const shardSeed = Math.floor(Math.random() * 2 ** 32);

function shardOf(word: string): number {
  let hash = shardSeed;
  for (let i = 0; i < word.length; i++) {
    const mixed = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
    hash = mixed ^ (mixed >>> 15);
  }
  return hash & (shards - 1);
}

/** So few are sorted at once. */
const fewWords = 1024;

/** Different words in alphabetical order, few at a time; an empty list now and then while they are spread. They share their first letters. */
function* sortWords(words: readonly string[], shared: number): Generator<readonly string[], void, void> {
  if (words.length <= fewWords) {
    yield words.toSorted(byCode);
    return;
  }
  const byLetters = new Map<number, string[]>();
  let looked = 0;
  for (const word of words) {
    // A word that ends here comes before all that go on.
    const key = (word.charCodeAt(shared) + 1 || 0) * 65_537 + (word.charCodeAt(shared + 1) + 1 || 0);
    const group = byLetters.get(key);
    if (group === undefined) byLetters.set(key, [word]);
    else group.push(word);
    if (++looked % (2 * wordsPerStep) === 0) yield [];
  }
  for (const key of [...byLetters.keys()].sort((a, b) => a - b)) {
    yield* sortWords(byLetters.get(key)!, shared + 2);
    byLetters.delete(key);
  }
}

const narrow = /^[\u0000-\u007f\u05d0-\u05ea]*$/;

function byCode(a: string, b: string): number {
  return a < b ? -1 : 1;
}

const soundBuckets = 256;

/** Words in the order of their sounds: spread by the first two sounds, then each part is sorted by itself. */
class SoundOrder {
  readonly #sounds: Uint32Array;
  readonly #starts = new Uint32Array(soundBuckets + 1);
  #count = 0;

  constructor(words: number) {
    this.#sounds = new Uint32Array(words);
  }

  add(sound: number, word: number): void {
    this.#sounds[word] = sound;
    if (sound === 0) return;
    this.#starts[(sound >>> 24) + 1]!++;
    this.#count++;
  }

  *finish(): Steps<{ sounds: Uint32Array; soundWords: Uint32Array }> {
    const starts = this.#starts;
    for (let i = 0; i < soundBuckets; i++) starts[i + 1]! += starts[i]!;
    const ends = starts.slice();
    // A sound and its word in one number.
    const keys = new Float64Array(this.#count);
    for (let word = 0; word < this.#sounds.length; word++) {
      const sound = this.#sounds[word]!;
      if (sound !== 0) keys[ends[sound >>> 24]!++] = sound * maxDifferentWords + word;
      if (word % (8 * wordsPerStep) === 0) yield;
    }
    for (let i = 0; i < soundBuckets; i++) {
      keys.subarray(starts[i], starts[i + 1]).sort();
      yield;
    }
    const sounds = new Uint32Array(this.#count);
    const soundWords = new Uint32Array(this.#count);
    for (let i = 0; i < keys.length; i++) {
      soundWords[i] = keys[i]! % maxDifferentWords;
      sounds[i] = (keys[i]! - soundWords[i]!) / maxDifferentWords;
      if (i % (8 * wordsPerStep) === 0) yield;
    }
    return { sounds, soundWords };
  }
}
