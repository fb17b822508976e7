// What each type of a Form.io component that holds an answer is here.
import { type PlainOption, shortOption } from '../filtered-options.ts';
import { flagOf, isObject, type Json, listOf, numberOf, objectOf, own, textOf } from '../json-reading.ts';
import type { Holds } from '../pieces.ts';
import { plainText } from '../plain-text.ts';
import type { FormioContext } from './formio-context.ts';
import { isNothing } from './formio-rest.ts';

export interface FormioField {
  readonly element: { readonly type: string; readonly [property: string]: unknown };
  readonly holds: Holds;
  /** Keys inside its value that conditions name. */
  readonly parts?: readonly PlainOption[];
  readonly isBoxes?: boolean;
  /** Of text or a number: what is calculated into it can be shown as text. */
  readonly isLine?: true;
}

/** undefined for a type that is not here. */
export function formioKind(context: FormioContext, component: Json, where: string): FormioField | undefined {
  const { notes } = context.form;
  const type = textOf(component, 'type');
  const text = (extra: object = {}): FormioField => ({
    element: { type: 'fInput', ...extra },
    holds: 'text',
    isLine: true,
  });
  const asText = (name = type): FormioField => {
    notes.add(where, 'asText', { name });
    return text();
  };
  switch (type) {
    case 'textfield':
      return text();
    case 'textarea':
      return isRich(component)
        ? { element: { type: 'fDoc' }, holds: 'text' }
        : { element: { type: 'fLngTxt' }, holds: 'text' };
    case 'email':
      return text({ validators: ['str/email'] });
    case 'url':
      return text({ validators: ['str/url'] });
    case 'phoneNumber':
      return phone(component);
    case 'password':
    case 'tags':
    case 'address':
    case 'location':
      return asText();
    case 'number':
    case 'currency':
      return { element: { type: 'fInput', typeValidator: 'num' }, holds: 'number', isLine: true };
    case 'checkbox':
      return { element: { type: 'fBool' }, holds: 'bool' };
    case 'selectboxes': {
      const options = readValues(context, listOf(component, 'values'), where);
      return {
        element: { type: 'fCheckbox', options: options.map(shortOption) },
        holds: 'list',
        parts: options,
        isBoxes: true,
      };
    }
    case 'radio':
      return {
        element: { type: 'fRadio', options: readValues(context, listOf(component, 'values'), where).map(shortOption) },
        holds: 'text',
      };
    case 'select':
      return select(context, component, where) ?? text();
    case 'resource':
      notes.add(where, 'optionsElsewhere', { name: textOf(component, 'resource') || 'resource' });
      return text();
    case 'datetime':
      return dateTime(component);
    case 'day':
      return day(context, component, where);
    case 'time':
      return { element: { type: 'fDate', typeValidator: { type: 'date', mode: 't' } }, holds: 'time' };
    case 'signature':
      return { element: { type: 'fSign' }, holds: 'text' };
    case 'hidden':
      return text({ concealed: true });
    case 'file':
      return { element: file(component), holds: 'list' };
    case 'survey': {
      const questions = readValues(context, listOf(component, 'questions'), where).filter(
        ([value]) => !value.startsWith('__'),
      );
      const options = readValues(context, listOf(component, 'values'), where);
      return {
        element: { type: 'fMatrix', matrixQuestions: questions.map(shortOption), options: options.map(shortOption) },
        holds: 'object',
        parts: questions,
      };
    }
    default:
      return undefined;
  }
}

function isRich(component: Json): boolean {
  const editor = textOf(component, 'editor');
  return flagOf(component, 'wysiwyg') || editor === 'ckeditor' || editor === 'quill' || editor === 'tinymce';
}

/** The mask that a phone number has unless another is given is that of the United States. */
function phone(component: Json): FormioField {
  const mask = textOf(component, 'inputMask');
  const isAmerican = mask === '' || mask === '(999) 999-9999';
  const element = isAmerican
    ? { type: 'fInput', validators: ['str/phone'], phoneCountry: 'US' }
    : { type: 'fInput', autocomplete: 'tel' };
  return { element, holds: 'text', isLine: true };
}

