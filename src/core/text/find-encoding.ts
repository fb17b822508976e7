// Which characters the bytes of a file are, by the evidence of all of them: one broken byte in a file of UTF-8 is one broken
// character, not another encoding. Hebrew files without a mark are UTF-8, windows-1255 or UTF-16, and none says which.

export const encodings = ['utf-8', 'windows-1255', 'utf-16le', 'utf-16be'] as const;
export type Encoding = (typeof encodings)[number];

/** Where a byte is that belongs to no character. */
export interface BadByte {
  /** From 1. */
  readonly line: number;
  /** From 0, of the whole file. */
  readonly byte: number;
}

export interface Utf8Evidence {
  /** Characters of more than one byte. */
  readonly characters: number;
  readonly badBytes: number;
  /** Bad bytes that are Hebrew letters of windows-1255 and not inside a Latin word. */
  readonly hebrewLetters: number;
  /** The first few. */
  readonly places: readonly BadByte[];
}

const maxPlaces = 5;
const lineFeed = 0x0a;

export function findEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const wide = findWide(bytes);
  if (wide !== undefined) return wide;
  const { characters, badBytes, hebrewLetters } = readUtf8Evidence(bytes);
  // Hebrew letters of windows-1255 are hardly ever two bytes that UTF-8 would allow. One letter alone proves nothing.
  const isHebrew = hebrewLetters >= 2 && hebrewLetters >= badBytes / 2;
  return characters >= badBytes || !isHebrew ? 'utf-8' : 'windows-1255';
}

/** Text of Latin and Hebrew letters in two bytes each: every second byte is 0 or 5. */
function findWide(bytes: Uint8Array): Encoding | undefined {
  const pairs = bytes.length >> 1;
  if (pairs < 2) return undefined;
  const counts = [0, 0];
  for (let at = 0; at < pairs * 2; at++) {
    if (bytes[at] === 0 || bytes[at] === 5) counts[at & 1]!++;
  }
  const [even = 0, odd = 0] = counts.map((count) => count / pairs);
  if (odd > 0.8 && even < 0.2) return 'utf-16le';
  return even > 0.8 && odd < 0.2 ? 'utf-16be' : undefined;
}

export function readUtf8Evidence(bytes: Uint8Array): Utf8Evidence {
  const places: BadByte[] = [];
  let [characters, badBytes, hebrewLetters, line] = [0, 0, 0, 1];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at]!;
    if (first < 0x80) {
      if (first === lineFeed) line++;
      at++;
      continue;
    }
    const length = lengthOfCharacter(bytes, at);
    if (length > 0) characters++;
    else {
      badBytes++;
      if (isHebrewLetter(first) && !isLatinLetter(bytes[at - 1]) && !isLatinLetter(bytes[at + 1])) hebrewLetters++;
      if (places.length < maxPlaces) places.push({ line, byte: at });
    }
    at += Math.max(length, 1);
  }
  return { characters, badBytes, hebrewLetters, places };
}

function isHebrewLetter(byte: number): boolean {
  return byte >= 0xe0 && byte <= 0xfa;
}

function isLatinLetter(byte: number | undefined): boolean {
  const small = (byte ?? 0) | 0x20;
  return small >= 0x61 && small <= 0x7a;
}

/** 0 where no character of more than one byte begins. */
function lengthOfCharacter(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  const second = bytes[at + 1] ?? 0;
  if (first < 0xc2 || first > 0xf4 || !isContinuation(second)) return 0;
  if (first < 0xe0) return 2;
  // Too long for what they say, halves of pairs, and beyond the last character.
  if (first === 0xe0 && second < 0xa0) return 0;
  if (first === 0xed && second > 0x9f) return 0;
  if (first === 0xf0 && second < 0x90) return 0;
  if (first === 0xf4 && second > 0x8f) return 0;
  if (!isContinuation(bytes[at + 2] ?? 0)) return 0;
  if (first < 0xf0) return 3;
  return isContinuation(bytes[at + 3] ?? 0) ? 4 : 0;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
