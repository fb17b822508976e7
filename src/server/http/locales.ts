// Reads the languages in which the `message` of a response is wanted. [errors.language]

import { defaultLocale, type Locale, localeOf } from '../../core/locale/locale.ts';
/** Reads raw query parameters leniently: it also serves errors that come before the parameters are checked. */
export function readLocales(query: unknown): readonly Locale[] {
  if (typeof query !== 'object' || query === null) return [];
  const { locale, fallbackLocales } = query as Record<string, unknown>;
  if (locale === undefined && fallbackLocales === undefined) return unsaid;
  return [locale ?? defaultLocale, fallbackLocales]
    .flat()
    .filter((name) => typeof name === 'string')
    .map(localeOf);
}

const unsaid: readonly Locale[] = [defaultLocale];
