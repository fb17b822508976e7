// A form definition omits every property that has its default value. SPEC.md "Form".
import type { FormDefinition, JsonObject, JsonValue } from '../../core/form-definition.ts';

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
  colorPreferredFormat: ['hex'],
};

export function omitDefaults(form: FormDefinition): FormDefinition {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(form)) {
    if (value !== null && value !== undefined && !isFormDefault(name, value as JsonValue)) kept[name] = value;
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
  return (name === 'name' || name === 'publicName') && value === '';
}

function omitSchemaDefaults(schema: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'rootElem') kept[name] = omitElementDefaults(value);
    else if (value !== false) kept[name] = value;
  }
  return kept;
}

/** What is no element stays as it is: the check that follows names it. */
function omitElementDefaults(element: JsonValue): JsonValue {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return element;
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(element)) {
    if (Object.hasOwn(elementDefaults, name) && elementDefaults[name]?.includes(value)) continue;
    if (name === 'children' && Array.isArray(value)) kept[name] = value.map(omitChildDefaults);
    else if (name === 'tabs' && Array.isArray(value)) kept[name] = value.map((tab) => omitElementDefaults(tab));
    else kept[name] = value;
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
