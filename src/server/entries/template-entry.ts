// POST /entry/template: a prefilled starting point, with a short link to it. [entries.template]
import type { CreatedTemplate } from '../../api-types/entries.ts';
import { sendEmails } from '../after-actions/send-emails.ts';
import type { Services } from '../base/services.ts';
import { noteUnfinishedRules } from '../entry-facts/entry-facts.ts';
import { makeShortLink } from '../entry-facts/short-link.ts';
import { deleteSentFiles } from '../files/files-of-entries.ts';
import type { ApiRequest, ApiResponse } from '../http/api-request.ts';
import type { IdempotencyKey } from '../http/idempotency-key.ts';
import type { FillPayload } from './fill-payload.ts';
import { keyUsed, respondOnce } from './idempotency.ts';
import { type MadeEntry, makeNewEntry } from './new-entry.ts';

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
  | 'entryBytes'
>;

export interface TemplateQuery {
  readonly createShortUrl: boolean;
}

export interface TemplatePayload extends FillPayload {
  readonly form: string;
}

type TemplateRequest = ApiRequest<unknown, TemplateQuery, TemplatePayload>;

export function createTemplate(request: TemplateRequest, services: Needs): Promise<ApiResponse<CreatedTemplate>> {
  const formId = request.payload.form;
  const run = async (key: IdempotencyKey | undefined) => {
    const hasLink = request.query.createShortUrl;
    const made = await makeNewEntry({ trigger: 'template', request, key, hasLink }, services);
    return made === keyUsed ? keyUsed : finish(made, request, services);
  };
  const rebuild = async (entry: string) =>
    responseText({ id: entry, form: formId }, await shortUrlFor(entry, request, services));
  const formOrAccount = request.caller?.account ?? `form ${formId}`;
  return respondOnce({ request, formOrAccount, run, rebuild }, services);
}

/** What follows the commit; all of it before the response. */
async function finish(made: MadeEntry, request: TemplateRequest, services: Needs): Promise<string> {
  const { form, row, owed, sentFiles } = made;
  const sent = { form, entry: row.id, sent: sentFiles, dataBefore: '{}', isByOwner: true };
  if (sentFiles.length > 0) await deleteSentFiles(sent, services);
  // Before the emails, which may hold it.
  const shortUrl = await shortUrlFor(row.id, request, services);
  if (owed !== undefined) await sendEmails({ ...made, owed, shortUrl }, services);
  noteUnfinishedRules(made, services);
  return responseText(row, shortUrl);
}

function responseText(row: { id: string; form: string }, shortUrl: string | undefined): string {
  const created: CreatedTemplate = { formId: row.form, entryId: row.id, ...(shortUrl !== undefined && { shortUrl }) };
  return JSON.stringify(created);
}

async function shortUrlFor(
  entry: string,
  request: TemplateRequest,
  services: Pick<Services, 'config' | 'clock' | 'db'>,
): Promise<string | undefined> {
  return request.query.createShortUrl ? makeShortLink(entry, services, request.caller?.account ?? '') : undefined;
}