export function readValues({ form }: FormioContext, values: readonly unknown[], where: string): PlainOption[] {
  const options = new Map<string, PlainOption>();
  for (const one of values) {
    for (const name of isObject(one) ? Object.keys(one) : []) {
      const isKnown = name === 'value' || name === 'label' || isNothing((one as Json)[name], name);
      if (!isKnown) form.notes.count('optionPart', { name }, where);
    }
    const given = isObject(one) ? own(one, 'value') : one;
    const value = ['string', 'number', 'boolean'].includes(typeof given) ? String(given).trim() : '';
    if (value === '') {
      const isBlank = isObject(one) && textOf(one, 'label') === '';
      if (!isBlank) form.notes.add(where, 'emptyOption');
      continue;
    }
    if (options.has(value)) form.notes.count('sameOption', { name: value }, where);
    else options.set(value, [value, plainText(isObject(one) ? textOf(one, 'label') : value) || value]);
  }
  return [...options.values()];
}

function select(context: FormioContext, component: Json, where: string): FormioField | undefined {
  const source = textOf(component, 'dataSrc') || 'values';
  const data = objectOf(component, 'data');
  const json = source === 'json' ? readJsonOptions(context, component, own(data, 'json'), where) : undefined;
  const values = source === 'values' ? readValues(context, listOf(data, 'values'), where) : json;
  if (values === undefined) {
    const address = textOf(data, source) || textOf(data, 'url') || source;
    context.form.notes.add(where, 'optionsElsewhere', { name: address });
    return undefined;
  }
  const isMany = flagOf(component, 'multiple');
  return {
    element: { type: 'fSelect', ...(isMany && { selectMulti: true }), options: values.map(shortOption) },
    holds: isMany ? 'list' : 'text',
  };
}

/** A list in the form itself: texts, or objects of which one property is the value. */
function readJsonOptions(
  context: FormioContext,
  component: Json,
  given: unknown,
  where: string,
): PlainOption[] | undefined {
  const list: unknown = typeof given === 'string' ? parseList(given) : given;
  if (!Array.isArray(list)) return undefined;
  const valueKey = textOf(component, 'valueProperty') || 'value';
  const labelKey = /item\.([\w.]+)/.exec(textOf(component, 'template'))?.[1] ?? 'label';
  const items = list.map((item: unknown) =>
    isObject(item) ? { value: own(item, valueKey) ?? own(item, labelKey), label: own(item, labelKey) } : item,
  );
  return readValues(context, items, where);
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // A list that cannot be read comes from elsewhere, as far as anybody can tell.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A day, a month and a year of their own; here always a whole date. */
function day({ form }: FormioContext, component: Json, where: string): FormioField {
  const fields = objectOf(component, 'fields');
  const parts = ['day', 'month', 'year'].map((name) => [name, objectOf(fields, name)] as const);
  for (const [name, part] of parts)
    if (flagOf(part, 'hide')) form.notes.count('property', { name: `day.fields.${name}.hide` }, where);
  const isRequired = parts.some(([, part]) => flagOf(part, 'required'));
  return { element: { type: 'fDate', ...(isRequired && { reqValidator: true }) }, holds: 'date' };
}

function dateTime(component: Json): FormioField {
  const hasDate = own(component, 'enableDate') !== false;
  const hasTime = own(component, 'enableTime') !== false;
  if (hasDate && !hasTime) return { element: { type: 'fDate' }, holds: 'date' };
  const mode = hasDate ? 'dt' : 't';
  return { element: { type: 'fDate', typeValidator: { type: 'date', mode } }, holds: hasDate ? 'dateTime' : 'time' };
}

const units: Readonly<Record<string, number>> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

function file(component: Json): FormioField['element'] {
  const types = textOf(component, 'filePattern')
    .split(',')
    .map((type) => type.trim().replace(/^\*\./, '.'))
    .filter((type) => type !== '' && type !== '*');
  const [, amount, unit = 'b'] = /^([\d.]+)\s*([kmg]?b)?$/i.exec(textOf(component, 'fileMaxSize').trim()) ?? [];
  const size = Math.floor(Number(amount) * (units[unit.toLowerCase()] ?? 1));
  const isLimit = Number.isSafeInteger(size) && size > 0 && size < 1e9;
  return {
    type: 'fFile',
    ...(!flagOf(component, 'multiple') && { fileMaxNum: 1 }),
    ...(types.length > 0 && { fileTypes: types }),
    ...(isLimit && { fileMaxSize: size }),
  };
}

export function rowLimit(component: Json): number | undefined {
  const most = numberOf(objectOf(component, 'validate'), 'maxLength');
  return most !== undefined && Number.isInteger(most) && most > 0 && most <= 5_000 ? most : undefined;
}
