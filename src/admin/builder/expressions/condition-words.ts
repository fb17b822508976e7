// A condition in words, for those who look at the form: "Shown when Brings a guest is checked". What rows cannot say stays the
// expression it is.
import type { Condition, JsonValue } from '../../../core/definition/form-definition.ts';
import { directionOf } from '../../../core/locale/locale.ts';
import { languageTags } from '../../../core/locale/locale-facts.ts';
import type { Operator } from '../../../fields/builder.ts';
import type { Locale } from '../../page-data.ts';
import { type TextKey, translator } from '../../texts.ts';
import { readRows } from './condition-rows.ts';
import { type ConditionTest, factsOf } from './condition-tests.ts';
import type { ExpressionNames, KnownName } from './expression-names.ts';

type WordKey = TextKey<'builder/conditionWords'>;

/** undefined where there is no condition: always true, or a text without an expression in it. */
export function conditionWords(
  condition: Condition | undefined,
  names: ExpressionNames,
  locale: Locale,
): string | undefined {
  if (typeof condition !== 'string' || condition.trim() === '') return undefined;
  const rows = readRows(condition, names);
  if (rows === undefined || rows.tests.length === 0) return isolate(condition.trim().replace(/\s+/g, ' '), locale);
  return rows.tests
    .map((test) => testWords(test, locale))
    .join(translator('builder/conditionWords', locale)(rows.joined));
}

function testWords({ field, operator, values }: ConditionTest, locale: Locale): string {
  const texts = values.map((value) => valueWords(value, field, operator, locale));
  const isMany = operator === 'oneOf' || operator === 'noneOf';
  return translator('builder/conditionWords', locale)(keyOf(field, operator), {
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
  return (factsOf(kind).input === 'date' ? ofDates[operator] : undefined) ?? operator;
}

function valueWords(value: JsonValue, field: KnownName, operator: Operator, locale: Locale): string {
  const isCount = operator === 'countAtLeast' || operator === 'countAtMost';
  if (isCount || typeof value === 'number') return String(value);
  const option = field.options?.find((one) => one.value === value);
  if (option === undefined && factsOf(field.kind).input === 'date' && typeof value === 'string')
    return dateWords(value, field, locale);
  return translator('builder/conditionWords', locale)('quoted', {
    text: isolate(option?.label ?? String(value), locale),
  });
}

function dateWords(value: string, { mode }: KnownName, locale: Locale): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return value;
  const hasDay = mode !== 't';
  return new Intl.DateTimeFormat(languageTags[locale], {
    timeZone: 'UTC',
    ...(hasDay && { day: 'numeric', month: 'short', year: 'numeric' }),
    ...(mode !== 'd' && { hour: '2-digit', minute: '2-digit' }),
  }).format(moment);
}

/** Words of the other direction do not pull those beside them along. */
function isolate(text: string, locale: Locale): string {
  const isRightToLeft = /[\u0590-\u08ff]/.test(text);
  return isRightToLeft === (directionOf(locale) === 'rtl') ? text : `\u2068${text}\u2069`;
}
