// A text of a catalogue with its values: `{0}` and `{name}` stand for them, and the count chooses the plural form.
// [validation.messages.language]

import type { PluralText, Text } from '../../words/words.ts';
import type { Locale } from '../locale/locale.ts';
import { languageTags } from '../locale/locale-facts.ts';

export type NamedValues = Readonly<Record<string, string | number | undefined>>;
type Values = NamedValues | readonly (string | number)[];

export function fillText(text: string, values: Values): string;
export function fillText(text: Text, values: Values, locale: Locale): string;
export function fillText(text: Text, given: Values, locale?: Locale): string {
  const values = given as NamedValues;
  return pluralForm(text, values, locale!).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

export type TextWriter = (text: Text, values: NamedValues) => string;

/** The same with numbers as the language writes them, for people: `1,000`. */
export function textWriter(locale: Locale): TextWriter {
  const numbers = new Intl.NumberFormat(languageTags[locale]);
  return (text, values) => {
    const written = Object.entries(values).map(([name, value]) => {
      return [name, typeof value === 'number' ? numbers.format(value) : value];
    });
    return fillText(pluralForm(text, values, locale), Object.fromEntries(written) as NamedValues);
  };
}

/** The count is the value called `count`, else the first one. */
function pluralForm(text: Text, values: NamedValues, locale: Locale): string {
  if (typeof text === 'string') return text;
  const count = values['count'] ?? values[0];
  return (typeof count === 'number' && text[categoryOf(count, locale)]) || text.other;
}

const kept: Partial<Record<Locale, Intl.PluralRules>> = {};

/** Making the rules takes as long as drawing a line of text. */
function categoryOf(count: number, locale: Locale): keyof PluralText {
  kept[locale] ??= new Intl.PluralRules(languageTags[locale]);
  return kept[locale].select(count);
}
