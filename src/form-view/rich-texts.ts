// What rich fields say: their own words, and those that every field has.
import type { FieldProps } from './field-props.ts';
import { type TextsOf, textsOf, type ViewTextKey } from './texts.ts';
import { wordsOf } from './words.ts';

type Rich = ReturnType<typeof wordsOf<'fields'>>['rich'];
export type RichTexts = TextsOf<keyof Rich | ViewTextKey>;

export function richTexts({ locale, texts }: Pick<FieldProps, 'locale' | 'texts'>): RichTexts {
  const { rich } = wordsOf('fields', locale);
  const own = textsOf(rich, locale);
  return (key, ...values) => (key in rich ? own(key as keyof Rich, ...values) : texts(key as ViewTextKey, ...values));
}
