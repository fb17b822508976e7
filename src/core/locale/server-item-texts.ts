// Item messages that only the server reports: apart from item-texts.ts, so that pages do not load them.

import { itemsWords } from '../../words/all/server/items.ts';
import { fillText } from '../text/fill-text.ts';
import type { Locale } from './locale.ts';

export type ServerMessageKey = keyof (typeof itemsWords)['en'];

export function serverItemText(locale: Locale, key: ServerMessageKey, ...values: (string | number)[]): string {
  return fillText(itemsWords[locale][key], values, locale);
}
