// A condition in words, for those who look at the form: "Shown when Brings a guest is checked". What rows cannot say stays the
// expression it is.
import type { Condition, JsonValue } from '../../../core/definition/form-definition.ts';
import type { Locale } from '../../page-data.ts';
import { translator } from '../../texts.ts';
import { readRows } from './condition-rows.ts';
import type { ConditionTest, Operator } from './condition-tests.ts';
import type { ExpressionNames, KnownName } from './expression-names.ts';

const words = {
  en: {
    and: ' and ',
    or: ' or ',
    is: '{field} is {value}',
    isNot: '{field} is not {value}',
    oneOf: '{field} is one of {value}',
    noneOf: '{field} is none of {value}',
    contains: '{field} contains {value}',
    lacks: '{field} does not contain {value}',
    more: '{field} is more than {value}',
    atLeast: '{field} is at least {value}',
    less: '{field} is less than {value}',
    atMost: '{field} is at most {value}',
    between: '{field} is between {value} and {other}',
    countAtLeast: '{field} has at least {value}',
    countAtMost: '{field} has at most {value}',
    checked: '{field} is checked',
    unchecked: '{field} is not checked',
    filled: '{field} is filled',
    empty: '{field} is empty',
    dateMore: '{field} is after {value}',
    dateAtLeast: '{field} is on or after {value}',
    dateLess: '{field} is before {value}',
    dateAtMost: '{field} is on or before {value}',
    quoted: '“{text}”',
  },
  he: {
    and: ' וגם ',
    or: ' או ',
    is: '{field} הוא {value}',
    isNot: '{field} אינו {value}',
    oneOf: '{field} הוא אחד מתוך {value}',
    noneOf: '{field} אינו אף אחד מתוך {value}',
    contains: '{field} מכיל {value}',
    lacks: '{field} לא מכיל {value}',
    more: '{field} גדול מ־{value}',
    atLeast: '{field} הוא לפחות {value}',
    less: '{field} קטן מ־{value}',
    atMost: '{field} הוא לכל היותר {value}',
    between: '{field} בין {value} ל־{other}',
    countAtLeast: 'ב{field} יש לפחות {value}',
    countAtMost: 'ב{field} יש לכל היותר {value}',
    checked: '{field} מסומן',
    unchecked: '{field} לא מסומן',
    filled: '{field} מלא',
    empty: '{field} ריק',
    dateMore: '{field} אחרי {value}',
    dateAtLeast: '{field} בתאריך {value} או אחריו',
    dateLess: '{field} לפני {value}',
    dateAtMost: '{field} בתאריך {value} או לפניו',
    quoted: '”{text}“',
  },
} as const;

type WordKey = keyof (typeof words)['en'];

/** undefined where there is no condition: always true, or a text without an expression in it. */
export function conditionWords(
  condition: Condition | undefined,
  names: ExpressionNames,
  locale: Locale,
): string | undefined {
  if (typeof condition !== 'string' || condition.trim() === '') return undefined;
  const rows = readRows(condition, names);
  if (rows === undefined || rows.tests.length === 0) return isolate(condition.trim().replace(/\s+/g, ' '), locale);
  return rows.tests.map((test) => testWords(test, locale)).join(translator(words, locale)(rows.joined));
}

function testWords({ field, operator, values }: ConditionTest, locale: Locale): string {
  const texts = values.map((value) => valueWords(value, field, operator, locale));
  const isMany = operator === 'oneOf' || operator === 'noneOf';
  return translator(words, locale)(keyOf(field, operator), {
    field: isolate(field.label, locale),
    value: isMany ? texts.join(', ') : (texts[0] ?? ''),
    other: texts[1] ?? '',
  });
}

const ofDates: Partial<Record<Operator, WordKey>> = {
  more: 'dateMore',
  atLeast: 'dateAtLeast',
  less: 'dateLess',
  atMost: 'dateAtMost',
};

function keyOf({ kind }: KnownName, operator: Operator): WordKey {
  return (kind === 'date' ? ofDates[operator] : undefined) ?? operator;
}

function valueWords(value: JsonValue, field: KnownName, operator: Operator, locale: Locale): string {
  const isCount = operator === 'countAtLeast' || operator === 'countAtMost';
  if (isCount || typeof value === 'number') return String(value);
  const option = field.options?.find((one) => one.value === value);
  if (option === undefined && field.kind === 'date' && typeof value === 'string')
    return dateWords(value, field, locale);
  return translator(words, locale)('quoted', { text: isolate(option?.label ?? String(value), locale) });
}

function dateWords(value: string, { mode }: KnownName, locale: Locale): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return value;
  const hasDay = mode !== 't';
  return new Intl.DateTimeFormat(locale === 'he' ? 'he-IL' : 'en-GB', {
    timeZone: 'UTC',
    ...(hasDay && { day: 'numeric', month: 'short', year: 'numeric' }),
    ...(mode !== 'd' && { hour: '2-digit', minute: '2-digit' }),
  }).format(moment);
}

/** Words of the other direction do not pull those beside them along. */
function isolate(text: string, locale: Locale): string {
  const isHebrew = /[\u0590-\u08ff]/.test(text);
  return isHebrew === (locale === 'he') ? text : `\u2068${text}\u2069`;
}
