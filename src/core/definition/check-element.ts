// Whether one element of a definition is an element at all: known type, usable name, properties of the right kind.
// Properties nobody here knows (layout, styling) are left alone. [forms.elements] [forms.elements.names] [forms.elements.page]
// [forms.elements.questions]

import { expressions } from '../expression/engine.ts';
import type { CheckElement, CheckSize } from '../plan/compile-shapes.ts';
import { fieldTypes, typeValidatorTypes } from '../plan/value-type-of.ts';
import { callingCode, callingCountries } from '../values/calling-codes.ts';
import { isPlainObject } from '../values/value-type.ts';
import { autofillPurposes, isAutofillPurpose } from './autofill-purposes.ts';
import {
  addProblem,
  type DefinitionPath,
  type DefinitionProblem,
  readCondition,
  readExpression,
  readTemplate,
} from './definition-problems.ts';
import { containerKinds, elementKind } from './element-kind.ts';
import type { Element, JsonObject } from './form-definition.ts';
import { pictureAddress } from './picture-address.ts';

export { elementKind } from './element-kind.ts';

export const checkElement: CheckElement = (problems, path, value, isRoot) => {
  if (!isPlainObject(value)) {
    addProblem(problems, path, 'must be of type object');
    return undefined;
  }
  const kind = elementKind(value['type']);
  if (kind === undefined) {
    const text = value['type'] === undefined ? 'is required' : `must be one of [${knownTypes.join(', ')}]`;
    addProblem(problems, [...path, 'type'], text);
    return undefined;
  }
  const needsName = !isRoot && kind !== 'content';
  if ((needsName || value['name'] !== undefined) && !checkName(problems, [...path, 'name'], value['name']))
    return undefined;
  const before = problems.length;
  checkProperties(problems, path, value);
  checkTypeValidator(problems, [...path, 'typeValidator'], value['typeValidator']);
  checkTexts(problems, path, value);
  checkTabNames(problems, [...path, 'tabs'], value['tabs']);
  if (problems.length > before && typeof value['children'] !== 'object') return undefined;
  return { name: 'root', ...value } as unknown as Element;
};

// What one element may hold: each is compiled in one go.
const maxValidators = 100;
const maxOptions = 50_000;
const maxQuestions = 10_000;
const maxColumns = 1000;
const maxSourcesLength = 100_000;

