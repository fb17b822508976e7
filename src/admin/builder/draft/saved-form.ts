// A form as the API gave it, and the part of it that people edit; and what a save has to send.
// [forms.shape] [forms.write.patch]
import type { ApiForm } from '../../../api-types/forms.ts';
import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import { isSameJson } from './same-json.ts';

export interface SavedForm {
  /** Unlike the API's, it has only those properties of a definition that were set. */
  readonly form: FormDefinition & Omit<ApiForm, keyof FormDefinition>;
  /** By it a later save tells whether somebody else changed the form meanwhile. */
  readonly etag: string | undefined;
}

export const definitionProperties = [
  'name',
  'publicName',
  'locale',
  'timeZone',
  'access',
  'formSchema',
  'templates',
  'postSave',
  'postSubmit',
  'postEdit',
  'postTemplate',
  'saveRenderedEntries',
  'keepUploadedFiles',
  'theme',
  'display',
  'page',
] as const satisfies readonly (keyof FormDefinition)[];

/** Without what the API only adds to show it: ids, counters, empty lists, defaults. */
export function definitionOf(form: FormDefinition): FormDefinition {
  const kept: Record<string, unknown> = {};
  for (const property of definitionProperties) {
    const value = withoutEmpty(property, form[property]);
    if (value !== undefined) kept[property] = value;
  }
  return kept as FormDefinition;
}

function withoutEmpty(property: string, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (property === 'templates') return (value as unknown[]).length === 0 ? undefined : value;
  if (!/^(access|formSchema|theme|page|post.*)$/.test(property)) return value;
  const isDefault = (name: string, part: unknown) =>
    part === (name === 'keepDraftOnDevice') || (Array.isArray(part) && part.length === 0);
  const parts = Object.entries(value).filter(([name, part]) => part !== undefined && !isDefault(name, part));
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

/** The body of a PATCH that makes `before` into `after`: what differs, null for what is gone. */
export function changesBetween(before: FormDefinition, after: FormDefinition): Record<string, unknown> {
  const [old, now] = [definitionOf(before), definitionOf(after)];
  const changed = definitionProperties.filter((property) => !isSameJson(old[property], now[property]));
  return Object.fromEntries(changed.map((property) => [property, now[property] ?? null]));
}
