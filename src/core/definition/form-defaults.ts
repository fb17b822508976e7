// A form definition omits every property that has its default value. [forms.defaults]

import { elementProperties, isDefaultValue, type PropertyTable } from '../../fields/properties.ts';
import { isPlainObject } from '../values/value-type.ts';
import type { FormDefinition, JsonObject, JsonValue } from './form-definition.ts';

/** Settings of the form, of its rules and of its layouts. `null` is no setting at all. */
const formDefaults: Readonly<Record<string, JsonValue>> = {
  name: '',
  publicName: '',
  locale: 'en',
  timeZone: 'UTC',
  display: 'page',
  saveRenderedEntries: 'none',
};
const accessDefaults: Readonly<Record<string, JsonValue>> = { disabledMessage: '', keepDraftOnDevice: true };
const layoutDefaults: Readonly<Record<string, JsonValue>> = { name: '', label: '' };
/** An empty `text` or `html` of an email says which kind of body it has, and an empty `text` of a message is needed. */
const emailDefaults: Readonly<Record<string, JsonValue>> = { subject: '' };
const attachDefaults: Readonly<Record<string, JsonValue>> = { files: false };
const uiDefaults: Readonly<Record<string, JsonValue>> = { html: '' };

export function omitDefaults(form: FormDefinition, table: PropertyTable = elementProperties): FormDefinition {
  const kept = without(formDefaults, form as unknown as JsonObject);
  if (isPlainObject(kept['page'])) {
    const said = Object.entries(kept['page']).filter(([, value]) => value !== false && value !== '');
    kept['page'] = Object.fromEntries(said);
  }
  if (isPlainObject(kept['access'])) kept['access'] = without(accessDefaults, kept['access']);
  if (Array.isArray(kept['templates']))
    kept['templates'] = kept['templates'].map((one) => withoutIn(layoutDefaults, one));
  for (const name of ['page', 'theme', 'keepUploadedFiles']) if (isEmpty(kept[name])) delete kept[name];
  const schema = kept['formSchema'];
  if (isPlainObject(schema)) kept['formSchema'] = omitSchemaDefaults(schema, table);
  for (const rules of ['postSave', 'postSubmit', 'postEdit', 'postTemplate']) {
    if (kept[rules] !== undefined) kept[rules] = omitActionDefaults(kept[rules] as JsonObject);
  }
  return kept as FormDefinition;
}

function without(defaults: Readonly<Record<string, JsonValue>>, object: JsonObject): JsonObject {
  const isKept = ([name, value]: [string, JsonValue | undefined]) =>
    value !== null && value !== undefined && !(Object.hasOwn(defaults, name) && defaults[name] === value);
  return Object.fromEntries(Object.entries(object).filter(isKept));
}

/** What is not an object stays as it is: the check names it. */
function withoutIn(defaults: Readonly<Record<string, JsonValue>>, item: JsonValue): JsonValue {
  return isPlainObject(item) ? without(defaults, item) : item;
}

function isEmpty(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function omitSchemaDefaults(schema: JsonObject, table: PropertyTable): JsonObject {
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'rootElem') kept[name] = omitElementDefaults(value, table);
    else if (value !== false && !isBlank(value)) kept[name] = value;
  }
  return kept;
}

/** What is not an element stays as it is: the check that follows names it. */
function omitElementDefaults(element: JsonValue, table: PropertyTable): JsonValue {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return element;
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(element)) {
    const row = Object.hasOwn(table, name) ? table[name] : undefined;
    if (row !== undefined && isDefaultValue(row, value, element['type'])) continue;
    if (name === 'reqValidator') kept[name] = omitRuleDefaults(value);
    else if (name === 'validators' && Array.isArray(value)) kept[name] = value.map(omitRuleDefaults);
    else if (name === 'typeValidator') kept[name] = omitTypeDefaults(value);
    else if (name === 'children' && Array.isArray(value))
      kept[name] = value.map((child) => omitChildDefaults(child, table));
    else if (name === 'tabs' && Array.isArray(value)) kept[name] = value.map((tab) => omitElementDefaults(tab, table));
    else kept[name] = value;
  }
  return kept;
}

/** A date is a day unless its mode says otherwise. */
function omitTypeDefaults(value: JsonValue): JsonValue {
  if (!isPlainObject(value) || value['mode'] !== 'd') return value;
  const { mode: _, ...kept } = value;
  return kept;
}

/** Of a required rule or a validator. `req` stays: an object of nothing would puzzle whoever reads it. */
function omitRuleDefaults(rule: JsonValue): JsonValue {
  if (!isPlainObject(rule)) return rule;
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(rule)) {
    const isDefault = (name === 'level' && value === 'error') || (name === 'message' && value === '');
    if (!isDefault) kept[name] = value;
  }
  return kept;
}

// A child of cRow and cTabs is the array of one column or tab.
function omitChildDefaults(child: JsonValue, table: PropertyTable): JsonValue {
  if (Array.isArray(child)) return child.map((one) => omitChildDefaults(one, table));
  return omitElementDefaults(child, table);
}

/** An empty-condition archive rule is shown as if = 'true'; emails and ui rules simply have none. */
function omitActionDefaults(rules: JsonObject): JsonObject {
  const shown: JsonObject = {};
  for (const [name, items] of Object.entries(rules)) {
    shown[name] = (items as JsonObject[]).map((item) => showCondition(name, omitItemDefaults(name, item)));
  }
  return shown;
}

function omitItemDefaults(list: string, item: JsonObject): JsonObject {
  if (list === 'ui') return without(uiDefaults, item);
  if (list !== 'emails') return item;
  const kept = without(emailDefaults, item);
  if (isPlainObject(kept['attach'])) kept['attach'] = without(attachDefaults, kept['attach']);
  for (const name of ['attach', 'replyTo']) if (isEmpty(kept[name])) delete kept[name];
  return kept;
}

function showCondition(list: string, item: JsonObject): JsonObject {
  const { if: condition, ...rest } = item;
  const isEmpty = condition === undefined || condition === true || condition === null || isBlank(condition);
  if (!isEmpty) return { ...rest, if: condition === false ? 'false' : condition };
  return list === 'renders' ? { ...rest, if: 'true' } : rest;
}

function isBlank(condition: JsonValue): boolean {
  return typeof condition === 'string' && condition.trim() === '';
}
