// POST /entry/{entryId}/copy: the PDF of an entry for whoever has just submitted it, where the form offers that. The response of the
// submit has a bewit for it, which works for an hour, for this alone. [entries.copy]
import type { ApiLink } from '../../api-types/lists.ts';
import { entryStatusNumber } from '../../core/plan/entry-status.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { storedPdfEntry } from '../entry-facts/pdf-entry.ts';
import { storeGenerated } from '../files/store-generated.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { readSignedText, signText } from '../http/secrets.ts';
import { makePdfs } from '../pdf/make-pdfs.ts';
import { type EntryRow, findEntry } from '../store/entries/entries.ts';
import type { BewitQuery } from './fill-payload.ts';

type Needs = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'newId'
  | 'log'
  | 'outbound'
  | 'pdfs'
  | 'db'
  | 'quotas'
  | 'secrets'
  | 'forms'
  | 'pdf'
  | 'storage'
  | 'disk'
>;

const lifeMs = 60 * 60 * 1000;
const submitted = entryStatusNumber('submitted');

export function offersPdf({ definition }: LoadedForm): boolean {
  return definition.page?.copy === 'pdf';
}

/** The same row gives the same one. */
export function makeCopyBewit(row: Pick<EntryRow, 'id' | 'modifyTime'>, key: Buffer): string {
  return signText(`${row.id} ${endOf(row)}`, key);
}

function endOf({ modifyTime }: Pick<EntryRow, 'modifyTime'>): number {
  return Date.parse(modifyTime) + lifeMs;
}

export async function copyEntry(
  request: ApiRequest<{ entryId: string }, BewitQuery>,
  services: Needs,
): Promise<ApiLink> {
  const { entryId } = request.params;
  const ends = request.caller === undefined ? checkCopyBewit(entryId, request.query.bewit ?? '', services) : undefined;
  const row = await findEntry(services.db.sql, entryId);
  if (row === undefined) throw errors.entryNotFound(entryId);
  if (request.caller !== undefined && request.caller.account !== row.account) throw errors.insufficientPermissions();
  // What somebody of the account changed since is not for the person who filled it in.
  if (ends !== undefined && ends !== endOf(row)) throw errors.expiredBewit();
  const form = await services.forms.getFresh(row.form);
  if (!offersPdf(form) || row.status !== submitted) throw errors.notFound();
  const isAnonymous = request.caller === undefined;
  const { account, id } = form;
  await services.disk.checkFile(0);
  await services.quotas.take({ kind: 'pdfs', account, form: id, isAnonymous });
  const entry = storedPdfEntry({ row }, services);
  const { main } = await makePdfs(
    { form, entry, isArchive: false, isForFiller: true, signal: request.signal },
    services,
  );
  const type = 'application/pdf';
  const { name, content } = main;
  const { url } = await storeGenerated(
    { account, form: id, name, type, content, life: 'temporary', isAnonymous },
    services,
  );
  return { url };
}

/** When it ends. */
function checkCopyBewit(
  entryId: string,
  bewit: string,
  { secrets, clock }: Pick<Services, 'clock' | 'secrets'>,
): number {
  const [entry, ends] = (readSignedText(bewit, secrets.copy) ?? '').split(' ');
  if (entry !== entryId) throw errors.invalidBewit();
  if (Number(ends) <= clock.now()) throw errors.expiredBewit();
  return Number(ends);
}
