// The words of a text as a forgiving search sees them: without quotes and hyphens, one yod for two and one vav for two, no
// final letters. Also how a word sounds, and what was meant when the keyboard was left in the other language.

/** Of a folded text (core/text/fold-text.ts); no more than are wanted. */
export function nearWords(folded: string, most = Number.POSITIVE_INFINITY): string[] {
  const words: string[] = [];
  let word = '';
  for (let i = 0; i < folded.length && words.length < most; i++) {
    const code = folded.charCodeAt(i);
    if (isDropped(code)) continue;
    if (!isLetter(code)) {
      if (word !== '') words.push(word);
      word = '';
      continue;
    }
    const letter = innerCodes[code - 0x5d0] ?? code;
    // One yod, one vav.
    if ((letter === yod || letter === vav) && word.charCodeAt(word.length - 1) === letter) continue;
    if (word.length < maxWordLength) word += String.fromCharCode(letter);
  }
  if (word !== '' && words.length < most) words.push(word);
  return words;
}

const maxWordLength = 60;
const yod = 0x5d9;
const vav = 0x5d5;

/** By the place in the alphabet, final letters as the letters they are. */
const innerCodes: readonly number[] = Array.from({ length: 27 }, (_, i) =>
  [10, 13, 15, 19, 21].includes(i) ? 0x5d0 + i + 1 : 0x5d0 + i,
);

/** Apostrophes, quotes and dots: `u.s.a.` is one word. */
function isDropped(code: number): boolean {
  return code === 34 || code === 39 || code === 46;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code >= 0xaa;
}

const latinKeys = "qwertyuiopasdfghjkl;zxcvbnm,./'";
const hebrewKeys = "/'קראטוןםפשדגכעיחלךףזסבהנמצתץ.,";
const toHebrew = new Map([...latinKeys].map((key, i) => [key, hebrewKeys[i]!]));
const toLatin = new Map([...hebrewKeys].map((key, i) => [key, latinKeys[i]!]));

/** What the same keys write in the other language; undefined for a text of both or none. */
export function otherKeyboard(folded: string): string | undefined {
  const isLatin = /[a-z]/.test(folded);
  const isHebrew = /[א-ת]/.test(folded);
  if (isLatin === isHebrew) return undefined;
  const keys = isLatin ? toHebrew : toLatin;
  return Array.from(folded, (letter) => keys.get(letter) ?? letter).join('');
}

/**
 * The consonants of a word, in either script, four bits each and the first in the highest: words that sound alike have the same
 * number, and what begins alike is a range of numbers. 0 for a word that this says nothing about.
 */
export function soundOf(word: string): number {
  const isLatin = latin.test(word);
  if (!isLatin && !hebrew.test(word)) return 0;
  let sound = 0;
  let length = 0;
  let consonants = 0;
  for (let i = 0; i < word.length && length < maxSounds; i++) {
    const pair = isLatin ? pairs.get(word.slice(i, i + 2)) : undefined;
    let code = pair ?? sounds.get(word[i]!) ?? 0;
    // Twice the same letter is one sound, and no h is heard at the end; a vowel counts only where a word begins with it.
    if (pair === undefined && isLatin && word[i] === word[i - 1]) code = 0;
    if (pair === undefined && i === word.length - 1 && silentAtEnd.includes(word[i]!)) code = 0;
    if (code > 0) consonants++;
    else if (i === 0) code = vowel;
    if (code > 0) {
      sound = (sound | (code << (28 - 4 * length))) >>> 0;
      length++;
    }
    if (pair !== undefined) i++;
  }
  return consonants < 2 ? 0 : sound;
}

/** The highest number of a word that begins with the sounds of this one. */
export function lastSoundFrom(sound: number): number {
  let free = 0;
  while (free < 28 && (sound & (15 << free)) === 0) free += 4;
  return (sound | (2 ** free - 1)) >>> 0;
}

const maxSounds = 8;
const vowel = 14;
const latin = /^[a-z]+$/;
const hebrew = /^[א-ת]+$/;
const silentAtEnd = 'hהח';
const sounds = new Map(
  ['bvwב', 'gjג', 'dד', 'hהח', 'zזצ', 'tטת', 'kqcxכק', 'lל', 'mמ', 'nנ', 'sסש', 'pfפ', 'rר'].flatMap((letters, i) =>
    Array.from(letters, (letter): [string, number] => [letter, i + 1]),
  ),
);
const pairs = new Map(Object.entries({ ch: 4, kh: 4, sh: 11, th: 6, ph: 12, tz: 5, ts: 5, ck: 7, gh: 2 }));
