// The languages that the service speaks: each folder of src/words is one. [validation.messages.language]

import { languages } from '../../words/all/language.ts';

export type Locale = keyof typeof languages;

export const locales = Object.keys(languages) as Locale[];

/** A text, or whatever else is written once for each language. */
export type InLocales<Item = string> = Readonly<Record<Locale, Item>>;

/** The language of whoever names none, or one that is not spoken here. */
export const defaultLocale: Locale = 'en';

export type Direction = 'ltr' | 'rtl';

export function directionOf(locale: Locale): Direction {
  return languages[locale].direction === 'rtl' ? 'rtl' : 'ltr';
}

/** Reads a name that may be anything; undefined is the default. */
export function localeOf(name: unknown): Locale {
  return locales.find((locale) => locale === name) ?? defaultLocale;
}
