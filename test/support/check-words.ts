// What is wrong with a catalogue of words, beside the English one.
import type { PluralText, Text } from '../../src/words/words.ts';

export interface WordFile {
  readonly [key: string]: Text | WordFile;
}

/** `tag`: of the language, for Intl. */
export function findProblems(tag: string, english: WordFile, words: WordFile): string[] {
  const texts = flatten(words);
  const ofEnglish = flatten(english);
  const problems = [...ofEnglish].flatMap(([key, text]) => {
    const own = texts.get(key);
    return own === undefined ? [`${key}: is missing`] : problemsOf(tag, text, own).map((what) => `${key}: ${what}`);
  });
  const strange = [...texts.keys()].filter((key) => !ofEnglish.has(key));
  return [...problems, ...strange.map((key) => `${key}: is not in English`)];
}

function problemsOf(tag: string, english: Text, own: Text): string[] {
  if (isPlural(english) !== isPlural(own)) {
    return [isPlural(english) ? 'needs plural forms, as in English' : 'has plural forms, and none in English'];
  }
  // A text that is empty on purpose is so in English too.
  const isEmpty = formsOf(own).includes('') && !formsOf(english).includes('');
  return [...(isEmpty ? ['is empty'] : []), ...placeholderProblems(english, own), ...pluralProblems(tag, own)];
}

/** Texts by their path, such as `page.title`. */
export function flatten(words: WordFile, start = ''): Map<string, Text> {
  return new Map(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string' || isPlural(value) ? [[start + key, value]] : [...flatten(value, `${start}${key}.`)],
    ),
  );
}

const categories: readonly string[] = ['zero', 'one', 'two', 'few', 'many', 'other'] satisfies Intl.LDMLPluralRule[];

function isPlural(value: Text | WordFile): value is PluralText {
  return typeof value === 'object' && Object.keys(value).every((key) => categories.includes(key));
}

function formsOf(text: Text): string[] {
  return typeof text === 'string' ? [text] : Object.values(text);
}

function placeholderProblems(english: Text, own: Text): string[] {
  const [expected, actual] = [placeholders(english), placeholders(own)];
  return expected.join() === actual.join()
    ? []
    : [`has the placeholders ${actual.join(' ') || 'none'} instead of ${expected.join(' ') || 'none'}`];
}

/** Of all forms together: for one, the number itself is often left out. */
function placeholders(text: Text): string[] {
  const found = formsOf(text).flatMap((form) => [...form.matchAll(/(?<!\{)\{(\w+)\}(?!\})/g)].map(([whole]) => whole));
  return [...new Set(found)].sort();
}

/** A language may write two and none as it writes `other`; it has to say all the rest of its forms. */
function pluralProblems(tag: string, text: Text): string[] {
  if (!isPlural(text)) return [];
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
  const missing = pluralCategories.filter((one) => one !== 'two' && one !== 'zero' && text[one] === undefined);
  const strange = Object.keys(text).filter((one) => !(pluralCategories as string[]).includes(one));
  return [
    ...missing.map((one) => `has no plural form “${one}”`),
    ...strange.map((one) => `has the plural form “${one}”, which ${tag} does not have`),
  ];
}
