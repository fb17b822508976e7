// What of a form is kept in a file: everything that can be written, without what is as if it were not there, keys in an order that
// people read and that never changes. [running.commands.forms]
import { createHash } from 'node:crypto';
import { omitDefaults } from '../../core/definition/form-defaults.ts';
import type { FormDefinition, JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import { isPlainObject } from '../../core/values/value-type.ts';

/** Without the id. */
export type FormContent = JsonObject;

type Shape = 'text' | 'object' | 'list' | 'rules';

/** Of the service's response only these can be written; a newer service may have more of either kind, which are left alone. */
const writable: Readonly<Record<keyof FormDefinition, Shape>> = {
  name: 'text',
  publicName: 'text',
  locale: 'text',
  timeZone: 'text',
  access: 'object',
  display: 'text',
  page: 'object',
  theme: 'object',
  formSchema: 'object',
  templates: 'list',
  postSave: 'rules',
  postSubmit: 'rules',
  postEdit: 'rules',
  postTemplate: 'rules',
  saveRenderedEntries: 'text',
  keepUploadedFiles: 'list',
};

export const writableNames: readonly string[] = Object.keys(writable);

/** Why something is not even the outline of a form; what is in it, core checks. */
export function findMisshapen(form: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, value] of Object.entries(form)) {
    if (!Object.hasOwn(writable, name))
      return `has the unknown property "${name}". Properties are: id, ${writableNames.join(', ')}.`;
    if (!hasShape(value, writable[name as keyof FormDefinition])) return `: "${name}" is not what it must be.`;
  }
  return undefined;
}

function hasShape(value: unknown, shape: Shape): boolean {
  if (shape === 'text') return typeof value === 'string';
  if (shape === 'list') return Array.isArray(value);
  if (!isPlainObject(value)) return false;
  return (
    shape === 'object' || Object.values(value).every((items) => Array.isArray(items) && items.every(isPlainObject))
  );
}

/** Of a response, or of a file that is not misshapen: as the service would keep it. */
export function contentOf(form: Readonly<Record<string, unknown>>): FormContent {
  const written = Object.fromEntries(
    writableNames.flatMap((name) => (Object.hasOwn(form, name) ? [[name, form[name]]] : [])),
  );
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(omitDefaults(written))) {
    const said = withoutNothing(name, value as JsonValue);
    if (said !== undefined) kept[name] = said;
  }
  return inOrder(kept) as FormContent;
}

/** The same for two definitions that say the same in other words or another order of keys. */
export function hashOf(content: FormContent): string {
  return createHash('sha256')
    .update(JSON.stringify(inOrder(content)))
    .digest('base64url');
}

/** The service shows empty lists and switches that are off; a definition need not name them. */
function withoutNothing(name: string, value: JsonValue): JsonValue | undefined {
  if (name === 'access' && isPlainObject(value)) {
    const { isDisabled, ...rest } = value;
    return isNothing(isDisabled === true ? value : rest) ? undefined : isDisabled === true ? value : rest;
  }
  if (name.startsWith('post') && isPlainObject(value)) {
    const rules = Object.fromEntries(Object.entries(value).filter(([, items]) => !isNothing(items)));
    return isNothing(rules) ? undefined : rules;
  }
  return isNothing(value) ? undefined : value;
}

function isNothing(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

const first = ['id', 'type', 'name', 'publicName', 'label', 'labelHtml', 'help', 'placeholder', 'locale', 'timeZone'];
const last = [
  'options',
  'matrixQuestions',
  'validators',
  'tabs',
  'children',
  'rootElem',
  'formSchema',
  'templates',
  'postSave',
  'postSubmit',
  'postEdit',
  'postTemplate',
  'saveRenderedEntries',
  'keepUploadedFiles',
];
const ranks = new Map([
  ...first.map((name, at) => [name, at - first.length] as const),
  ...last.map((name, at) => [name, at + 1] as const),
]);

/** What a thing is comes first, what it holds last, the rest by the alphabet. */
export function inOrder(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]));
}

function rankOf(name: string): number {
  return ranks.get(name) ?? 0;
}
