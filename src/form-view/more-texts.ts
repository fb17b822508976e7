// What the questions of question-kinds.ts say.
import type { Locale } from '../core/locale/locale.ts';
import { type TextsOf, textsOf } from './texts.ts';
import { wordsOf } from './words.ts';

type Kinds = ReturnType<typeof wordsOf<'kinds'>>;

export function moreTexts(locale: Locale): TextsOf<keyof Kinds> {
  return textsOf(wordsOf('kinds', locale), locale);
}
