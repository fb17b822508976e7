// The languages the service speaks. Another one is another name here, and the catalogues that the compiler then asks for.
// [validation.messages.language]

export const locales = ['en', 'he'] as const;

export type Locale = (typeof locales)[number];

/** A text, or whatever else is written once for each language. */
export type InLocales<Item = string> = Readonly<Record<Locale, Item>>;

/** The language of whoever names none, or one that is not spoken here. */
export const defaultLocale: Locale = 'en';

export type Direction = 'ltr' | 'rtl';

const directions: InLocales<Direction> = { en: 'ltr', he: 'rtl' };

export function directionOf(locale: Locale): Direction {
  return directions[locale];
}

/** Reads a name that may be anything; undefined is the default. */
export function localeOf(name: unknown): Locale {
  return locales.find((locale) => locale === name) ?? defaultLocale;
}
