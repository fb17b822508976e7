// The item messages of every language, for places where weight does not matter; a page loads those of its form.
import { itemsWords } from '../../words/all/items.ts';
import { type ItemTexts, itemTextsOf } from './item-texts.ts';
import { type InLocales, locales } from './locale.ts';

export const allItemTexts = Object.fromEntries(
  locales.map((locale) => [locale, itemTextsOf(locale, itemsWords[locale])]),
) as InLocales<ItemTexts>;
