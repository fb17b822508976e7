// A form definition omits every property that has its default value. [forms.defaults]
import type { FormDefinition, JsonObject, JsonValue } from './form-definition.ts';
import { isPlainObject } from './values/value-type.ts';

/** Element properties whose default the service knows; an absent property means exactly this. */
const elementDefaults: Readonly<Record<string, readonly JsonValue[]>> = {
  relevant: [true],
  reqValidator: [false],
  readonly: [false],
  secFlat: [true],
  secCollapse: [false],
  repMaxRows: [10],
  selectMulti: [false],
  rateMax: [5],
  rateStyle: ['stars', ''],
  rateMin: [1],
  rateLow: [''],
  rateHigh: [''],
  inputStyle: ['text', ''],
  otherOption: [false, ''],
  ranked: [false],
  phoneCountry: [''],
  colorPreferredFormat: ['hex'],
  boolUncheckedValue: [true],
  buttonAction: ['submit'],
  tabsStyle: [''],
  help: [''],
  placeholder: [''],
  autocomplete: [''],
  labelHtml: [''],
  rowName: [''],
  fromLink: [''],
  concealed: [false],
};

/** What an empty list or a blank text says as little as nothing. `options: []` is not among them: it accepts no value. */
const emptyLists = new Set(['validators', 'fileTypes', 'matrixQuestions']);
const blankConditions = new Set(['relevant', 'readonly']);

/** The types that a `typeValidator` names in vain, by the type of the element. `array` stays: programs read it there. */
const ownTypes: Readonly<Record<string, readonly JsonValue[]>> = {
  fInput: ['text', 'str'],
  fLngTxt: ['text', 'str'],
  fSelect: ['text', 'str'],
  fRadio: ['text', 'str'],
  fDate: ['date'],
  fBool: ['bool'],
  fColor: ['color'],
  fSign: ['sign'],
  fRate: ['num'],
};

export function omitDefaults(form: FormDefinition): FormDefinition {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(form)) {
    if (value !== null && value !== undefined && !isFormDefault(name, value as JsonValue)) kept[name] = value;
  }
  if (isPlainObject(kept['page'])) {
    const said = Object.entries(kept['page']).filter(([, value]) => value !== false && value !== '');
    if (said.length > 0) kept['page'] = Object.fromEntries(said);
    else delete kept['page'];
  }
  const schema = kept['formSchema'] as JsonObject | undefined;
  if (schema !== undefined) kept['formSchema'] = omitSchemaDefaults(schema);
  for (const rules of ['postSave', 'postSubmit', 'postEdit', 'postTemplate']) {
    if (kept[rules] !== undefined) kept[rules] = showConditions(kept[rules] as JsonObject);
  }
  return kept as FormDefinition;
}

function isFormDefault(name: string, value: JsonValue): boolean {
  if (name === 'saveRenderedEntries') return value === 'none';
  if (name === 'keepUploadedFiles') return Array.isArray(value) && value.length === 0;
  if (name === 'locale') return value === 'en';
  if (name === 'display') return value === 'page';
  return (name === 'name' || name === 'publicName') && value === '';
}

function omitSchemaDefaults(schema: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'rootElem') kept[name] = omitElementDefaults(value);
    else if (value !== false && !isBlank(value)) kept[name] = value;
  }
  return kept;
}

/** What is not an element stays as it is: the check that follows names it. */
function omitElementDefaults(element: JsonValue): JsonValue {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return element;
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(element)) {
    if (isElementDefault(element, name, value)) continue;
    if (name === 'reqValidator') kept[name] = omitRuleDefaults(value);
    else if (name === 'validators' && Array.isArray(value)) kept[name] = value.map(omitRuleDefaults);
    else if (name === 'typeValidator') kept[name] = omitTypeDefaults(value);
    else if (name === 'children' && Array.isArray(value)) kept[name] = value.map(omitChildDefaults);
    else if (name === 'tabs' && Array.isArray(value)) kept[name] = value.map((tab) => omitElementDefaults(tab));
    else kept[name] = value;
  }
  return kept;
}

function isElementDefault(element: JsonObject, name: string, value: JsonValue): boolean {
  if (Object.hasOwn(elementDefaults, name) && elementDefaults[name]?.includes(value)) return true;
  if (Array.isArray(value)) return value.length === 0 && emptyLists.has(name);
  if (name === 'optionPictures') return isPlainObject(value) && Object.keys(value).length === 0;
  if (typeof value === 'string' && value.trim() === '' && blankConditions.has(name)) return true;
  // Tabs without a label show their name; with an empty one they show none.
  if (name === 'label') return value === '' && element['type'] !== 'cTabs';
  return name === 'typeValidator' && isOwnType(element['type'], omitTypeDefaults(value));
}

function isOwnType(elementType: JsonValue | undefined, value: JsonValue): boolean {
  const names = typeof elementType === 'string' && Object.hasOwn(ownTypes, elementType) ? ownTypes[elementType] : [];
  if (!isPlainObject(value)) return names?.includes(value) ?? false;
  return Object.keys(value).length === 1 && (names?.includes(value['type'] ?? null) ?? false);
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
function omitChildDefaults(child: JsonValue): JsonValue {
  if (Array.isArray(child)) return child.map(omitChildDefaults);
  return omitElementDefaults(child);
}

/** An empty-condition archive rule is shown as if = 'true'; emails and ui rules simply have none. */
function showConditions(rules: JsonObject): JsonObject {
  const shown: JsonObject = {};
  for (const [name, items] of Object.entries(rules)) {
    shown[name] = (items as JsonObject[]).map((item) => showCondition(name, item));
  }
  return shown;
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
