// What the page says about values where the API's words are meant for programs: `not in options`, `Invalid data type.`, dates
// as they are stored. The rules are the same, and so are all other messages; those that a form's author wrote are never replaced.
// [fill-links.words]

import { neededByKind } from '../../fields/all/kind.ts';
import type { PageWordKey } from '../../fields/kind.ts';
import type { DateMode } from '../definition/definition-parts.ts';
import type { FormPlan } from '../plan/form-plan.ts';
import type { ItemTexts, MessageKey } from './item-texts.ts';
import { languageTags } from './locale-facts.ts';

export function withPageWords(plan: FormPlan, texts: (key: PageWordKey) => string): FormPlan {
  const api = plan.itemTexts;
  const tag = languageTags[plan.locale];
  // Making one takes a hundred times as long as using it.
  const formats: Partial<Record<DateMode, Intl.DateTimeFormat>> = {};
  const itemTexts: ItemTexts = {
    ...api,
    notInOptions: texts('notInOptions'),
    invalidType: texts('unreadable'),
    url: texts('url'),
    fileMaxSize: texts('fileMaxSize'),
    // The page keeps what it cannot take as it was typed: a number of too many digits, a date with a short year.
    unread({ kind, mode }, sent) {
      if (neededOf(kind) === 'number') return texts(/^[-+\s\d.,'’]{16,}\??$/.test(String(sent)) ? 'digits' : 'number');
      if (mode === 'd' && /^[1-9]\d{3}-\d\d-\d\d\?/.test(String(sent))) return texts('noDay');
      return mode && texts(mode !== 't' && /^0/.test(String(sent)) ? 'year' : mode);
    },
    needed: ({ value }) => value && texts(value.mode ?? neededOf(value.kind) ?? 'notInOptions'),
    dateText(stored, mode) {
      formats[mode] ??= new Intl.DateTimeFormat(tag, formatOptions[mode]);
      return formats[mode].format(new Date(stored));
    },
    ofApi(message, type) {
      const key = (Object.keys(api) as MessageKey[]).find((one) => api[one] === message);
      const unread = key === 'invalidType' && type && itemTexts.unread?.(type);
      return unread || (key ? (itemTexts[key] as string) : message);
    },
  };
  return { ...plan, itemTexts };
}

/** By what the person does: writes, chooses one or several, ticks, uploads, signs. */
const neededOf = (kind: string) => (neededByKind as { readonly [Kind in string]?: PageWordKey })[kind];

/** The month in words: which of two numbers is the day depends on the reader. A moment is shown in the reader's own time zone. */
const formatOptions: Readonly<Record<DateMode, Intl.DateTimeFormatOptions>> = {
  d: { dateStyle: 'long', timeZone: 'UTC' },
  dt: { dateStyle: 'long', timeStyle: 'short' },
  t: { timeStyle: 'short', timeZone: 'UTC' },
};
