// Whether one element of a definition is an element at all: known type, usable name, properties of the right kind.
// Properties nobody here knows (layout, styling) are left alone. [forms.elements] [forms.elements.names] [forms.elements.page]
// [forms.elements.questions]

import { containerTypes, fieldTypes, typeValidatorTypes } from '../../fields/element-types.ts';
import { elementProperties, type PropertyTable } from '../../fields/properties.ts';
import { expressions } from '../expression/engine.ts';
import type { CheckElement, CheckSize } from '../plan/form-plan.ts';
import { isPlainObject } from '../values/value-type.ts';
import {
  addProblem,
  type DefinitionPath,
  type DefinitionProblem,
  type ExpressionEngine,
  readCondition,
  readExpression,
  readTemplate,
} from './definition-problems.ts';
import { elementKind } from './element-kind.ts';
import type { Element, JsonObject } from './form-definition.ts';

export { elementKind } from './element-kind.ts';

export const checkElement: CheckElement = checkElementBy(elementProperties, expressions);

/** With the properties of a table; `engine` reads the expressions that only the page runs. */
export function checkElementBy(table: PropertyTable, engine: ExpressionEngine): CheckElement {
  return (...given) => checkOne({ table, engine }, ...given);
}

function checkOne(
  { table, engine }: { table: PropertyTable; engine: ExpressionEngine },
  ...[problems, path, value, isRoot]: Parameters<CheckElement>
): ReturnType<CheckElement> {
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
  checkProperties(problems, path, value, table);
  checkTypeValidator(problems, [...path, 'typeValidator'], value['typeValidator']);
  checkSources(problems, path, value, { table, engine });
  checkTabNames(problems, [...path, 'tabs'], value['tabs']);
  // What is inside a broken container is checked too; a broken field could not be compiled.
  if (problems.length > before && (kind === 'field' || typeof value['children'] !== 'object')) return undefined;
  return { name: 'root', ...value } as unknown as Element;
}

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

const knownTypes: readonly string[] = [...containerTypes, ...fieldTypes, 'e...'];

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

function checkProperties(
  problems: DefinitionProblem[],
  path: DefinitionPath,
  element: JsonObject,
  table: PropertyTable,
): void {
  for (const [name, { type, isChecked }] of Object.entries(table)) {
    const value = element[name];
    if (value === undefined || type.isGood === undefined || isChecked?.(element) === false) continue;
    if (!type.isGood(value)) addProblem(problems, [...path, name], type.words);
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
function checkSources(
  problems: DefinitionProblem[],
  path: DefinitionPath,
  element: JsonObject,
  { table, engine }: { table: PropertyTable; engine: ExpressionEngine },
): void {
  for (const [name, { type, isCompiled }] of Object.entries(table)) {
    const value = element[name];
    if (value === undefined || isCompiled) continue;
    const place = [...path, name];
    if (type.source === 'condition') readCondition(problems, place, value, false, engine);
    else if (type.source === 'expression') readExpression(problems, place, value, engine);
    else if (type.source === 'template') readTemplate(problems, place, value, engine);
    else if (type.source === 'html') readTemplate(problems, place, value, engine, 'html');
    // choice: an initial value is the value itself; a text may hold {{ }}.
    else if (type.source === 'initial' && typeof value === 'string') readTemplate(problems, place, value, engine);
  }
}
