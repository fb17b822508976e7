// Whether values are text of their language at all: what was read in a wrong encoding, or encoded twice, has the right
// number of rows and none that anybody could find. [options-sets.maintained.language]
import { type Refusal, refuse } from './refusal.ts';

/** What a decoder leaves behind, and control characters. */
const noText = /\ufffd|[\0-\u0008\u000e-\u001f\u007f-\u009f]/;
/** Letters that an encoding does not have became question marks. */
const lostLetters = /\?{3}/;
/** The two bytes of a Hebrew letter of UTF-8, each read as a character of windows-1252 or windows-1255. */
const encodedTwice = /[×Ã][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|׳[‘’“”•–—˜™›¡¢£₪¥¦§¨©×\u00a0]/;
const hebrewLetter = /[א-ת]/;

export function checkLanguage(
  values: readonly string[],
  { language, minShare }: { readonly language: 'he' | 'en'; readonly minShare: number },
): Refusal | undefined {
  const broken = values.filter((value) => [noText, lostLetters, encodedTwice].some((pattern) => pattern.test(value)));
  if (broken.length > 0)
    return refuse(`${broken.length} values cannot be read, the first is ${JSON.stringify(broken[0])}`);
  if (language === 'en') return undefined;
  const foreign = values.filter((value) => !hebrewLetter.test(value));
  if (foreign.length <= values.length * (1 - minShare)) return undefined;
  const first = JSON.stringify(foreign[0]);
  return refuse(`${foreign.length} of ${values.length} values have no Hebrew letter, the first is ${first}`);
}
