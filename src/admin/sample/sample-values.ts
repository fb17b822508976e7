// What a field of a sample may hold: candidates by the kind of its value, the most telling first. Those that the field's own
// rules take come before the others, which a rule that looks at other fields may still ask for.

import type { Element, JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import type { Scope } from '../../core/expression/compile.ts';
import { allItemTexts } from '../../core/locale/all-item-texts.ts';
import type { ItemTexts } from '../../core/locale/item-texts.ts';
import type { Locale } from '../../core/locale/locale.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { indexOptions, readOptionList } from '../../core/plan/option-list.ts';
import { acceptedValues, isAccepted } from '../../core/plan/options.ts';
import { itemTypeOf } from '../../core/plan/value-type-of.ts';
import type { Rule } from '../../core/validation/rules.ts';
import { invalid } from '../../core/values/value-type.ts';
import { readNumber } from '../../fields/number/value.ts';
import { scaleOf } from '../../fields/slider/slider-scale.ts';
import { inFormsWords } from '../../words/all/in-forms.ts';
import { textCandidates } from './sample-texts.ts';

export interface SampleField {
  readonly step: FieldStep;
  readonly locale: Locale;
  /** The place of its row: rows are not all the same. */
  readonly row: number;
}

const tools = { cleanHtml: (html: string) => html };

/** The first that the field's own rules take; undefined where there is none to be known before the rest of the entry is. */
export function firstCandidate(field: SampleField): JsonValue | undefined {
  for (const value of readProposals(field, undefined))
    if (passes(field.step.rules, value, allItemTexts[field.locale])) return value;
  return undefined;
}

/** Each as it is stored. */
export function candidatesFor(field: SampleField, scope: Scope): JsonValue[] {
  const values = [...readProposals(field, scope)];
  const good = values.filter((value) => passes(field.step.rules, value, allItemTexts[field.locale]));
  return [...good, ...values.filter((value) => !good.includes(value))];
}

/** Without a scope, options that an expression makes are not known. */
function* readProposals(field: SampleField, scope: Scope | undefined): Generator<JsonValue, void, void> {
  const { step } = field;
  if (step.value.kind === 'file') return;
  const options = listedOptions(step, scope);
  for (const candidate of proposals(field, options)) {
    const value = candidate === null ? null : step.value.read(candidate, tools);
    if (value === null || value === invalid || (options !== undefined && !isAccepted(value, options))) continue;
    yield value;
  }
}

/** Rules that only warn are kept too: a sample should not look wrong. */
export function passes(rules: readonly Rule[], value: JsonValue, texts: ItemTexts): boolean {
  const scope: Scope = { model: {}, value };
  return rules.every((rule) => rule.check(value, scope, texts) === undefined);
}

function listedOptions({ options }: FieldStep, scope: Scope | undefined) {
  if (options === undefined || (options.form === 'expression' && scope === undefined)) return undefined;
  return acceptedValues(options, scope ?? {});
}

function proposals({ step, locale, row }: SampleField, options: ReturnType<typeof listedOptions>): JsonValue[] {
  const { element } = step;
  const words = inFormsWords[locale].sample;
  switch (step.value.kind) {
    case 'number':
      return element.inputStyle === 'slider' ? onScale(element, row) : numbers(element, 7 + row * 5);
    case 'rate': {
      const most = element.rateMax ?? 5;
      return [Math.max(1, most - 1 - row), most, ...numbers(element, 1)];
    }
    case 'bool':
      return [row === 0, row !== 0];
    case 'date':
      return dates(element, row);
    case 'choice':
      return choices(element, locale, row, options);
    case 'multi-choice':
      return lists(
        choices(element, locale, 0, options).filter(isItemOf(element)),
        // An order of some would not do where all are asked for.
        element.ranked === true ? [maxOptions, ...countsIn(element)] : countsIn(element),
      );
    case 'matrix':
      return [matrix(element, choices(element, locale, 0, options))];
    case 'sign': {
      const strokes = 'strokes:[[300,100,[20,70,0],[60,20,40],[90,80,80],[140,30,120],[190,75,160],[260,40,200]]]';
      return [strokes, ...textCandidates(element, locale, row)];
    }
    case 'color':
      return ['#0b6b52', '#fff', ...textCandidates(element, locale, row)];
    case 'doc':
      return [`<p>${words.long}</p>`, `<p>${words.text}</p>`, ...textCandidates(element, locale, row)];
    default:
      return textCandidates(element, locale, row);
  }
}

/** Limits that are written as they are, of all validators whose type begins so. */
export function limitsIn({ validators }: Element, type: string): JsonValue[] {
  return (Array.isArray(validators) ? validators : []).flatMap((item) =>
    typeof item === 'object' && item !== null && String(item.type).startsWith(type) ? (item.value ?? []) : [],
  );
}

function numbers(element: Element, usual: number): number[] {
  const limits = limitsIn(element, 'num/').flatMap((limit) => {
    const number = readNumber(limit);
    return typeof number === 'number' ? number : [];
  });
  const near = limits.flatMap((limit) => [limit, Math.ceil(limit), Math.floor(limit), limit + 1, limit - 1]);
  const middle = limits.length > 1 ? [(Math.min(...limits) + Math.max(...limits)) / 2] : [];
  return [usual, 1, ...near, ...middle, ...middle.map(Math.round), 0, 10, 100, 1000, -1];
}

/** A place that the slider stops at, first. */
function onScale(element: Element, row: number): number[] {
  const { min, max, step } = scaleOf(element);
  const stops = Math.floor((max - min) / step);
  return [min + Math.min(stops, Math.round(stops * 0.6) + row) * step, min, ...numbers(element, max)];
}

const day = 86_400_000;
const firstDay = Date.parse('0000-01-01');
const lastDay = Date.parse('9999-12-31');

function dates(element: Element, row: number): string[] {
  const limits = limitsIn(element, 'date/').flatMap((limit) => {
    const time = typeof limit === 'string' ? Date.parse(limit) : Number.NaN;
    return Number.isNaN(time) ? [] : [time, time + day, time - day].map(writeTime);
  });
  const usual = [`2024-05-${17 + (row % 10)}`, '2000-01-01', '2030-12-31', '1970-01-01', '2100-01-01'];
  return [...usual.map((day) => `${day}T09:30:00.000Z`), ...limits, writeTime(Date.now())];
}

function writeTime(time: number): string {
  return new Date(Math.min(Math.max(time, firstDay), lastDay)).toISOString();
}

/** Of long lists the first are enough to choose from. */
const maxOptions = 200;

function choices(
  element: Element,
  locale: Locale,
  first: number,
  options: ReturnType<typeof listedOptions>,
): JsonValue[] {
  const listed = options === undefined ? writtenOptions(element) : [...options.values()];
  const values = listed.slice(0, maxOptions);
  if (values.length > 0) return [...values.slice(first % values.length), ...values.slice(0, first % values.length)];
  if (options !== undefined) return [];
  const { choice } = inFormsWords[locale].sample;
  // Any value does, as far as typeValidator allows: the type then keeps those it can read.
  return [choice, ...numbers(element, 1), ...dates(element, first), true, ...Array.from({ length: 50 }, numbered)];
}

function numbered(_: unknown, at: number): string {
  return String(at + 2);
}

function writtenOptions(element: Element): JsonValue[] {
  if (!Array.isArray(element.options)) return [];
  return [...indexOptions(readOptionList(element.options), itemTypeOf(element)).values()];
}

function countsIn(element: Element): number[] {
  const limits = limitsIn(element, 'arr/').flatMap((limit) => {
    const count = readNumber(limit);
    return typeof count === 'number' && count > 0 ? [Math.floor(count), Math.ceil(count)] : [];
  });
  return [2, 1, ...limits, 3];
}

/** One item of a wrong type would spoil a list. */
function isItemOf(element: Element): (item: JsonValue) => boolean {
  const type = itemTypeOf(element);
  return (item) => {
    const value = type.read(item, tools);
    return value !== invalid && value !== null;
  };
}

function lists(items: readonly JsonValue[], counts: readonly number[]): JsonValue[] {
  return [...counts.map((count) => items.slice(0, count)), ...items.map((item) => [item])];
}

function matrix({ matrixQuestions }: Element, options: readonly JsonValue[]): JsonObject {
  const questions = Array.isArray(matrixQuestions) ? readOptionList(matrixQuestions) : [];
  const answers = questions.map(({ value }, at) => [String(value), options[at % Math.max(1, options.length)] ?? null]);
  return Object.fromEntries(answers);
}
