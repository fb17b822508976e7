// Which of the languages of an imported form is taken, and which language its pages speak: a form here has one language. [forms.import.languages]
import { defaultLocale, type Locale, locales } from '../core/locale/locale.ts';
import { languages } from '../words/all/language.ts';

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
  // Better a language that pages speak than the first.
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
  const isNamed = (locale: Locale) => [locale, ...languages[locale].spellings].some((name) => words.includes(name));
  return locales.find((locale) => locale !== defaultLocale && isNamed(locale)) ?? locales.find(isNamed);
}

/** By the letters of its texts: the first of the languages that are written in them. */
export function localeOfTexts(texts: Iterable<string>): Locale {
  const counts = new Map<string, number>();
  const scripts = [...new Set(locales.map((locale) => languages[locale].script))];
  const letters = scripts.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'gu')] as const);
  for (const text of texts) {
    for (const [script, letter] of letters) {
      counts.set(script, (counts.get(script) ?? 0) + (text.match(letter)?.length ?? 0));
    }
  }
  const countOf = (locale: Locale) => counts.get(languages[locale].script) ?? 0;
  return locales.reduce((best, locale) => (countOf(locale) > countOf(best) ? locale : best));
}
