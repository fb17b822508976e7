// What pages say about languages, and how numbers and dates are written in them.
import type { InLocales, Locale } from './locale.ts';
import { locales } from './locale.ts';

/** As its speakers call it. */
export const languageNames: InLocales = { en: 'English', he: 'עברית' };

/** For Intl: both write the day before the month. */
export const languageTags: InLocales = { en: 'en-GB', he: 'he-IL' };

/** For a choice among them. */
export const languageChoices = locales.map((value) => ({ value, label: languageNames[value] }));

/** The one after this, for a button that goes through all of them. */
export function nextLocale(locale: Locale): Locale {
  return locales[(locales.indexOf(locale) + 1) % locales.length]!;
}
