// Texts of a sample: by what the field is called and asked for, of the lengths it allows, and such that its patterns match.

import type { Element } from '../../core/definition/form-definition.ts';
import type { Locale } from '../../core/locale/locale.ts';
import { readNumber } from '../../fields/number/value.ts';
import { inFormsWords } from '../../words/all/in-forms.ts';
import { patternSamples } from './pattern-samples.ts';

export function textCandidates(element: Element, locale: Locale, row: number, isLong: boolean): string[] {
  const rules = (Array.isArray(element.validators) ? element.validators : []).map((item) =>
    typeof item === 'string' ? { type: item, value: undefined } : item,
  );
  const valuesOf = (type: string) => rules.flatMap((rule) => (rule?.type === type ? rule.value : []));
  const isAsked = (type: string) => rules.some((rule) => rule?.type === type);
  const usual = usualText(element, locale, row, isLong, isAsked);
  const patterned = valuesOf('str/pattern').flatMap((source) =>
    typeof source === 'string' ? patternSamples(source) : [],
  );
  const lengths = [...valuesOf('str/minLength'), ...valuesOf('str/maxLength')].flatMap((limit) => {
    const length = readNumber(limit ?? null);
    return typeof length === 'number' && length > 0 ? Math.min(length, maxLength) : [];
  });
  const fitted = lengths.flatMap((length) => {
    if (isAsked('str/email')) return fitEmail(length);
    return isAsked('str/url')
      ? fitUrl(length)
      : [fitText(usual, length), fitText(inFormsWords[locale].sample.long, length)];
  });
  return [
    usual,
    ...patterned,
    ...fitted,
    ...patterned.flatMap((text) => lengths.map((to) => fitText(text, to))),
    ...others,
  ];
}

/** No preview has room for more. */
const maxLength = 5000;

/** What short patterns and limits often ask for. */
const others = [
  'Text',
  '1',
  '12',
  '123',
  '1234',
  '12345',
  '123456782',
  '050-1234567',
  'a',
  'A',
  'ab',
  'a@b.co',
  'http://a.co',
];

function usualText(
  element: Element,
  locale: Locale,
  row: number,
  isLong: boolean,
  isAsked: (type: string) => boolean,
): string {
  const words = inFormsWords[locale].sample;
  const title = typeof element.label === 'string' && element.label !== '' ? element.label : element.name;
  const called = `${element.name} ${title}`.toLowerCase();
  if (isAsked('str/email')) return `dana${row || ''}@example.com`;
  if (isAsked('str/url')) return 'https://example.com/';
  if (isAsked('str/phone')) return `+97250123456${row % 10}`;
  if (/e-?mail|דוא|מייל/.test(called)) return `dana${row || ''}@example.com`;
  if (/phone|mobile|טלפון|נייד/.test(called)) return '050-1234567';
  if (isLong) return words.long;
  if (/first.?name|given.?name|שם פרטי/.test(called)) return row % 2 === 0 ? words.first : words.otherFirst;
  if (/last.?name|family.?name|surname|שם (ה)?משפחה/.test(called)) return row % 2 === 0 ? words.last : words.otherLast;
  if (/company|organi[sz]ation|מקום עבודה|שם (ה)?(חברה|ארגון)/.test(called)) return words.company;
  if (/street|רחוב/.test(called)) return words.street;
  if (/house.?number|מספר בית/.test(called)) return '12';
  if (/postal|zip.?code|מיקוד/.test(called)) return '3303412';
  if (/name|(^|\s)שם(\s|$)/.test(called)) return row % 2 === 0 ? words.name : words.otherName;
  return /city|עיר/.test(called) ? words.city : `${title}: ${words.text}`;
}

/** Cut, or gone on with, without a blank at the end, which some fields do not keep. */
function fitText(text: string, length: number): string {
  const characters = [...text];
  const fitted = Array.from({ length }, (_, at) => characters[at % characters.length] ?? 'x').join('');
  return fitted.trimEnd().padEnd(fitted.length, 'x');
}

function fitEmail(length: number): string[] {
  const local = 'a'.repeat(Math.min(Math.max(1, length - 'a@example.com'.length + 1), 60));
  const rest = Math.max(0, length - local.length - '@b.co'.length);
  // A label of a domain has at most 63 letters.
  const labels = Array.from({ length: Math.floor(rest / 60) }, () => `${'b'.repeat(59)}.`).join('');
  const last = 'b'.repeat(Math.max(1, length - local.length - 1 - labels.length - '.co'.length));
  return [`${local}@example.com`, `${local}@${labels}${last}.co`];
}

function fitUrl(length: number): string[] {
  return ['https://example.com/', 'http://a.co/'].map(
    (start) => start + 'a'.repeat(Math.max(0, length - start.length)),
  );
}
