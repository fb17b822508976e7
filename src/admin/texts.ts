// Texts of the app. They are data: src/words/<language>/admin/<area>.json holds those of one area in one language, by section.
//   const t = useTexts('<area>/<section>');  t('title');  t('found', { count: 3 });
// A text that counts has a form for each plural category of its language, chosen by the value called `count`. An area is loaded with the first page that
// shows it (pages.ts), in the person's language only.
import { useMemo } from 'preact/hooks';
import { ApiError } from '../client/call-api.ts';
import { type TextWriter, textWriter } from '../core/text/fill-text.ts';
import { fetchWords } from '../form-view/words.ts';
import type account from '../words/en/admin/account.json';
import type builder from '../words/en/admin/builder.json';
import type entries from '../words/en/admin/entries.json';
import type forms from '../words/en/admin/forms.json';
import type gallery from '../words/en/admin/gallery.json';
import type insight from '../words/en/admin/insight.json';
import type optionsSets from '../words/en/admin/options-sets.json';
import type shell from '../words/en/admin/shell.json';
import type { Text } from '../words/words.ts';
import { useApp } from './app-context.ts';
import type { Locale } from './page-data.ts';

interface Words {
  readonly account: typeof account;
  readonly builder: typeof builder;
  readonly entries: typeof entries;
  readonly forms: typeof forms;
  /** The starting forms: what they are for, and what is in them. */
  readonly gallery: typeof gallery;
  readonly insight: typeof insight;
  readonly 'options-sets': typeof optionsSets;
  /** Signing in, the frame around the pages, and parts that all of them use. */
  readonly shell: typeof shell;
}

export type Area = keyof Words;

/** `area/section` */
export type Section = { [Name in Area]: `${Name}/${keyof Words[Name] & string}` }[Area];

export type TextKey<Name extends Section> = Name extends `${infer In extends Area}/${infer Part}`
  ? keyof Words[In][Part & keyof Words[In]] & string
  : never;

export type Translate<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

type AreaTexts = Readonly<Record<string, Readonly<Record<string, Text>>>>;

const loaded = new Map<Area, Partial<Record<Locale, AreaTexts>>>();

export function useTexts<Name extends Section>(section: Name): Translate<TextKey<Name>> {
  const { locale } = useApp();
  return useMemo(() => translator(section, locale), [section, locale]);
}

export function translator<Name extends Section>(section: Name, locale: Locale): Translate<TextKey<Name>> {
  const texts = textsOf(section, locale);
  const write = writerOf(locale);
  return (key, values) => write(texts[key] ?? key, values ?? {});
}

/** Whether a section has this text: for names that come from elsewhere. */
export function hasText<Name extends Section>(section: Name, key: string): key is TextKey<Name> {
  return Object.hasOwn(textsOf(section), key);
}

/** In a language whose words are still on their way, the texts are those of a language that is here. */
function textsOf(section: Section, locale?: Locale): Readonly<Record<string, Text>> {
  const [area, part] = section.split('/') as [Area, string];
  const words = loaded.get(area) ?? {};
  const texts = ((locale && words[locale]) ?? Object.values(words)[0])?.[part];
  if (texts === undefined) throw new Error(`No words of ${section} have been loaded.`);
  return texts;
}

const writers: Partial<Record<Locale, TextWriter>> = {};

/** Made once: the rules of a language take as long to look up as drawing a line of text. */
function writerOf(locale: Locale): TextWriter {
  writers[locale] ??= textWriter(locale);
  return writers[locale];
}

export async function loadWords(locale: Locale, areas: readonly Area[]): Promise<void> {
  await Promise.all(
    areas.map(async (area) => {
      const words = loaded.get(area) ?? {};
      loaded.set(area, words);
      words[locale] ??= await fetchWords<AreaTexts>(locale, area).catch(() => {
        throw new ApiError(0);
      });
    }),
  );
}

/** Every area that was asked for so far, also while this is going on. */
export async function loadLanguage(locale: Locale): Promise<void> {
  const missing = () => [...loaded.keys()].filter((area) => loaded.get(area)?.[locale] === undefined);
  while (missing().length > 0) await loadWords(locale, missing());
}

export function putWords(locale: Locale, area: Area, texts: AreaTexts): void {
  loaded.set(area, { ...loaded.get(area), [locale]: texts });
}
