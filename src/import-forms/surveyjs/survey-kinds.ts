// What each type of a SurveyJS question is here: the element it becomes, and what its answer holds for expressions.
import type { Validator } from '../../core/definition/form-definition.ts';
import { type PlainOption, shortOption } from '../filtered-options.ts';
import { flagOf, type Json, listOf, numberOf, own, textOf } from '../json-reading.ts';
import type { Holds } from '../pieces.ts';
import { plainText } from '../plain-text.ts';
import { readItems } from './survey-choices.ts';
import type { SurveyContext } from './survey-context.ts';

export interface SurveyField {
  readonly element: { readonly type: string; readonly [property: string]: unknown };
  readonly holds: Holds;
  readonly hasChoices?: boolean;
  /** Of a matrix. */
  readonly rows?: readonly PlainOption[];
}

/** undefined for a type that is not here. */
export function fieldKind(
  context: SurveyContext,
  question: Json,
  type: string,
  where: string,
): SurveyField | undefined {
  switch (type) {
    case 'text':
      return inputKind(context, question, where);
    case 'comment':
      return { element: { type: 'fLngTxt', ...lengthLimit(question) }, holds: 'text' };
    case 'radiogroup':
    case 'buttongroup':
      return one(context, question, 'fRadio');
    case 'dropdown':
      return one(context, question, 'fSelect');
    case 'checkbox':
      return many(context, question, 'fCheckbox');
    case 'tagbox':
      return many(context, question, 'fSelect', { selectMulti: true });
    case 'ranking':
      return { element: { type: 'fCheckbox', ranked: true }, holds: 'list', hasChoices: true };
    case 'imagepicker':
      return flagOf(question, 'multiSelect') ? many(context, question, 'fCheckbox') : one(context, question, 'fRadio');
    case 'boolean':
      return { element: { type: 'fBool' }, holds: 'bool' };
    case 'rating':
      return ratingKind(context, question, where);
    case 'slider':
      return { element: slider(question), holds: 'number' };
    case 'file':
      return { element: fileElement(question), holds: 'list' };
    case 'signaturepad':
      return { element: { type: 'fSign' }, holds: 'text' };
    case 'matrix':
      return matrixKind(context, question, where);
    default:
      return undefined;
  }
}

function inputKind({ form }: SurveyContext, question: Json, where: string): SurveyField {
  const inputType = textOf(question, 'inputType') || 'text';
  const text = (extra: Readonly<Record<string, unknown>> = {}): SurveyField => {
    return { element: { type: 'fInput', ...extra, ...lengthLimit(question, extra) }, holds: 'text' };
  };
  const date = (mode?: 'dt' | 't'): SurveyField => ({
    element: {
      type: 'fDate',
      ...(mode !== undefined && { typeValidator: { type: 'date', mode } }),
      ...limits(question, 'date/min', 'date/max', (value) =>
        /^\d{4}-\d\d-\d\d$/.test(String(value)) ? String(value) : undefined,
      ),
    },
    holds: mode === undefined ? 'date' : mode === 'dt' ? 'dateTime' : 'time',
  });
  switch (inputType) {
    case 'number':
      return { element: { type: 'fInput', typeValidator: 'num', ...amountLimits(question) }, holds: 'number' };
    case 'range':
      return { element: slider(question), holds: 'number' };
    case 'date':
      return date();
    case 'datetime':
    case 'datetime-local':
      return date('dt');
    case 'time':
      return date('t');
    case 'color':
      return { element: { type: 'fColor' }, holds: 'text' };
    case 'email':
      return text({ validators: ['str/email'] });
    case 'url':
      return text({ validators: ['str/url'] });
    case 'tel':
      return text({ autocomplete: 'tel' });
    case 'text':
      return text();
    default:
      form.notes.add(where, 'asText', { name: inputType });
      return text();
  }
}

function lengthLimit(question: Json, extra: Readonly<Record<string, unknown>> = {}): { validators?: unknown[] } {
  const most = numberOf(question, 'maxLength');
  const before = (extra['validators'] ?? []) as unknown[];
  if (most === undefined || !Number.isInteger(most) || most <= 0)
    return before.length > 0 ? { validators: before } : {};
  return { validators: [...before, { type: 'str/maxLength', value: most }] };
}

function amountLimits(question: Json): { validators?: Validator[] } {
  return limits(question, 'num/min', 'num/max', (value) =>
    Number.isFinite(Number(value)) ? Number(value) : undefined,
  );
}

function limits(
  question: Json,
  min: string,
  max: string,
  read: (value: unknown) => number | string | undefined,
): { validators?: Validator[] } {
  const found = [
    [min, own(question, 'min')],
    [max, own(question, 'max')],
  ] as const;
  const validators = found.flatMap(([type, given]) => {
    const value = given === undefined || given === null || given === '' ? undefined : read(given);
    return value === undefined ? [] : [{ type, value }];
  });
  return validators.length === 0 ? {} : { validators };
}

