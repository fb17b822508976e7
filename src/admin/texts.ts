// Texts in English and Hebrew. Each page has its own, beside it, so that they come in the page's chunk:
//   const texts = { en: { title: 'Forms', found: '{count} found' }, he: {...} } as const;  const t = useTexts(texts);
import { useMemo } from 'preact/hooks';
import { useApp } from './app-context.ts';
import type { Locale } from './page-data.ts';

export type TextTable<Key extends string> = Readonly<Record<Locale, Readonly<Record<Key, string>>>>;
export type Translate<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

export function useTexts<Key extends string>(table: TextTable<Key>): Translate<Key> {
  const { locale } = useApp();
  return useMemo(() => translator(table, locale), [table, locale]);
}

export function translator<Key extends string>(table: TextTable<Key>, locale: Locale): Translate<Key> {
  const format = new Intl.NumberFormat(locale);
  return (key, values) => {
    if (values === undefined) return table[locale][key];
    return table[locale][key].replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return typeof value === 'number' ? format.format(value) : (value ?? whole);
    });
  };
}
