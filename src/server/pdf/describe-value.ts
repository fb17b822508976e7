// One field as it is printed: its label, and its value as people read it. A value whose shape is not that of today's field
// (the form changed after the entry was made) is shown as it is stored.

import type { FileObject, JsonObject, JsonValue, TypeValidator } from '../../core/definition/form-definition.ts';
import type { Scope } from '../../core/expression/compile.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { type Option, optionKey, readOptionList } from '../../core/plan/option-list.ts';
import { listOptions } from '../../core/plan/options.ts';
import { enterRow, type RowState, sentFor } from '../../core/plan/row-state.ts';
import { itemTypeOf } from '../../core/plan/value-type-of.ts';
import { fillText } from '../../core/text/fill-text.ts';
import { sizeText } from '../../core/text/size-text.ts';
import { invalid, type ValueKind } from '../../core/values/value-type.ts';
import { colorHex } from './color-hex.ts';
import type { Describing } from './describe-entry.ts';
import { pdfTexts, printDate } from './pdf-texts.ts';
import type { Block, Line, ListItem, Picture, Value } from './printed-document.ts';
import { printText, type TextStyle } from './printed-text.ts';
import { drawSignature } from './signature-drawing.ts';

export function describeField(context: Describing, row: RowState, step: FieldStep): Block {
  const label = printText(step.element.label || step.name, { neutralDir: context.docDir });
  const help = describeHelp(context, step.element.help);
  return { kind: 'field', label, ...(help && { help }), value: describeSlot(context, row, step, {}) };
}

/** Undefined where nothing is printed. */
export function describeHelp({ hasHelp, docDir }: Describing, help = ''): Line[] | undefined {
  return hasHelp && help.trim() !== '' ? printText(help, { neutralDir: docDir }) : undefined;
}

export function describeSlot(context: Describing, row: RowState, step: FieldStep, style: TextStyle): Value {
  const reading = row.slots[step.slot] as JsonValue | typeof invalid | undefined;
  if (reading === undefined || reading === null) return { kind: 'empty' };
  if (reading === invalid) return describeRaw(sentFor(row, step) ?? null, style);
  const scope = { ...enterRow(context.run, row), value: reading };
  return describers[step.value.kind]({ ...context, step, scope, style, value: reading });
}

interface Answer extends Describing {
  readonly step: FieldStep;
  readonly scope: Scope;
  readonly style: TextStyle;
  readonly value: JsonValue;
}

const describers: Record<ValueKind, (answer: Answer) => Value> = {
  text: ({ value, style }) => textValue(String(value), style),
  number: ({ value, style }) => textValue(String(value), style),
  bool: ({ value, locale, docDir }) => textValue(boolWord(value, locale), { neutralDir: docDir }),
  date: (answer) => textValue(printDate(String(answer.value), dateMode(answer.step), answer), answer.style),
  doc: ({ value }) => ({ kind: 'html', html: String(value) }),
  choice: describeChoice,
  'multi-choice': describeChoices,
  file: describeFiles,
  sign: describeSignature,
  rate: describeRate,
  color: describeColor,
  matrix: describeMatrix,
};

function textValue(text: string, style: TextStyle): Value {
  return { kind: 'text', lines: printText(text, style) };
}

function describeRaw(value: JsonValue, style: TextStyle): Value {
  return textValue(typeof value === 'object' ? JSON.stringify(value) : String(value), style);
}

function boolWord(value: JsonValue, locale: Describing['locale']): string {
  return value === true ? pdfTexts(locale).yes : pdfTexts(locale).no;
}

function dateMode({ element }: FieldStep): 'd' | 'dt' | 't' {
  return (typeof element.typeValidator === 'object' ? (element.typeValidator as TypeValidator).mode : undefined) ?? 'd';
}

function describeChoice(answer: Answer): Value {
  const item = choiceItem(answer, answer.value, optionsByKey(answer));
  return item.note === undefined ? { kind: 'text', lines: item.lines } : { kind: 'list', items: [item] };
}

function describeChoices(answer: Answer): Value {
  const options = optionsByKey(answer);
  const isRanked = answer.step.element.ranked === true;
  const items = (answer.value as JsonValue[]).map((value, at) => {
    const item = choiceItem(answer, value, options);
    return isRanked ? numbered(item, at + 1, answer) : item;
  });
  return { kind: 'list', items };
}

/** In a ranking the place is what was answered. */
function numbered(item: ListItem, place: number, { docDir, style }: Answer): ListItem {
  const [first, ...rest] = item.lines;
  const text = `${place}. ${first?.text ?? ''}`;
  return {
    ...item,
    lines: [...(first ? [{ ...first, text }] : printText(text, { neutralDir: docDir, ...style })), ...rest],
  };
}

