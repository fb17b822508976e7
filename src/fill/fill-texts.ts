// What the fill page says around the form.
import type { Locale } from '../core/locale/locale.ts';
import { type TextsOf, textsOf } from '../form-view/texts.ts';
import { speak, wordsOf } from '../form-view/words.ts';

export type FillTextKey = keyof ReturnType<typeof wordsOf<'base'>>['fill'];
export type FillTexts = TextsOf<FillTextKey>;

export async function loadFillTexts(locale: Locale): Promise<FillTexts> {
  await speak(locale);
  return textsOf(wordsOf('base', locale).fill, locale);
}
