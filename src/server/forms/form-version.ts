// The version of a form's definition: sent as an ETag, taken back in If-Match, so that two people who change a form at once
// do not undo each other's work.
import { errors } from '../errors.ts';
import { Answer } from '../http/api-request.ts';
import { runAtOnce, runInSlices } from '../run-in-slices.ts';
import type { FormRow } from '../store/forms.ts';
import { formText, largeFormLength } from './present-form.ts';

export async function answerForm(row: FormRow): Promise<Answer> {
  const text = formText(row);
  const json = row.definition.length < largeFormLength ? runAtOnce(text) : await runInSlices(text);
  return Answer.ofJson(json, { etag: etagOf(row.version) });
}

/** Throws the 412 unless If-Match names this version. */
export function refuseOtherVersion(ifMatch: string, version: number | undefined): void {
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  // A proxy that compresses answers makes the tag weak; it still names the version.
  const isMatch = tags.some(
    (tag) => tag === '*' || (version !== undefined && tag.replace(/^W\//, '') === etagOf(version)),
  );
  if (!isMatch) throw errors.formChangedMeanwhile();
}

function etagOf(version: number): string {
  return `"${version}"`;
}
