// Dates in a search: days are UTC's, moments are shown in the form's time zone, and of times the day does not count. They are found
// in every form that people write them in. [entry-search.values]

import type { DateMode } from '../../../core/definition/definition-parts.ts';
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import type { Locale } from '../../../core/locale/locale.ts';
import { languageTags } from '../../../core/locale/locale-facts.ts';
import { readFilterDate } from '../../../server/entry-facts/filter-date.ts';
import { foldAnswer } from '../../../server/search/fold-answer.ts';
import { allOperators, type ItemType, type KindSearch, keyOfNumber } from '../../../server/search/item-types.ts';

export const search: KindSearch = {
  itemType: (step, locale, timeZone) => dateItems(step.value.mode ?? 'd', locale, timeZone),
};

const dayMs = 86_400_000;
const maxKeptDates = 5_000;
const clockPattern = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

export function dateItems(mode: DateMode, locale: Locale, timeZone: string): ItemType {
  const toText = dateWriter(mode, locale, timeZone);
  const kept = new Map<string, readonly string[]>();
  const msOf = (item: JsonValue) => {
    const ms = typeof item === 'string' ? Date.parse(item) : Number.NaN;
    if (Number.isNaN(ms)) return undefined;
    return mode === 't' ? ((ms % dayMs) + dayMs) % dayMs : ms;
  };
  return {
    kind: 'date',
    meaning: `date ${mode} ${locale} ${timeZone}`,
    operators: allOperators,
    read: (value) => {
      const clock = mode === 't' && typeof value === 'string' ? clockPattern.exec(value) : null;
      return clock === null ? readFilterDate(value) : `1970-01-01T${clock[1]}:${clock[2]}:${clock[3] ?? '00'}.000Z`;
    },
    key: (item) => keyOfNumber(msOf(item)),
    texts(item) {
      const iso = String(item);
      let texts = kept.get(iso);
      if (texts === undefined) {
        texts = msOf(item) === undefined ? [foldAnswer(iso)] : toText(new Date(iso)).map(foldAnswer);
        if (kept.size >= maxKeptDates) kept.clear();
        kept.set(iso, texts);
      }
      return texts;
    },
    order: msOf,
  };
}

function dateWriter(mode: DateMode, locale: Locale, timeZone: string): (date: Date) => string[] {
  const tag = languageTags[locale];
  const zone = mode === 'dt' ? timeZone : 'UTC';
  const formats = (['short', 'medium', 'long'] as const).map(
    (dateStyle) => new Intl.DateTimeFormat(tag, { dateStyle, timeZone: zone }),
  );
  const numeric = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'numeric', year: 'numeric', timeZone: zone });
  const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone });
  return (date) => {
    if (mode === 't') return [clock.format(date)];
    const days = [date.toISOString().slice(0, 'YYYY-MM-DD'.length), ...formats.map((format) => format.format(date))];
    const all = [...days, numeric.format(date), ...(mode === 'dt' ? [isoDay.format(date), clock.format(date)] : [])];
    return [...new Set(all)];
  };
}
