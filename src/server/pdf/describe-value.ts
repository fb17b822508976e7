// One field as it is printed: its label, and its answer as lines, lists, pictures, stars, a grid.

import type { FileObject } from '../../core/definition/form-definition.ts';
import type { DateStyle } from '../../core/locale/print-date.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { optionKey } from '../../core/plan/option-list.ts';
import { enterRow, type RowState, type Run, sentFor } from '../../core/plan/row-state.ts';
import { sizeText } from '../../core/text/size-text.ts';
import type { Reading } from '../../core/values/value-type.ts';
import type { Answer, Item } from '../../fields/answer.ts';
import { answersOf, type FieldAnswers } from '../../fields/answers.ts';
import type { AddAnswers } from '../../print/answers-in-texts.ts';
import { answerLine, itemText, placeText } from '../../print/line.ts';
import { pdfWords } from '../../words/all/server/pdf.ts';
import { colorHex } from './color-hex.ts';
import type { Pictures } from './pictures.ts';
import type { Block, Line, ListItem, Picture, TextStyle, Value } from './printed-document.ts';
import { printText } from './printed-text.ts';
import { drawSignature } from './signature-drawing.ts';

export interface Describing extends DateStyle {
  readonly run: Run;
  readonly docDir: Line['dir'];
  /** Concealed fields are left out. [after-actions.pdfs.concealed] */
  readonly isForFiller: boolean;
  /** Help of questions and sections is printed. */
  readonly hasHelp: boolean;
  readonly pictures: Pictures;
  readonly addAnswers: AddAnswers;
  readonly known: Map<FieldStep, FieldAnswers>;
}

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
  const answers = context.known.get(step) ?? answersOf(step);
  context.known.set(step, answers);
  const scope = () => enterRow(context.run, row);
  const answer = answers.reading(row.slots[step.slot] as Reading | undefined, sentFor(row, step), { scope });
  return answer === undefined ? { kind: 'empty' } : describeAnswer(answer, { ...context, style });
}

interface Setting extends Describing {
  readonly style: TextStyle;
}

function describeAnswer(answer: Answer, setting: Setting): Value {
  switch (answer.kind) {
    case 'list':
      return {
        kind: 'list',
        items: answer.items.map((item, at) => listItem(item, setting, placeText(answer.isRanked, at))),
      };
    case 'pairs':
      return describePairs(answer, setting);
    case 'files':
      return describeFiles(answer.files, setting);
    case 'html':
      return { kind: 'html', html: answer.html };
    case 'rating': {
      const words = answerLine(answer, setting);
      return answer.isStars
        ? { kind: 'stars', value: answer.value, max: answer.max, words }
        : { kind: 'text', lines: printText(words) };
    }
    case 'stored':
      return { kind: 'text', lines: printText(answerLine(answer, setting), setting.style) };
    case 'drawing':
      return describeSignature(answer, setting);
    case 'color':
      return describeColor(String(answer.value), setting);
    default: {
      const item = listItem(answer, setting);
      return item.note === undefined ? { kind: 'text', lines: item.lines } : { kind: 'list', items: [item] };
    }
  }
}

function listItem(item: Item, setting: Setting, before = ''): ListItem {
  const lines = itemLines(item, setting, before);
  return item.group ? { lines, note: printText(item.group, { neutralDir: setting.docDir }) } : { lines };
}

/** Words of the form and of the service are in its direction, what was typed in its own. */
function itemLines(item: Item, setting: Setting, before = ''): Line[] {
  const isWords = before !== '' || item.kind === 'label' || item.kind === 'bool' || item.kind === 'drawing';
  const neutral = isWords ? { neutralDir: setting.docDir } : {};
  return printText(before + itemText(item, setting), { ...neutral, ...setting.style });
}

/** Pictures that could be had are shown; everything else is in the list. */
function describeFiles(all: readonly FileObject[], { pictures, locale }: Setting): Value {
  const shown: Picture[] = [];
  const files: ListItem[] = [];
  for (const file of all) {
    const item = { lines: printText(file.name), note: printText(sizeText(file.size, locale)) };
    const path = pictures.pathOf(file);
    if (path === undefined) files.push(item);
    else shown.push({ ...item, path, alt: file.name });
  }
  return { kind: 'files', pictures: shown, files };
}

function describeSignature(item: Item, setting: Setting): Value {
  const text = String(item.value);
  const alt = pdfWords[setting.locale].signature;
  const words = itemText(item, setting);
  const drawing = drawSignature(text);
  if (drawing !== undefined) return { kind: 'drawing', ...drawing, alt, words };
  const path = setting.pictures.addDataUrl(text);
  if (path !== undefined) return { kind: 'picture', path, alt, words };
  return { kind: 'text', lines: itemLines(item, setting) };
}

function describeColor(text: string, { style }: Setting): Value {
  const lines = printText(text, style);
  const hex = colorHex(text);
  return hex === undefined ? { kind: 'text', lines } : { kind: 'swatch', lines, hex };
}

const maxMatrixOptions = 7;
const maxMatrixCharacters = 70;

/** A grid where the options fit beside the questions, else each question with its answer. */
function describePairs({ pairs, choices }: Extract<Answer, { kind: 'pairs' }>, setting: Setting): Value {
  const options = choices();
  const placeOf = new Map(options.map(({ value }, place) => [optionKey(value), place]));
  const places = pairs.map(({ answer }) => (answer === undefined ? undefined : placeOf.get(optionKey(answer.value))));
  const isListed = pairs.every(({ answer }, at) => answer === undefined || places[at] !== undefined);
  const width = options.reduce((sum, option) => sum + Math.min(itemText(option, setting).length, 14), 0);
  const wordsOf = (text: string) => printText(text, { neutralDir: setting.docDir });
  if (isListed && options.length > 0 && options.length <= maxMatrixOptions && width <= maxMatrixCharacters) {
    const narrow = { ...setting, style: { maxRun: 11 } };
    const rows = pairs.map(({ question }, at) => ({ question: wordsOf(question), chosen: places[at] ?? -1 }));
    return { kind: 'grid', options: options.map((option) => itemLines(option, narrow)), rows };
  }
  const items = pairs.flatMap(({ question, answer }) =>
    answer === undefined ? [] : [{ question: wordsOf(question), ...listItem(answer, setting) }],
  );
  return { kind: 'list', items };
}
