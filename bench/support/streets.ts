// Options like streets, as many as are wanted, and what people would type to find them. The same each time.
import type { Option } from '../../src/server/options-sets/search-index.ts';

export type Random = (below: number) => number;

export function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export const hebrew = 'יוהלאברמנשתדחםקפעצטסגכזןךףץ';
const latin = 'aeionrstlmdhcuAEBSMKZ';

/** Letters drawn with the skew of a language: the first of an alphabet often, the last ones seldom. */
function makeWord(random: Random, alphabet: string): string {
  const length = 2 + random(6);
  let word = '';
  while (word.length < length) word += alphabet[Math.floor((random(1000) * random(1000) * alphabet.length) / 1e6)];
  return word;
}

/** One option in eight is in Latin letters; the number of streets of a city is skewed too. */
export function makeStreet(random: Random, cities = 1_300): Option {
  const alphabet = random(8) === 0 ? latin : hebrew;
  const words = Array.from({ length: 1 + random(3) }, () => makeWord(random, alphabet));
  if (random(10) === 0) words.push(String(random(500)));
  const city = Math.floor((random(1000) * random(1000) * cities) / 1e6);
  return {
    value: words.join(' '),
    score: random(50),
    data: { city: `city ${city}`, code: random(1000), isOpen: random(2) === 0 },
  };
}

/** What somebody types: the beginning of a value, some word of it, the words turned round, or with a wrong letter. */
export function typeLike(random: Random, { value }: Option): string {
  const kind = random(10);
  if (kind < 5) return value.slice(0, 2 + random(Math.max(1, value.length - 2)));
  const words = value.split(' ');
  if (kind < 7) return words[random(words.length)]!;
  if (kind === 7) return words.reverse().join(' ');
  const at = random(value.length);
  return value.slice(0, at) + hebrew[random(20)]! + value.slice(at + 1);
}
