// Which of the languages of an imported form is taken, and whether its pages speak English or Hebrew: a form here has one language. [forms.import.languages]
import type { Locale } from '../core/locale/locale.ts';

export interface LanguageChoice {
  /** As the file calls it; undefined for the texts without a language. */
  readonly chosen: string | undefined;
  /** Of the file, without the chosen one. */
  readonly others: readonly string[];
  /** Whether the language that was asked for was there, or none was. */
  readonly isFound: boolean;
}

export interface LanguageWish {
  /** The language that the form should have. */
  readonly wanted: Locale | undefined;
  /** The one that the file says is its own. */
  readonly preferred?: string | undefined;
  /** There are texts without a language. */
  readonly hasPlain: boolean;
}

export function chooseLanguage(
  names: readonly string[],
  { wanted, preferred, hasPlain }: LanguageWish,
): LanguageChoice {
  const languages = [...new Set(names)];
  const own = languages.find((one) => one.toLowerCase() === preferred?.trim().toLowerCase());
  const fitting = wanted === undefined ? undefined : languages.find((one) => localeOfLanguage(one) === wanted);
  // Pages speak English or Hebrew: better one of them than the first.
  const spoken = languages.find((one) => localeOfLanguage(one) !== undefined);
  const ownOrFirst = own ?? (hasPlain ? undefined : (spoken ?? languages[0]));
  const chosen = fitting ?? ownOrFirst;
  return {
    chosen,
    others: languages.filter((one) => one !== chosen),
    isFound: wanted === undefined || languages.length === 0 || localeOfLanguage(chosen) === wanted,
  };
}

/** `English (en)`, `he`, `עברית`; undefined for any other. */
export function localeOfLanguage(language: string | undefined): Locale | undefined {
  const words = (language ?? '').toLowerCase().split(/[^\p{L}]+/u);
  if (words.some((word) => ['he', 'heb', 'iw', 'hebrew', 'עברית'].includes(word))) return 'he';
  return words.some((word) => ['en', 'eng', 'english'].includes(word)) ? 'en' : undefined;
}

/** By the letters of its texts. */
export function localeOfTexts(texts: Iterable<string>): Locale {
  let hebrew = 0;
  let others = 0;
  for (const text of texts) {
    hebrew += text.match(/[\u05d0-\u05ea]/g)?.length ?? 0;
    others += text.match(/[a-z]/gi)?.length ?? 0;
  }
  return hebrew > others ? 'he' : 'en';
}