/** By the text of the value that is stored: an option '2024-05-01' of a date field is stored as a timestamp. */
function optionsByKey({ step, scope, knownOptions }: Answer): ReadonlyMap<string, Option> {
  const known = knownOptions.get(step);
  if (known !== undefined) return known;
  const item = itemTypeOf(step.element);
  const options = step.options === undefined ? [] : listOptions(step.options, scope);
  const byKey = new Map<string, Option>();
  for (const option of options) {
    const stored = item.read(option.value, { cleanHtml: (html) => html });
    const key = optionKey(stored === invalid || stored === null ? option.value : stored);
    if (!byKey.has(key)) byKey.set(key, option);
  }
  // A list is the same in every row; what an expression gives is not.
  if (step.options?.form === 'list') knownOptions.set(step, byKey);
  return byKey;
}

/** A value without a label (of an options set, or of an option that is gone) is shown as what it is. */
function choiceItem(answer: Answer, value: JsonValue, options: ReadonlyMap<string, Option>): ListItem {
  const option = options.get(optionKey(value));
  if (option !== undefined && option.label !== optionKey(option.value)) {
    const lines = printText(option.label, { neutralDir: answer.docDir, ...answer.style });
    return { lines, ...groupNote(answer, option) };
  }
  return {
    lines: printText(scalarText(answer, value), answer.style),
    ...groupNote(answer, option),
  };
}

function groupNote({ docDir }: Answer, option: Option | undefined): { note?: readonly Line[] } {
  return option?.group ? { note: printText(option.group, { neutralDir: docDir }) } : {};
}

function scalarText(answer: Answer, value: JsonValue): string {
  const { step, locale } = answer;
  const { kind } = itemTypeOf(step.element);
  if (kind === 'bool') return boolWord(value, locale);
  return kind === 'date' ? printDate(String(value), dateMode(step), answer) : String(value);
}

/** Pictures that could be had are shown; everything else is in the list. */
function describeFiles({ value, pictures, locale }: Answer): Value {
  const shown: Picture[] = [];
  const files: ListItem[] = [];
  for (const file of value as unknown as FileObject[]) {
    const item = { lines: printText(file.name), note: printText(sizeText(file.size, locale)) };
    const path = pictures.pathOf(file);
    if (path === undefined) files.push(item);
    else shown.push({ ...item, path, alt: file.name });
  }
  return { kind: 'files', pictures: shown, files };
}

function describeSignature({ value, locale, pictures, docDir }: Answer): Value {
  const words = pdfTexts(locale);
  const drawing = drawSignature(String(value));
  if (drawing !== undefined) return { kind: 'drawing', ...drawing, alt: words.signature };
  const path = pictures.addDataUrl(String(value));
  if (path !== undefined) return { kind: 'picture', path, alt: words.signature };
  return textValue(words.signed, { neutralDir: docDir });
}

const maxStars = 10;

function describeRate({ value, step, locale }: Answer): Value {
  const max = step.element.rateMax ?? 5;
  const rating = Number(value);
  const words = fillText(pdfTexts(locale).rate, [rating, max]);
  const isNumbers = step.element.rateStyle === 'numbers';
  if (isNumbers || max > maxStars || rating > max || rating < 0) return textValue(words, {});
  return { kind: 'rate', value: rating, max, words };
}

function describeColor({ value, style }: Answer): Value {
  const text = String(value);
  const hex = colorHex(text);
  return hex === undefined ? textValue(text, style) : { kind: 'color', lines: printText(text, style), hex };
}

const maxMatrixOptions = 7;
const maxMatrixCharacters = 70;

/** A grid where the options fit beside the questions, else each question with its answer. */
function describeMatrix(answer: Answer): Value {
  const { step, scope, docDir } = answer;
  const answers = answer.value as JsonObject;
  const questions = readOptionList(step.element.matrixQuestions ?? []);
  const options = step.options === undefined ? [] : listOptions(step.options, scope);
  const placeOf = new Map<string, number>();
  for (const [place, { value }] of options.entries()) {
    if (!placeOf.has(optionKey(value))) placeOf.set(optionKey(value), place);
  }
  const places = questions.map(({ value }) =>
    Object.hasOwn(answers, String(value)) ? (placeOf.get(optionKey(answers[String(value)]!)) ?? -1) : -1,
  );
  const isListed = questions.every(({ value }, at) => places[at] !== -1 || !Object.hasOwn(answers, String(value)));
  const width = options.reduce((sum, { label }) => sum + Math.min(label.length, 14), 0);
  const say = (text: string, maxRun?: number): Line[] =>
    printText(text, { neutralDir: docDir, ...(maxRun === undefined ? {} : { maxRun }) });
  if (isListed && options.length > 0 && options.length <= maxMatrixOptions && width <= maxMatrixCharacters) {
    const rows = questions.map(({ label }, at) => ({ question: say(label), chosen: places[at]! }));
    return { kind: 'matrix', options: options.map(({ label }) => say(label, 11)), rows };
  }
  const labels = optionsByKey(answer);
  const items = questions
    .filter(({ value }) => Object.hasOwn(answers, String(value)))
    .map(({ value, label }) => {
      const chosen = answers[String(value)]!;
      return { lines: say(labels.get(optionKey(chosen))?.label ?? String(chosen)), note: say(label) };
    });
  return { kind: 'list', items };
}
