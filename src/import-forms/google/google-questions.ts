// What each kind of question of the Google Forms API is here.
import { type PlainOption, shortOption } from '../filtered-options.ts';
import { flagOf, type Json, listOf, numberOf, objectOf, objectsOf, own, textOf } from '../json-reading.ts';
import type { GoogleContext } from './google-context.ts';

export interface GoogleField {
  readonly element: { readonly type: string; readonly [property: string]: unknown };
}

/** undefined for a kind that is not here. */
export function questionKind(context: GoogleContext, question: Json, where: string): GoogleField | undefined {
  const has = (kind: string) => Object.hasOwn(question, kind);
  if (has('choiceQuestion')) return { element: choice(context, objectOf(question, 'choiceQuestion'), where) };
  if (has('textQuestion')) {
    return { element: { type: flagOf(objectOf(question, 'textQuestion'), 'paragraph') ? 'fLngTxt' : 'fInput' } };
  }
  if (has('scaleQuestion')) return { element: scale(objectOf(question, 'scaleQuestion')) };
  if (has('ratingQuestion')) return { element: rating(context, objectOf(question, 'ratingQuestion'), where) };
  if (has('dateQuestion')) return { element: date(context, objectOf(question, 'dateQuestion'), where) };
  if (has('timeQuestion')) return { element: time(context, objectOf(question, 'timeQuestion'), where) };
  if (has('fileUploadQuestion')) return { element: file(objectOf(question, 'fileUploadQuestion')) };
  return undefined;
}

function choice(context: GoogleContext, question: Json, where: string): GoogleField['element'] {
  const types: Readonly<Record<string, string>> = { RADIO: 'fRadio', CHECKBOX: 'fCheckbox', DROP_DOWN: 'fSelect' };
  const type = textOf(question, 'type');
  const options = objectsOf(question, 'options');
  if (flagOf(question, 'shuffle')) context.form.notes.count('shuffled', {}, where);
  return {
    type: Object.hasOwn(types, type) ? types[type]! : 'fRadio',
    options: readOptions(context, options, where),
    ...(options.some((option) => flagOf(option, 'isOther')) && { otherOption: true }),
  };
}

export function readOptions(
  { form }: GoogleContext,
  options: readonly Json[],
  where: string,
): (string | PlainOption)[] {
  const values = new Set<string>();
  for (const option of options) {
    if (Object.hasOwn(option, 'image')) form.notes.count('optionMedia', { name: 'image' }, where);
    if (flagOf(option, 'isOther')) continue;
    const value = textOf(option, 'value').trim();
    if (value === '') form.notes.add(where, 'emptyOption');
    else if (values.has(value)) form.notes.count('sameOption', { name: value }, where);
    else values.add(value);
  }
  return [...values].map((value) => shortOption([value, value]));
}

/** From 0 or 1 it is a scale; Google has no other. */
function scale(question: Json): GoogleField['element'] {
  const low = numberOf(question, 'low') ?? 1;
  const high = numberOf(question, 'high') ?? 5;
  const [lowLabel, highLabel] = [textOf(question, 'lowLabel'), textOf(question, 'highLabel')];
  return {
    type: 'fRate',
    rateStyle: 'numbers',
    rateMax: Number.isInteger(high) && high > 0 && high <= 100 ? high : 5,
    ...(low === 0 && { rateMin: 0 }),
    ...(lowLabel !== '' && { rateLow: lowLabel }),
    ...(highLabel !== '' && { rateHigh: highLabel }),
  };
}

function rating({ form }: GoogleContext, question: Json, where: string): GoogleField['element'] {
  const level = numberOf(question, 'ratingScaleLevel') ?? 5;
  const icon = textOf(question, 'iconType');
  if (icon !== '' && icon !== 'STAR') form.notes.count('appearance', { name: icon }, where);
  return { type: 'fRate', rateMax: Number.isInteger(level) && level > 0 && level <= 100 ? level : 5 };
}

function date({ form }: GoogleContext, question: Json, where: string): GoogleField['element'] {
  // Proto JSON leaves out what is false, so a question without a year has no includeYear at all.
  if (!flagOf(question, 'includeYear')) form.notes.add(where, 'dateWithoutYear');
  return { type: 'fDate', ...(flagOf(question, 'includeTime') && { typeValidator: { type: 'date', mode: 'dt' } }) };
}

function time({ form }: GoogleContext, question: Json, where: string): GoogleField['element'] {
  if (!flagOf(question, 'duration')) return { type: 'fDate', typeValidator: { type: 'date', mode: 't' } };
  form.notes.add(where, 'duration');
  return { type: 'fInput' };
}

const fileTypes: Readonly<Record<string, readonly string[]>> = {
  DOCUMENT: ['.doc', '.docx', '.odt', '.txt'],
  PRESENTATION: ['.ppt', '.pptx', '.odp'],
  SPREADSHEET: ['.xls', '.xlsx', '.ods', '.csv'],
  DRAWING: ['.svg', '.odg'],
  PDF: ['application/pdf'],
  IMAGE: ['image/*'],
  VIDEO: ['video/*'],
  AUDIO: ['audio/*'],
};

function file(question: Json): GoogleField['element'] {
  const types = listOf(question, 'types').flatMap((type) =>
    typeof type === 'string' && Object.hasOwn(fileTypes, type) ? fileTypes[type]! : [],
  );
  const isAny = listOf(question, 'types').includes('ANY');
  const count = numberOf(question, 'maxFiles');
  const size = Number(own(question, 'maxFileSize'));
  return {
    type: 'fFile',
    ...(!isAny && types.length > 0 && { fileTypes: types }),
    ...(count !== undefined && Number.isInteger(count) && count > 0 && { fileMaxNum: count }),
    ...(Number.isSafeInteger(size) && size > 0 && { fileMaxSize: size }),
  };
}
