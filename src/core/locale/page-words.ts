// What the page says about values where the API's words are meant for programs: `not in options`, `Invalid data type.`, dates
// as they are stored. The rules are the same, and so are all other messages; those that a form's author wrote are never replaced.
// [fill-links.words]

import type { FormPlan } from '../plan/form-plan.ts';
import type { DateMode } from '../values/date.ts';
import type { ItemTexts, MessageKey } from './locale-messages.ts';

export type PageWords = Readonly<Record<keyof typeof englishPageWords, string>>;

export function withPageWords(plan: FormPlan, texts: (key: keyof PageWords) => string): FormPlan {
  const api = plan.itemTexts;
  // The day before the month, as in the management app.
  const tag = plan.locale === 'en' ? 'en-GB' : plan.locale;
  // Making one takes a hundred times as long as using it.
  const formats: Partial<Record<DateMode, Intl.DateTimeFormat>> = {};
  const itemTexts: ItemTexts = {
    ...api,
    notInOptions: texts('notInOptions'),
    invalidType: texts('unreadable'),
    url: texts('url'),
    fileMaxSize: texts('fileMaxSize'),
    unread: ({ kind, mode }) => (mode || kind === 'number' ? texts(mode ?? 'number') : undefined),
    dateText(stored, mode) {
      formats[mode] ??= new Intl.DateTimeFormat(tag, formatOptions[mode]);
      return formats[mode].format(new Date(stored));
    },
    ofApi(message, type) {
      const key = (Object.keys(api) as MessageKey[]).find((one) => api[one] === message);
      const unread = key === 'invalidType' && type && itemTexts.unread?.(type);
      return unread || (key ? itemTexts[key] : message);
    },
  };
  return { ...plan, itemTexts };
}

/** The month in words: which of two numbers is the day depends on the reader. A moment is shown in the reader's own time zone. */
const formatOptions: Readonly<Record<DateMode, Intl.DateTimeFormatOptions>> = {
  d: { dateStyle: 'long', timeZone: 'UTC' },
  dt: { dateStyle: 'long', timeStyle: 'short' },
  t: { timeStyle: 'short', timeZone: 'UTC' },
};

/** Hebrew is in page-words-he.ts. */
export const englishPageWords = {
  notInOptions: 'Choose one of the options.',
  unreadable: 'This answer cannot be read. Please enter it again.',
  number: 'Enter a number, such as 1234.5.',
  d: 'Complete the date.',
  t: 'Complete the time.',
  dt: 'Complete the date and the time.',
  url: 'Enter a web address that starts with https://, such as https://example.org.',
  fileMaxSize: 'One of the files is too large.',
};
