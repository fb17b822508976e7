// What the page says about values where the API's words are meant for programs: `not in options`, `Invalid data type.`, dates
// as they are stored. The rules are the same, and so are all other messages; those that a form's author wrote are never replaced.
// [fill-links.words]

import type { FormPlan } from '../core/form-plan.ts';
import type { ItemTexts, MessageKey } from '../core/locale-messages.ts';
import type { DateMode } from '../core/values/date.ts';
import type { ViewTexts } from './texts.ts';

export function withPageWords(plan: FormPlan, texts: ViewTexts): FormPlan {
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
    ofApi(message) {
      const key = (Object.keys(api) as MessageKey[]).find((one) => api[one] === message);
      return key ? itemTexts[key] : message;
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
