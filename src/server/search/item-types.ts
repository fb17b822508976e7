// What a single stored value is to a search: when two are equal, what it reads like, and what comes first. One type for each
// kind of field; a condition's value is read by the type of the field it is compared with. [entry-search.values] [entry-search.order]
import type { JsonValue } from '../../core/definition/form-definition.ts';
import type { Locale } from '../../core/locale/locale.ts';
import { languageTags } from '../../core/locale/locale-facts.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { type Option, optionKey } from '../../core/plan/option-list.ts';
import { itemTypeOf } from '../../core/plan/value-type-of.ts';
import { invalid, type ValueType } from '../../core/values/value-type.ts';
import { boolValue } from '../../fields/bool/value.ts';
import { readChoice } from '../../fields/choice/read-choice.ts';
import type { DateMode } from '../../fields/date/value.ts';
import { readNumber } from '../../fields/number/value.ts';
import { readFilterDate } from '../entries/filter-date.ts';
import { foldAnswer } from './fold-answer.ts';

export type Operator =
  | 'eq'
  | 'ne'
  | 'in'
  | 'contains'
  | 'startsWith'
  | 'empty'
  | 'notEmpty'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte';

export interface ItemType {
  readonly kind: 'text' | 'number' | 'date' | 'bool' | 'choice' | 'file' | 'sign' | 'rows';
  readonly operators: ReadonlySet<Operator>;
  /** Differs where the same stored value has another key, text or order. */
  readonly meaning: string;
  /** What a condition was given as a value of this type, or undefined where it is none. */
  read(value: JsonValue): JsonValue | undefined;
  /** Two values are equal when their keys are; a stored value that does not fit the type equals none. */
  key(item: JsonValue): string | undefined;
  /** What people find it by, folded. */
  texts(item: JsonValue): readonly string[];
  order(item: JsonValue): number | string | undefined;
}

const presence: readonly Operator[] = ['empty', 'notEmpty'];
const equality: readonly Operator[] = [...presence, 'eq', 'ne', 'in'];
const all: ReadonlySet<Operator> = new Set([...equality, 'contains', 'startsWith', 'lt', 'lte', 'gt', 'gte']);
const nothing: readonly string[] = [];

const text: ItemType = {
  kind: 'text',
  meaning: 'text',
  operators: all,
  read: (value) => (typeof value === 'object' ? undefined : String(value)),
  key: (item) => `s${item}`,
  texts: (item) => [foldAnswer(String(item))],
  order: (item) => foldAnswer(String(item)),
};

const numberOf = (value: JsonValue): number | undefined => {
  const number = readNumber(value);
  return typeof number === 'number' ? number : undefined;
};

const number: ItemType = {
  kind: 'number',
  meaning: 'number',
  operators: all,
  read: numberOf,
  key: (item) => keyOf(numberOf(item)),
  texts: (item) => numberTexts(item),
  order: numberOf,
};

const keyOf = (value: number | undefined) => (value === undefined ? undefined : `n${value}`);

const grouped = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 15 });
const firstGrouped = 1000;

/** Both languages write numbers in one way. */
function numberTexts(item: JsonValue): string[] {
  if (typeof item !== 'number') return [foldAnswer(String(item))];
  return Math.abs(item) < firstGrouped ? [String(item)] : [foldAnswer(String(item)), foldAnswer(grouped.format(item))];
}

const bool: ItemType = {
  kind: 'bool',
  meaning: 'bool',
  operators: new Set(equality),
  read: (value) => booleanOf(value),
  key: (item) => (typeof item === 'boolean' ? `b${item}` : undefined),
  texts: () => nothing,
  order: (item) => (typeof item === 'boolean' ? Number(item) : undefined),
};

function booleanOf(value: JsonValue): boolean | undefined {
  const read = value === null ? invalid : boolValue.read(value, readTools);
  return typeof read === 'boolean' ? read : undefined;
}

/** Facts of an entry that are times, in milliseconds. */
const time: ItemType = {
  kind: 'date',
  meaning: 'time',
  operators: all,
  read: (value) => msOfIso(readFilterDate(value)),
  key: (item) => keyOf(item as number),
  texts: (item) => [new Date(item as number).toISOString().toLowerCase()],
  order: (item) => item as number,
};

const msOfIso = (iso: string | undefined) => (iso === undefined ? undefined : Date.parse(iso));

