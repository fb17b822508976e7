// Item messages that only the server reports, in both languages: apart from locale-messages.ts, so that pages do not load them.

import { fillText } from '../text/fill-text.ts';
import type { Locale } from './locale.ts';

const texts = {
  en: {
    fileSize: 'Reported size {0} does not match actual size {1}',
    richText: 'This text is too long or has too much formatting.',
    tooManyChecks: 'There are too many values to check at once.',
  },
  he: {
    fileSize: 'הגודל המדווח {0} אינו תואם לגודל בפועל {1}',
    richText: 'הטקסט ארוך מדי או שיש בו יותר מדי עיצוב.',
    tooManyChecks: 'יש יותר מדי ערכים לבדיקה בבת אחת.',
  },
};

export type ServerMessageKey = keyof (typeof texts)['en'];

export function serverItemText(locale: Locale, key: ServerMessageKey, ...values: (string | number)[]): string {
  return fillText(texts[locale][key], values);
}
