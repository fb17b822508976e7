// The item messages of entry_failed_validation, in the form's own language whatever the request's `locale`. Their texts are in
// src/words/<language>/items.json. A page loads only the language of its form; a plan holds it as `itemTexts`.
// [validation.messages.language]

import type { itemsWords } from '../../words/all/items.ts';
import type { Text } from '../../words/words.ts';
import type { DateMode } from '../definition/definition-parts.ts';
import type { Element, JsonValue } from '../definition/form-definition.ts';
import { fillText } from '../text/fill-text.ts';
import type { ValueType } from '../values/value-type.ts';
import type { Locale } from './locale.ts';

export type MessageKey = keyof (typeof itemsWords)['en'];
export type ItemWords = Readonly<Record<MessageKey, Text>>;
export type ItemTexts = ItemWords & Wording & { readonly locale: Locale };

/** What the fill page says in its own way; the API's texts have none of it. [fill-links.words] */
interface Wording {
  /** Instead of `invalidType`, for what was sent and is not of this type. */
  readonly unread?: (type: ValueType, sent?: JsonValue) => string | undefined;
  /** Instead of `required`, for a question of this kind. */
  readonly needed?: (step: NeededStep) => string | undefined;
  /** A limit of a date field as the page shows dates. */
  readonly dateText?: (stored: string, mode: DateMode) => string;
  /** The same for a message that came from the API, about a value of this type. */
  readonly ofApi?: (message: string, type?: ValueType) => string;
}

/** What decides which words ask for an answer: a field, or rows, which have no value. */
export interface NeededStep {
  readonly value?: ValueType;
  readonly element: Element;
  readonly options?: unknown;
}

/** The text of an item message: `{0}` is the first argument, and the count. */
export function itemText(texts: ItemTexts, key: MessageKey, ...values: (string | number)[]): string {
  return fillText(texts[key], values, texts.locale);
}

export function itemTextsOf(locale: Locale, words: ItemWords): ItemTexts {
  return { ...words, locale };
}
