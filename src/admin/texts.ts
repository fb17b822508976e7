// Texts in English and Hebrew. Each page has its own, beside it, so that they come in the page's chunk:
//   const texts = { en: { title: 'Forms', found: '{count} [form|forms]' }, he: {...} } as const;  const t = useTexts(texts);
// `[one|many]`, in Hebrew also `[one|two|many]`, follows the value called `count`.
import { useMemo } from 'preact/hooks';
import { countTexts } from '../core/text/count-text.ts';
import { useApp } from './app-context.ts';
import type { Locale } from './page-data.ts';

export type TextTable<Key extends string> = Readonly<Record<Locale, Readonly<Record<Key, string>>>>;
export type Translate<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

export function useTexts<Key extends string>(table: TextTable<Key>): Translate<Key> {
  const { locale } = useApp();
  return useMemo(() => translator(table, locale), [table, locale]);
}

/** Made once: the rules of a language take as long to look up as drawing a line of text. */
const writers = { en: countTexts('en'), he: countTexts('he') } satisfies Record<Locale, unknown>;

export function translator<Key extends string>(table: TextTable<Key>, locale: Locale): Translate<Key> {
  const write = writers[locale];
  return (key, values) => (values === undefined ? table[locale][key] : write(table[locale][key], values));
}

/** Whether a table has this text: for names that come from elsewhere. */
export function hasText<Key extends string>(table: TextTable<Key>, key: string): key is Key {
  return Object.hasOwn(table.en, key);
}