function slider(question: Json): SurveyField['element'] {
  const step = numberOf(question, 'step');
  const isStep = step !== undefined && step > 0 && step !== 1;
  return {
    type: 'fInput',
    typeValidator: 'num',
    inputStyle: 'slider',
    ...(isStep && { step }),
    ...amountLimits(question),
  };
}

function other({ texts }: SurveyContext, question: Json): { otherOption?: string | true } {
  if (!flagOf(question, 'hasOther') && !flagOf(question, 'showOtherItem')) return {};
  return { otherOption: plainText(texts.read(question, 'otherText')) || true };
}

function one(context: SurveyContext, question: Json, type: string): SurveyField {
  return { element: { type, ...other(context, question) }, holds: 'text', hasChoices: true };
}

function many(context: SurveyContext, question: Json, type: string, extra = {}): SurveyField {
  const count = (rule: string, key: string) => {
    const value = numberOf(question, key);
    return value !== undefined && value > 0 ? [{ type: rule, value }] : [];
  };
  const validators = [...count('arr/minLength', 'minSelectedChoices'), ...count('arr/maxLength', 'maxSelectedChoices')];
  const element = { type, ...extra, ...other(context, question), ...(validators.length > 0 && { validators }) };
  return { element, holds: 'list', hasChoices: true };
}

/** Numbers from 0 or 1 in steps of one are a scale; any other values are options. */
function ratingKind(context: SurveyContext, question: Json, where: string): SurveyField {
  const { texts } = context;
  const values = listOf(question, 'rateValues');
  const min = numberOf(question, 'rateMin') ?? 1;
  const step = numberOf(question, 'rateStep') ?? 1;
  const count = numberOf(question, 'rateCount');
  const max = numberOf(question, 'rateMax') ?? (count === undefined ? 5 : min + (count - 1) * step);
  const isScale = values.length === 0 && (min === 0 || min === 1) && step === 1 && max > min && max <= 100;
  const low = plainText(texts.read(question, 'minRateDescription'));
  const high = plainText(texts.read(question, 'maxRateDescription'));
  if (isScale && Number.isInteger(max)) {
    const isStars = textOf(question, 'rateType') === 'stars' || textOf(question, 'rateDisplayMode') === 'stars';
    const isPlain = isStars && min === 1;
    const element = {
      type: 'fRate',
      rateMax: max,
      ...(!isPlain && { rateStyle: 'numbers' }),
      ...(min === 0 && { rateMin: 0 }),
      ...(low !== '' && { rateLow: low }),
      ...(high !== '' && { rateHigh: high }),
    };
    return { element, holds: 'number' };
  }
  const options =
    values.length > 0
      ? readItems(context, values, where).map(({ option }) => option)
      : Array.from({ length: Math.min(100, Math.max(0, Math.floor((max - min) / step) + 1)) || 0 }, (_, at) => {
          const value = String(min + at * step);
          return [value, value] as const;
        });
  const help = [low, high].filter((text) => text !== '').join(' – ');
  return {
    element: { type: 'fRadio', options: options.map(shortOption), ...(help !== '' && { help }) },
    holds: 'text',
  };
}

function fileElement(question: Json): SurveyField['element'] {
  const types = textOf(question, 'acceptedTypes')
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '');
  const size = numberOf(question, 'maxSize');
  return {
    type: 'fFile',
    ...(!flagOf(question, 'allowMultiple') && { fileMaxNum: 1 }),
    ...(types.length > 0 && { fileTypes: types }),
    ...(size !== undefined && Number.isInteger(size) && size > 0 && { fileMaxSize: size }),
  };
}

function matrixKind(context: SurveyContext, question: Json, where: string): SurveyField | undefined {
  const { form } = context;
  const rows = readItems(context, listOf(question, 'rows'), where).map(({ option }) => option);
  const columns = readItems(context, listOf(question, 'columns'), where).map(({ option }) => option);
  if (rows.length === 0) return { element: { type: 'fRadio', options: columns.map(shortOption) }, holds: 'text' };
  const safe = rows.filter(([value]) => !value.startsWith('__'));
  if (safe.length < rows.length) form.notes.add(where, 'emptyOption');
  const isEach = flagOf(question, 'isAllRowRequired') || flagOf(question, 'eachRowRequired');
  if (flagOf(question, 'isRequired') && !isEach) form.notes.add(where, 'matrixRequired');
  return {
    element: {
      type: 'fMatrix',
      matrixQuestions: unique(safe),
      options: columns,
      ...(isEach && { reqValidator: true }),
    },
    holds: 'object',
    rows: unique(safe),
  };
}

function unique(options: readonly PlainOption[]): PlainOption[] {
  return [...new Map(options.map((option) => [option[0], option])).values()];
}