export const plainItems = {
  text,
  number,
  time,
  /** Of a person: equal or not, and in the order of ids. */
  id: { ...text, meaning: 'id', operators: new Set(equality) },
  /** The rows of a repeat: there are some, or there are none. */
  rows: { ...text, kind: 'rows', meaning: 'rows', operators: new Set(presence), texts: () => nothing },
} satisfies Record<string, ItemType>;

const readTools = { cleanHtml: (html: string) => html };

export function itemTypeOfStep(step: FieldStep, locale: Locale, timeZone: string): ItemType {
  switch (step.value.kind) {
    case 'number':
    case 'rate':
      return number;
    case 'bool':
      return bool;
    case 'date':
      return dateItems(step.value.mode ?? 'd', locale, timeZone);
    case 'choice':
    case 'multi-choice':
    case 'matrix':
      return choiceItems.ofStep(step, locale, timeZone);
    case 'doc':
      return { ...text, meaning: 'doc', texts: (item) => [docText(step, item)], order: (item) => docText(step, item) };
    case 'file':
      return { ...text, kind: 'file', meaning: 'file' };
    case 'sign':
      return { ...text, kind: 'sign', meaning: 'sign', operators: new Set(presence), texts: () => nothing };
    default:
      return text;
  }
}

const docText = (step: FieldStep, item: JsonValue) => foldAnswer(step.value.toText(item));

const dayMs = 86_400_000;
const maxKeptDates = 5_000;
const clockPattern = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

/** Days are UTC's, moments are shown in the form's time zone, and of times the day does not count. */
function dateItems(mode: DateMode, locale: Locale, timeZone: string): ItemType {
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
    operators: all,
    read: (value) => {
      const clock = mode === 't' && typeof value === 'string' ? clockPattern.exec(value) : null;
      return clock === null ? readFilterDate(value) : `1970-01-01T${clock[1]}:${clock[2]}:${clock[3] ?? '00'}.000Z`;
    },
    key: (item) => keyOf(msOf(item)),
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

interface Label {
  readonly folded: string;
}

export const choiceItems = {
  ofStep(step: FieldStep, locale: Locale, timeZone: string): ItemType {
    const item = itemTypeOf(step.element);
    const list = step.options?.form === 'list' ? step.options : undefined;
    const labels = labelsOf(list?.list ?? [], item);
    const read = (value: JsonValue) => {
      const reading = value === null ? invalid : readChoice(value, readTools, list?.index, item);
      return reading === invalid || reading === null ? undefined : reading;
    };
    const typed =
      item.kind === 'number'
        ? number
        : item.kind === 'date'
          ? dateItems(item.mode ?? 'd', locale, timeZone)
          : undefined;
    return choiceType(labels, read, typed);
  },
  status(options: readonly Option[]): ItemType {
    const labels = labelsOf(options, undefined);
    const read = (value: JsonValue) =>
      options.find((option) => option.value === value || option.label === value || String(option.value) === value)
        ?.value;
    return choiceType(labels, read, number);
  },
};

/** `typed`: options that are numbers or dates are in the order of these. */
function choiceType(
  labels: ReadonlyMap<string, Label>,
  read: (value: JsonValue) => JsonValue | undefined,
  typed: ItemType | undefined,
): ItemType {
  const labelOf = (item: JsonValue) => labels.get(optionKey(item))?.folded;
  return {
    kind: 'choice',
    meaning: `choice ${typed?.meaning} ${JSON.stringify([...labels].map(([key, { folded }]) => [key, folded]))}`,
    operators: all,
    read,
    key: (item) => `s${optionKey(item)}`,
    texts: (item) => {
      const own = typed === undefined ? [foldAnswer(String(item))] : typed.texts(item);
      const label = labelOf(item);
      return label === undefined ? own : [...own, label];
    },
    order: (item) => (typed === undefined ? (labelOf(item) ?? foldAnswer(String(item))) : typed.order(item)),
  };
}

/** By the text of the value that is stored: an option '2024-05-01' of a date field is stored as a timestamp. */
function labelsOf(options: readonly Option[], item: ValueType | undefined): ReadonlyMap<string, Label> {
  const labels = new Map<string, Label>();
  for (const { value, label } of options) {
    const stored = item === undefined ? value : item.read(value, readTools);
    if (stored === invalid || stored === null || labels.has(optionKey(stored))) continue;
    labels.set(optionKey(stored), { folded: foldAnswer(label) });
  }
  return labels;
}
