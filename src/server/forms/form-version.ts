// The version of a form's definition: sent as an ETag, taken back in If-Match, so that two people who change a form at once
// do not undo each other's work. [forms.write.version]
import type { ApiForm } from '../../api-types/forms.ts';
import { listSlips } from '../../core/definition/element-properties.ts';
import type { FormDefinition } from '../../core/definition/form-definition.ts';
import { errors } from '../base/errors.ts';
import { ApiResponse, type ResponseHeaders } from '../http/api-request.ts';
import { matchesTag } from '../http/if-match.ts';
import { formVersionHeader } from '../http/response-headers.ts';
import { runAtOnce, runInSlices } from '../scheduling/run-in-slices.ts';
import type { FormRow } from '../store/forms/forms.ts';
import { formText, largeFormLength } from './present-form.ts';

export const maxFormVersion = 2_147_483_647;

/** `written` is what this request wrote: names in it that are nearly those of properties are told in a header. */
export async function respondWithForm(
  row: FormRow,
  written: FormDefinition = {},
  headers: ResponseHeaders = {},
): Promise<ApiResponse<ApiForm>> {
  const text = formText(row);
  const isLarge = row.definition.length >= largeFormLength;
  const json = isLarge ? await runInSlices(text) : runAtOnce(text);
  return ApiResponse.ofJson(json, { ...headers, etag: etagOf(row.version), ...(!isLarge && warningsOf(written)) });
}

/** Not of large forms, for which it would take too long; the builder tells of theirs. */
function warningsOf(written: FormDefinition): Record<string, string> {
  const warnings = listSlips(written).map(({ path, meant }) => `${path} has no effect, did you mean ${meant}?`);
  if (warnings.length === 0) return {};
  return { 'x-service-warnings': warnings.join('; ').replace(/[^ -~]/g, '?') };
}

/** Throws the 412 unless If-Match names this version. */
export function refuseOtherVersion(ifMatch: string, version: number | undefined): void {
  if (!matchesTag(ifMatch, version === undefined ? undefined : etagOf(version))) throw errors.formChangedMeanwhile();
}

/** For fillers: a page that knows another version asks for the form again. [forms.version-told] */
export function formVersionHeaders({ version }: { readonly version: number }): Record<string, string> {
  return { [formVersionHeader]: String(version) };
}

function etagOf(version: number): string {
  return `"${version}"`;
}
