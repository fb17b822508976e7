// The version of a draft: sent as an ETag, taken back in If-Match, so that of two devices that fill one draft the one that
// saves later does not undo the other's work unknowingly. It is a digest of the data: opening a draft, or sending an email
// about it, makes no new version. [entries.save.version]
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../core/definition/form-definition.ts';
import { validateEntry } from '../../core/validation/validate-entry.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { formFacts } from '../forms/form-facts.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { cleanHtml } from '../html/clean-html.ts';
import { matchesTag } from '../http/if-match.ts';
import { membersOf } from '../http/json-members.ts';
import { largeDataLength, runAtOnce, runInSlices } from '../scheduling/run-in-slices.ts';
import type { EntryRow } from '../store/entries/entries.ts';

const tagLength = 22;

/** `data` as it is stored. */
export function draftTag(data: string): string {
  return `"${createHash('sha256').update(data).digest('base64url').slice(0, tagLength)}"`;
}

/** Of a response that was kept: the text is what presentEntry wrote, with the data as it was stored then. */
export async function tagOfResponse(json: string): Promise<string> {
  const read = async (text: string) =>
    text.length < largeDataLength ? runAtOnce(membersOf(text)) : runInSlices(membersOf(text));
  const entry = (await read(json)).get('entry') ?? '{}';
  return draftTag((await read(entry)).get('data') ?? '{}');
}

export interface DraftToMatch {
  readonly ifMatch: string | undefined;
  readonly row: EntryRow;
  readonly form: LoadedForm;
  /** What is to be stored; undefined for a submit of what is there. */
  readonly data: JsonObject | undefined;
}

/**
 * Throws the 412 unless If-Match names the version that is stored. Data that is stored already is not a conflict: a save whose
 * response got lost is sent again with the version before it.
 */
export async function refuseOtherDraft(
  { ifMatch, row, form, data }: DraftToMatch,
  services: Pick<Services, 'slowForms'>,
): Promise<void> {
  if (ifMatch === undefined || matchesTag(ifMatch, draftTag(row.data))) return;
  if (data === undefined) throw errors.draftChangedMeanwhile();
  const context = { entry: { id: row.id }, form: formFacts(form), cleanHtml };
  const read = async () => validateEntry(form.plan, data, { rules: 'types', context });
  const { data: cleaned } = await services.slowForms.run(form, read);
  if (form.writeData(cleaned) !== row.data) throw errors.draftChangedMeanwhile();
}
