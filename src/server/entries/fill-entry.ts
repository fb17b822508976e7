// Save and submit, new and continued.
// [entries.save] [entries.submit] [entries.submit.without-data] [entries.submit.again] [entries.flags] [forms.closed]
//
//   new-entry.ts or continue-draft.ts up to the commit -> files that were sent away -> emails -> response
import type { SavedEntry, SubmittedEntry } from '../../api-types/entries.ts';
import type { Budget } from '../../core/expression/budget.ts';
import { sendEmails } from '../after-actions/send-emails.ts';
import { uiActions } from '../after-actions/ui-actions.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { makeBewit } from '../entry-facts/bewit.ts';
import { entryScope, noteUnfinishedRules } from '../entry-facts/entry-facts.ts';
import { presentEntry } from '../entry-facts/present-entry.ts';
import { deleteSentFiles, dropMissingFiles } from '../files/files-of-entries.ts';
import { formVersionHeaders } from '../forms/form-version.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { type ApiRequest, ApiResponse } from '../http/api-request.ts';
import type { IdempotencyKey } from '../http/idempotency-key.ts';
import { largeDataLength, ownTurn } from '../scheduling/run-in-slices.ts';
import { type EntryRow, findEntry } from '../store/entries/entries.ts';
import { continueDraft } from './continue-draft.ts';
import { makeCopyBewit, offersPdf } from './copy-entry.ts';
import { draftTag, tagOfResponse } from './draft-version.ts';
import type { BewitQuery, FillPayload, FillQuery, NewEntryPayload } from './fill-payload.ts';
import { keyUsed, respondOnce } from './idempotency.ts';
import { kinds, type MadeEntry, makeNewEntry } from './new-entry.ts';
import { redactForPublic } from './redact-for-public.ts';

type Needs = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'newId'
  | 'log'
  | 'outbound'
  | 'fetchForForm'
  | 'pdfs'
  | 'attachments'
  | 'db'
  | 'quotas'
  | 'secrets'
  | 'forms'
  | 'mail'
  | 'pdf'
  | 'predictedNumbers'
  | 'notices'
  | 'keepResponse'
  | 'writes'
  | 'latestAccounts'
  | 'storage'
  | 'disk'
  | 'slowForms'
  | 'visits'
  | 'entryBytes'
>;

type Trigger = 'save' | 'submit';

type NewRequest = ApiRequest<unknown, unknown, NewEntryPayload>;
type DraftRequest = ApiRequest<{ entryId: string }, BewitQuery & FillQuery, FillPayload>;

/** What the JSON of responseText holds. */
type Saved = Promise<ApiResponse<SavedEntry>>;
type Submitted = Promise<ApiResponse<SubmittedEntry>>;

export const saveNewEntry = (request: NewRequest, services: Needs): Saved => fillNew('save', request, services);
export const submitNewEntry = (request: NewRequest, services: Needs): Submitted => fillNew('submit', request, services);
export const saveDraft = (request: DraftRequest, services: Needs): Saved => fillDraft('save', request, services);
export const submitDraft = (request: DraftRequest, services: Needs): Submitted =>
  fillDraft('submit', request, services);

/** A new entry of whoever asks; what the routes and the page without script share. */
export function fillNew<Body>(trigger: Trigger, request: NewRequest, services: Needs): Promise<ApiResponse<Body>> {
  let headers: Record<string, string> = {};
  const run = async (key: IdempotencyKey | undefined) => {
    const made = await makeNewEntry({ trigger, request, key }, services);
    if (made === keyUsed) return keyUsed;
    headers = { ...formVersionHeaders(made.form), ...(trigger === 'save' && { etag: draftTag(made.row.data) }) };
    return finish({ trigger, request, dataBefore: '{}' }, made, services);
  };
  const rebuild = async (entry: string) => {
    const row = await findEntry(services.db.sql, entry);
    if (row === undefined) throw errors.entryNotFound(entry);
    return responseText({ trigger, request, form: await services.forms.getFresh(row.form), row }, services);
  };
  const formOrAccount = request.caller?.account ?? `form ${request.payload.form}`;
  // Of a response that was kept the version of the form is not known any more.
  const headersOf = async (json: string) =>
    trigger === 'save' && headers['etag'] === undefined ? { etag: await tagOfResponse(json) } : headers;
  return respondOnce({ request, formOrAccount, run, rebuild, headersOf }, services);
}

async function fillDraft<Body>(trigger: Trigger, request: DraftRequest, services: Needs): Promise<ApiResponse<Body>> {
  const continued = await continueDraft({ trigger, request }, services);
  const { dataBefore, form, row } = continued;
  const headers = { ...formVersionHeaders(form), ...(trigger === 'save' && { etag: draftTag(row.data) }) };
  return ApiResponse.ofJson(await finish({ trigger, request, dataBefore }, continued, services), headers);
}

interface Filling {
  readonly trigger: Trigger;
  readonly request: ApiRequest<unknown, unknown, FillPayload>;
  readonly dataBefore: string;
}

/** What follows the commit; all of it before the response. */
async function finish({ trigger, request, dataBefore }: Filling, made: MadeEntry, services: Needs): Promise<string> {
  const { form, owed, budget, mainPdf, sentFiles } = made;
  const { id: entry, data } = made.row;
  // [insight.visits] What programs and colleagues send was not filled in by a visitor.
  if (trigger === 'submit' && request.caller === undefined) services.visits.add(form.id, 'sent');
  if (sentFiles.length > 0) {
    const isByOwner = request.caller?.account === form.account;
    await deleteSentFiles({ form, entry, sent: sentFiles, dataBefore, isByOwner }, services);
  }
  await dropMissingFiles({ form, entry, dataBefore, data }, services);
  const row =
    owed === undefined ? made.row : await sendEmails({ form, row: made.row, owed, budget, mainPdf }, services);
  if (data.length >= largeDataLength) await ownTurn();
  return responseText({ trigger, request, form, row, budget }, services);
}

interface Filled {
  readonly trigger: Trigger;
  readonly request: ApiRequest<unknown, unknown, FillPayload>;
  readonly form: LoadedForm;
  readonly row: EntryRow;
  /** What the check has left of it; without one the rules have a full one. */
  readonly budget?: Budget;
}

async function responseText(
  { trigger, request, form, row, budget }: Filled,
  services: Pick<Services, 'config' | 'log' | 'secrets'>,
): Promise<string> {
  const { rules } = kinds[trigger];
  const actions = request.payload.skipUiActions
    ? []
    : await uiActions(form, rules, entryScope({ form, row, budget }, services));
  noteUnfinishedRules({ form, row, budget }, services);
  const entry = presentEntry(redactForPublic(request, row), services);
  const start = `{"entry":${entry},"uiActions":${JSON.stringify(actions)},"entryId":"${row.id}"`;
  if (trigger === 'submit') {
    return offersPdf(form) ? `${start},"copyBewit":"${makeCopyBewit(row, services.secrets.copy)}"}` : `${start}}`;
  }
  const bewit = makeBewit(row, services.secrets.bewit);
  return `${start},"userCanResume":true,"formId":"${row.form}","bewit":"${bewit}"}`;
}
