// What the parts of a form say. Messages about values are core's (item-texts.ts), but for those that page-words.ts replaces.
import type { Locale } from '../core/locale/locale.ts';
import { fillText } from '../core/text/fill-text.ts';
import type { Text } from '../words/words.ts';
import { speak, wordsOf } from './words.ts';

type Base = ReturnType<typeof wordsOf<'base'>>;
export type ViewTextKey = keyof Base['view'] | keyof Base['messages'] | keyof Base['answers'];
export type ViewTexts = TextsOf<ViewTextKey>;
export type TextsOf<Key> = (key: Key, ...values: (string | number)[]) => string;

/** A page loads the language it speaks. */
export async function loadViewTexts(locale: Locale): Promise<ViewTexts> {
  await speak(locale);
  const { answers, messages, view } = wordsOf('base', locale);
  return textsOf({ ...answers, ...messages, ...view }, locale);
}

export function textsOf<Key extends string>(words: Readonly<Record<Key, Text>>, locale: Locale): TextsOf<Key> {
  return (key, ...values) => fillText(words[key], values, locale);
}