function checkLists(problems: DefinitionProblem[], path: DefinitionPath, element: JsonObject): boolean {
  const before = problems.length;
  const check = (property: string, count: number, most: number, what: string) => {
    if (count > most) addProblem(problems, [...path, property], `must contain less than or equal to ${most} ${what}`);
  };
  const validators = listIn(element['validators']);
  check('validators', validators.length, maxValidators, 'items');
  check('options', countOptions(listIn(element['options'])), maxOptions, 'items');
  check('matrixQuestions', listIn(element['matrixQuestions']).length, maxQuestions, 'items');
  check('tabs', listIn(element['tabs']).length, maxColumns, 'items');
  if (element['type'] === 'cRow' || element['type'] === 'cTabs') {
    check('children', listIn(element['children']).length, maxColumns, 'items');
  }
  const sources = [...validators, ...listIn(element['tabs'])].map((one) => (isPlainObject(one) ? one : {}));
  const length = sources.reduce((sum, one) => sum + lengthOf(one['value']) + lengthOf(one['relevant']), 0);
  check(
    sources.length > validators.length ? 'tabs' : 'validators',
    length,
    maxSourcesLength,
    'characters of expressions',
  );
  return problems.length === before;
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

function countOptions(list: readonly unknown[]): number {
  return list.reduce<number>((sum, one) => sum + (isPlainObject(one) ? 1 + listIn(one['options']).length : 1), 0);
}

const maxDepth = 50;
const maxElements = 10_000;

export const checkSize: CheckSize = (problems, path, value, count, depth) => {
  if (count === maxElements + 1) {
    addProblem(problems, ['formSchema', 'rootElem'], `must contain less than or equal to ${maxElements} elements`);
  }
  if (count > maxElements) return false;
  if (depth > maxDepth) addProblem(problems, path, `must not be nested deeper than ${maxDepth} elements`);
  return depth <= maxDepth && (!isPlainObject(value) || checkLists(problems, path, value));
};

const knownTypes: readonly string[] = [...Object.keys(containerKinds), ...fieldTypes, 'e...'];

const maxNameLength = 200;

function checkName(problems: DefinitionProblem[], path: DefinitionPath, name: unknown): name is string {
  const text = nameProblem(name);
  if (text !== undefined) addProblem(problems, path, text);
  return text === undefined;
}

function nameProblem(name: unknown): string | undefined {
  if (name === undefined) return 'is required';
  if (typeof name !== 'string') return 'must be a string';
  if (!/\S/.test(name)) return 'is not allowed to be empty';
  if (name.length > maxNameLength) return `length must be less than or equal to ${maxNameLength} characters long`;
  if (name.startsWith('__')) return 'must not start with __, which marks screen state';
  if (name.includes('\u2261')) return 'must not contain \u2261, which joins the names of export columns';
  if (/[\x00-\x1f\x7f\ud800-\udfff]/.test(name.replace(/[\ud800-\udbff][\udc00-\udfff]/g, ''))) {
    return 'must not contain control characters';
  }
  return undefined;
}

function checkTabNames(problems: DefinitionProblem[], path: DefinitionPath, tabs: unknown): void {
  if (!Array.isArray(tabs)) return;
  tabs.forEach((tab: unknown, index) => {
    if (!isPlainObject(tab) || tab['name'] === undefined) return;
    checkName(problems, [...path, index, 'name'], tab['name']);
  });
}

/** What the form's author is told, the check, and the same as a JSON Schema for those who write definitions by program. */
type PropertyCheck = readonly [
  words: string,
  isGood: (value: unknown) => boolean,
  schema: Readonly<Record<string, unknown>>,
];

const isString = (value: unknown) => typeof value === 'string';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;
const text: PropertyCheck = ['must be a string', isString, { type: 'string' }];
const flag: PropertyCheck = ['must be a boolean', isBoolean, { type: 'boolean' }];
const count: PropertyCheck = ['must be a positive integer', isCount, wholeNumbers(Number.MAX_SAFE_INTEGER)];

/** Those of the fill links themselves are taken. */
function isParameter(value: unknown): boolean {
  return typeof value === 'string' && /^[\w.-]{1,100}$/.test(value) && value !== 'data' && value !== 'b';
}

const maxRepeatRows = 5000;
const maxPictures = 1000;

function arePictures(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const addresses = Object.values(value);
  return addresses.length <= maxPictures && addresses.every((one) => isString(one) && pictureAddress.test(String(one)));
}

export const propertyChecks: Readonly<Record<string, PropertyCheck>> = {
  label: text,
  labelHtml: text,
  help: text,
  placeholder: text,
  rowName: text,
  concealed: flag,
  autocomplete: [
    'must be an autofill purpose of HTML, such as name, email or street-address, or off',
    isAutofillPurpose,
    { type: 'string', enum: [...autofillPurposes] },
  ],
  fromLink: [
    'must be the name of a query parameter: letters, digits, _, - and ., and not data or b',
    isParameter,
    { type: 'string', pattern: '^(?!(?:data|b)$)[A-Za-z0-9_.-]{1,100}$' },
  ],
  tabsStyle: text,
  colorPreferredFormat: text,
  secFlat: flag,
  secCollapse: flag,
  selectMulti: flag,
  boolUncheckedValue: flag,
  repMaxRows: [
    'must be an integer from 1 to 5000',
    (value) => isCount(value) && (value as number) <= maxRepeatRows,
    wholeNumbers(maxRepeatRows),
  ],
  rateMax: count,
  rateStyle: [
    'must be one of [stars, numbers]',
    (value) => value === 'stars' || value === 'numbers',
    { type: 'string', enum: ['stars', 'numbers'] },
  ],
  rateMin: ['must be 0 or 1', (value) => value === 0 || value === 1, { type: 'integer', enum: [0, 1] }],
  rateLow: text,
  rateHigh: text,
  inputStyle: [
    'must be one of [text, slider]',
    (value) => value === 'text' || value === 'slider',
    { type: 'string', enum: ['text', 'slider'] },
  ],
  otherOption: [
    'must be one of [boolean, string]',
    (value) => isBoolean(value) || isString(value),
    { type: ['boolean', 'string'] },
  ],
  ranked: flag,
  phoneCountry: [
    'must be the code of a country, such as IL',
    (value) => isString(value) && callingCode(String(value)) !== undefined,
    { type: 'string', enum: [...callingCountries] },
  ],
  optionPictures: [
    'must be an object of addresses of pictures by option values, at most 1000',
    arePictures,
    {
      type: 'object',
      maxProperties: maxPictures,
      additionalProperties: { type: 'string', pattern: pictureAddress.source },
    },
  ],
  fileMaxSize: count,
  fileMaxNum: count,
  fileTypes: [
    'must be an array of strings',
    (value) => Array.isArray(value) && value.every(isString),
    { type: 'array', items: { type: 'string' } },
  ],
};

/** JSON Schemas of the properties that are checked here, by name. */
export const propertySchemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = Object.fromEntries(
  Object.entries(propertyChecks).map(([name, [, , schema]]) => [name, schema]),
);

function wholeNumbers(maximum: number): Readonly<Record<string, unknown>> {
  return { type: 'integer', minimum: 1, maximum };
}

function checkProperties(problems: DefinitionProblem[], path: DefinitionPath, element: JsonObject): void {
  for (const [property, [words, isGood]] of Object.entries(propertyChecks)) {
    const value = element[property];
    if (value !== undefined && !isGood(value)) addProblem(problems, [...path, property], words);
  }
  // Elsewhere it is nobody's business.
  const { inputStyle, step } = element;
  const isStep = typeof step === 'number' && Number.isFinite(step) && step > 0;
  if (inputStyle === 'slider' && step !== undefined && !isStep) {
    addProblem(problems, [...path, 'step'], 'must be a positive number');
  }
}

function checkTypeValidator(problems: DefinitionProblem[], path: DefinitionPath, value: unknown): void {
  if (value === undefined) return;
  const isObject = isPlainObject(value);
  const type = isObject ? value['type'] : value;
  if (!(typeValidatorTypes as readonly unknown[]).includes(type)) {
    addProblem(problems, isObject ? [...path, 'type'] : path, `must be one of [${typeValidatorTypes.join(', ')}]`);
  }
  const mode = isObject ? value['mode'] : undefined;
  if (mode !== undefined && !['d', 'dt', 't'].includes(mode as string)) {
    addProblem(problems, [...path, 'mode'], 'must be one of [d, dt, t]');
  }
}

/** Expressions and templates that only the page runs; they are checked here so that a broken one is found when it is written. */
function checkTexts(problems: DefinitionProblem[], path: DefinitionPath, element: JsonObject): void {
  readCondition(problems, [...path, 'readonly'], element['readonly'], false, expressions);
  if (element['eq'] !== undefined) readExpression(problems, [...path, 'eq'], element['eq'], expressions);
  if (element['text'] !== undefined) readTemplate(problems, [...path, 'text'], element['text'], expressions);
  if (element['html'] !== undefined) readTemplate(problems, [...path, 'html'], element['html'], expressions, 'html');
  // choice: an initial value is the value itself; a text may hold {{ }}.
  const { initialValue } = element;
  if (isString(initialValue)) readTemplate(problems, [...path, 'initialValue'], initialValue, expressions);
}
