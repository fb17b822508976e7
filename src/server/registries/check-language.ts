// Whether values are text of their language at all: what was read in a wrong encoding, or encoded twice, has the right
// number of rows and none that anybody could find. [options-sets.maintained.language]
import { type Allowance, allows } from './acceptance-limits.ts';
import { type Refusal, refuse } from './refusal.ts';

/** What a decoder leaves behind, and control characters. */
const noText = /\ufffd|[\0-\u0008\u000e-\u001f\u007f-\u009f]/;
/** Letters that an encoding does not have became question marks. */
const lostLetters = /\?{3}/;
/** The two bytes of a Hebrew letter of UTF-8, each read as a character of windows-1252 or windows-1255. */
const encodedTwice = /[×Ã][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|׳[‘’“”•–—˜™›¡¢£₪¥¦§¨©×\u00a0]/;
const hebrewLetter = /[א-ת]/;
const latinLetter = /[a-z]/i;
/** In an English name: one byte of a letter became another one. */
const mixedWord = /[a-z]['"]?[א-ת]|[א-ת]['"]?[a-z]/i;
/** No name is nearly so long. */
const maxLength = 1_000;

/** What a single row may have, and many have only when something went wrong on the way. */
const faults: Readonly<Record<string, RegExp>> = {
  'have tags or codes of another format in them': /<\/?[a-z!][^>]*>|&(?:#\d+|#x[\da-f]+|[a-z]{2,8});|\\u[\da-f]{4}/i,
  'have question marks for letters': /[א-ת]\?[א-ת]/,
  'are written backwards': /(?:^|[\s(-])[ךםןףץ][א-ת]/,
};
const mayHaveFault: Allowance = { share: 0.005, options: 1 };

export function checkLanguage(
  values: readonly string[],
  { language, minShare }: { readonly language: 'he' | 'en'; readonly minShare: number },
): Refusal | undefined {
  const unreadable = [noText, lostLetters, encodedTwice, ...(language === 'en' ? [mixedWord] : [])];
  const broken = values.filter((value) => unreadable.some((pattern) => pattern.test(value)));
  if (broken.length > 0)
    return refuse(`${broken.length} values cannot be read, the first is ${JSON.stringify(broken[0])}`);
  const long = values.filter((value) => value.length > maxLength);
  if (long.length > 0) return refuse(`${long.length} values have more than ${maxLength} characters`);
  for (const [fault, pattern] of Object.entries(faults)) {
    const faulty = values.filter((value) => pattern.test(value));
    if (!allows(mayHaveFault, { by: faulty.length, of: values.length }))
      return refuse(`${faulty.length} values ${fault}, the first is ${JSON.stringify(faulty[0])}`);
  }
  const isForeign = {
    he: (value: string) => !hebrewLetter.test(value),
    en: (value: string) => hebrewLetter.test(value) || !latinLetter.test(value),
  }[language];
  const foreign = values.filter(isForeign);
  if (foreign.length <= values.length * (1 - minShare)) return undefined;
  const [what, first] = [{ he: 'no Hebrew letter', en: 'no English name' }[language], JSON.stringify(foreign[0])];
  return refuse(`${foreign.length} of ${values.length} values have ${what}, the first is ${first}`);
}
