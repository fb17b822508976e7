// What pages say about languages, and how numbers and dates are written in them.
import { languages } from '../../words/all/language.ts';
import { type InLocales, type Locale, locales } from './locale.ts';

/** As its speakers call it. */
export const languageNames = factOf('name');

/** For Intl. */
export const languageTags = factOf('tag');

function factOf(name: 'name' | 'tag'): InLocales {
  return Object.fromEntries(locales.map((locale) => [locale, languages[locale][name]])) as InLocales;
}

/** Where most of its speakers have their telephones, where that is one country. */
export function phoneCountryOf(locale: Locale): string | undefined {
  return languages[locale].phoneCountry ?? undefined;
}

/** For a choice among them. */
export const languageChoices = locales.map((value) => ({ value, label: languageNames[value] }));

/** The one after this, for a button that goes through all of them. */
export function nextLocale(locale: Locale): Locale {
  return locales[(locales.indexOf(locale) + 1) % locales.length]!;
}
