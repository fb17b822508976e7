// Made-up data for a form, by the kind of each field: what previews of emails and PDFs are drawn with when there is no entry
// to draw them with. Files are left out: a file that was never uploaded cannot be shown.
import { elementKind } from '../../core/element-kind.ts';
import type { Element, FormDefinition, JsonObject, JsonValue } from '../../core/form-definition.ts';
import { readOptionList } from '../../core/option-list.ts';
import { valueTypeOf } from '../../core/value-type-of.ts';
import { isPlainObject } from '../../core/values/value-type.ts';

export function makeSample({ formSchema, locale }: FormDefinition): JsonObject {
  const data: JsonObject = {};
  const root: unknown = formSchema?.rootElem;
  if (isPlainObject(root))
    fillChildren(data, root as unknown as Element, { locale: locale === 'he' ? 'he' : 'en', row: 0 });
  return data;
}

interface Making {
  readonly locale: 'en' | 'he';
  readonly row: number;
}

const ROWS = 2;

function fill(data: JsonObject, element: Element, making: Making): void {
  if (!isPlainObject(element)) return;
  const kind = elementKind(element.type);
  if (kind === 'field') {
    const value = sampleValue(element, making);
    if (value !== undefined) data[element.name] = value;
  } else if (kind === 'repeat') {
    const count = Math.min(ROWS, element.repMaxRows ?? ROWS);
    data[element.name] = Array.from({ length: count }, (_, row) => {
      const inside: JsonObject = {};
      fillChildren(inside, element, { ...making, row });
      return inside;
    });
  } else if (kind === 'section' && element.secFlat === false) {
    const inside: JsonObject = {};
    fillChildren(inside, element, making);
    data[element.name] = inside;
  } else fillChildren(data, element, making);
}

function fillChildren(data: JsonObject, { children }: Element, making: Making): void {
  if (!Array.isArray(children)) return;
  for (const child of (children as unknown[]).flat()) fill(data, child as Element, making);
}

function sampleValue(element: Element, { locale, row }: Making): JsonValue | undefined {
  const options = Array.isArray(element.options) ? readOptionList(element.options).map(({ value }) => value) : [];
  const words = samples[locale];
  switch (valueTypeOf(element)?.kind) {
    case 'number':
      return limitOf(element, 'num/min') ?? Math.min(7 + row * 5, limitOf(element, 'num/max') ?? 100);
    case 'rate':
      return Math.max(1, (element.rateMax ?? 5) - 1 - row);
    case 'bool':
      return row === 0;
    case 'date':
      return `2024-05-${17 + row}T09:30:00.000Z`;
    case 'choice':
      return options[row % Math.max(1, options.length)] ?? words.choice;
    case 'multi-choice':
      return options.length === 0 ? [words.choice] : options.slice(0, 2);
    case 'matrix':
      return matrixSample(element, options);
    case 'sign':
      return 'strokes:[[300,100,[20,70,0],[60,20,40],[90,80,80],[140,30,120],[190,75,160],[260,40,200]]]';
    case 'color':
      return '#0b6b52';
    case 'doc':
      return `<p>${words.long}</p>`;
    case 'file':
      return undefined;
    default:
      return textSample(element, words, row);
  }
}

function limitOf({ validators }: Element, type: string): number | undefined {
  for (const item of Array.isArray(validators) ? validators : []) {
    if (typeof item === 'object' && item?.type === type && typeof item.value === 'number') return item.value;
  }
  return undefined;
}

function matrixSample({ matrixQuestions }: Element, options: readonly JsonValue[]): JsonObject {
  const questions = Array.isArray(matrixQuestions) ? readOptionList(matrixQuestions) : [];
  const answers = questions.map(({ value }, at) => [String(value), options[at % Math.max(1, options.length)] ?? 'x']);
  return Object.fromEntries(answers);
}

const samples = {
  en: {
    name: ['Dana Levi', 'Noam Cohen'],
    city: 'Haifa',
    choice: 'First choice',
    long: 'A longer answer, written in a few sentences. It goes on for a while.',
    text: 'answer',
  },
  he: {
    name: ['דנה לוי', 'נועם כהן'],
    city: 'חיפה',
    choice: 'בחירה ראשונה',
    long: 'תשובה ארוכה יותר, בכמה משפטים. היא נמשכת עוד קצת.',
    text: 'תשובה',
  },
} as const;

function textSample(element: Element, words: (typeof samples)['en' | 'he'], row: number): string {
  const types = (Array.isArray(element.validators) ? element.validators : []).map((item) =>
    typeof item === 'string' ? item : item?.type,
  );
  const called = `${element.name} ${element.label ?? ''}`.toLowerCase();
  if (types.includes('str/email') || /e-?mail|דוא|מייל/.test(called)) return `dana${row || ''}@example.com`;
  if (types.includes('str/url')) return 'https://example.com/';
  if (/phone|mobile|טלפון|נייד/.test(called)) return '050-1234567';
  if (element.type === 'fLngTxt') return words.long;
  if (/name|(^|\s)שם(\s|$)/.test(called)) return words.name[row % 2]!;
  return /city|עיר/.test(called) ? words.city : `${element.label || element.name}: ${words.text}`;
}
