// Which languages the `message` of an answer is tried in. [errors.language]
import type { MessageLocale } from '../errors.ts';

/** Reads raw query parameters leniently: it also serves errors that come before the parameters are checked. */
export function readLocales(query: unknown): readonly MessageLocale[] {
  if (typeof query !== 'object' || query === null) return [];
  const { locale, fallbackLocales } = query as Record<string, unknown>;
  if (locale === undefined && fallbackLocales === undefined) return unsaid;
  return [locale ?? 'en', fallbackLocales]
    .flat()
    .filter((name) => typeof name === 'string')
    .map(languageOf);
}

const unsaid: readonly MessageLocale[] = ['en'];

function languageOf(name: string): MessageLocale {
  return name === 'he' ? 'he' : 'en';
}
