// Loading a form to build on, and saving what was changed in it. A save says which version it is based on; when somebody else
// has saved meanwhile it is refused, and their form is fetched to choose from.
import type { ApiForm } from '../../../api-types/forms.ts';
import { ApiError } from '../../../client/call-api.ts';
import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import type { AdminApi } from '../../admin-api.ts';
import { changesBetween, definitionOf, type SavedForm } from './saved-form.ts';

export async function loadForm(api: AdminApi, id: string, signal?: AbortSignal): Promise<SavedForm> {
  const { body, headers } = await api.request<ApiForm>(`/form/${id}`, signal === undefined ? {} : { signal });
  return { form: body, etag: headers.get('etag') ?? undefined };
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly saved: SavedForm }
  | { readonly kind: 'conflict'; readonly theirs: SavedForm };

/** `on` is the form as the changes know it. */
export async function saveForm(
  api: AdminApi,
  on: { readonly id: string; readonly saved: FormDefinition; readonly etag: string | undefined },
  definition: FormDefinition,
): Promise<SaveOutcome> {
  try {
    const { body, headers } = await api.request<ApiForm>(`/form/${on.id}`, {
      method: 'PATCH',
      body: changesBetween(on.saved, definition),
      ...(on.etag !== undefined && { headers: { 'if-match': on.etag } }),
    });
    return { kind: 'saved', saved: { form: body, etag: headers.get('etag') ?? undefined } };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) throw error;
    const theirs = await loadForm(api, on.id);
    // Saved already, by a request whose response was lost, or by whoever made the same change elsewhere.
    if (differences(theirs.form, definition).length === 0) return { kind: 'saved', saved: theirs };
    return { kind: 'conflict', theirs };
  }
}

/** The names of the definition's parts that two versions have differently. */
export function differences(one: FormDefinition, two: FormDefinition): string[] {
  return Object.keys(changesBetween(definitionOf(one), definitionOf(two)));
}
