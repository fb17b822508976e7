// The words of a page that shows forms: each area is fetched with the first part of the page that shows it, in the languages that
// the page speaks. src/words/<language>/page/

import { type ItemTexts, itemTextsOf } from '../core/locale/item-texts.ts';
import type { Locale } from '../core/locale/locale.ts';
import type answers from '../words/en/answers.json';
import type items from '../words/en/items.json';
import type fields from '../words/en/page/fields.json';
import type fill from '../words/en/page/fill.json';
import type kinds from '../words/en/page/kinds.json';
import type later from '../words/en/page/later.json';
import type messages from '../words/en/page/messages.json';
import type steps from '../words/en/page/steps.json';
import type view from '../words/en/page/view.json';
import type { Texts } from '../words/words.ts';
import { staleEvent } from './import-part.ts';

/** As scripts/words.mjs puts catalogues together. */
export interface PageWords {
  /** What every form needs. */
  readonly base: Texts<{
    items: typeof items;
    answers: typeof answers;
    messages: typeof messages;
    view: typeof view;
    fill: typeof fill;
  }>;
  /** Of rich fields. */
  readonly fields: Texts<typeof fields>;
  /** Of question-kinds.ts. */
  readonly kinds: Texts<typeof kinds>;
  /** Of forms in steps. */
  readonly steps: Texts<typeof steps>;
  /** What few fillers meet, and after something happened. */
  readonly later: Texts<typeof later>;
}

export type PageArea = keyof PageWords;

const loaded: Partial<Record<Locale, Partial<PageWords>>> = {};
const asked = new Set<PageArea>(['base']);

/** The area in every language that the page speaks. */
export async function loadWords(area: PageArea): Promise<void> {
  asked.add(area);
  await Promise.all((Object.keys(loaded) as Locale[]).map((locale) => load(locale, area)));
}

/** From now on the page speaks this language, wherever it shows something already. */
export async function speak(locale: Locale): Promise<void> {
  loaded[locale] ??= {};
  await Promise.all([...asked].map((area) => load(locale, area)));
}

async function load<Area extends PageArea>(locale: Locale, area: Area): Promise<void> {
  if (loaded[locale]![area] === undefined) putPageWords(locale, area, await fetchWords(locale, `page-${area}`));
}

export function putPageWords<Area extends PageArea>(locale: Locale, area: Area, words: PageWords[Area]): void {
  loaded[locale] = { ...loaded[locale], [area]: words };
}

/** `area` as files are named; the page says what their names begin with. */
export async function fetchWords<Words>(locale: Locale, area: string): Promise<Words> {
  const { content } = document.querySelector<HTMLMetaElement>('meta[name="words"]')!;
  const response = await fetch(`/assets/${content}-${locale}-${area}.json`);
  // The files of another version: the page has to be loaded again.
  if (response.status === 404) dispatchEvent(new Event(staleEvent));
  if (!response.ok) throw new Error(`words: ${response.status}`);
  return (await response.json()) as Words;
}

export function wordsOf<Area extends PageArea>(area: Area, locale: Locale): PageWords[Area] {
  return loaded[locale]![area]!;
}

export async function loadItemTexts(locale: Locale): Promise<Partial<Record<Locale, ItemTexts>>> {
  await speak(locale);
  return { [locale]: itemTextsOf(locale, wordsOf('base', locale).items) };
}
