// GET /optionsSet/{setId}/forms: where a set is used. Any form of the caller's account whose definition names the set, and the
// fields that take their options or a rule from it. [options-sets.forms]
import type { ApiList } from '../../api-types/lists.ts';
import type { SetField, SetForm } from '../../api-types/options-sets.ts';
import type { Element, FormDefinition } from '../../core/definition/form-definition.ts';
import { walkElements } from '../../core/definition/walk-elements.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { runInSlices, type Steps } from '../scheduling/run-in-slices.ts';
import { listFormsWithText } from '../store/options-sets/change-options-sets.ts';
import { getVisibleSet } from './get-options-set.ts';
import type { SetParams } from './own-options-set.ts';

const maxForms = 100;
const maxFields = 50;
const maxLabelLength = 200;

export async function getFormsOfSet(
  request: ApiRequest<SetParams>,
  services: Pick<Services, 'longReads' | 'db'>,
): Promise<ApiList<SetForm>> {
  const { id } = await getVisibleSet(request, services);
  return { data: await listFormsOfSet({ set: id, account: callerOf(request).account }, services, request.signal) };
}

export async function listFormsOfSet(
  { set, account }: { set: string; account: string },
  { db, longReads }: Pick<Services, 'longReads' | 'db'>,
  signal?: AbortSignal,
): Promise<SetForm[]> {
  const asked = { account, text: set, limit: maxForms };
  const rows = await longReads.run(account, () => listFormsWithText(db.sql, asked), signal);
  const forms: SetForm[] = [];
  for (const row of rows) forms.push(await runInSlices(readForm(row, set)));
  return forms;
}

const elementsPerStep = 200;

function* readForm({ id, definition }: { id: string; definition: string }, set: string): Steps<SetForm> {
  const form = JSON.parse(definition) as FormDefinition & { name?: unknown };
  yield;
  const fields: SetField[] = [];
  let seen = 0;
  for (const { element, name = '' } of walkElements(form)) {
    if (++seen % elementsPerStep === 0) yield;
    const uses = usesOf(element, set);
    if (uses.length === 0 || fields.length === maxFields) continue;
    const { label } = element;
    const shown = typeof label === 'string' && label !== '' ? label : name;
    fields.push({ name, label: shown.slice(0, maxLabelLength), uses });
  }
  return { id, name: typeof form.name === 'string' && form.name !== '' ? form.name : id, fields };
}

/** A definition was checked when it was saved, but by an earlier version perhaps. */
function usesOf({ options, validators }: Element, set: string): SetField['uses'] {
  const names = (part: unknown) => {
    const url = (part as { url?: unknown } | null | undefined)?.url;
    return typeof url === 'string' && url.toLowerCase().includes(set);
  };
  const isChecked =
    Array.isArray(validators) && validators.some((item) => names((item as { req?: unknown } | null)?.req));
  return [...(names(options) ? (['options'] as const) : []), ...(isChecked ? (['validator'] as const) : [])];
}
