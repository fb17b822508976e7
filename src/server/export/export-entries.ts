// POST /entry/export: the entries of one form as a file with a link that lasts about 2 days.
// [export.query] [export.link] [export.caller-gone]
//
//   pages of rows -> cells -> CSV or workbook -> compressed -> storage        (pdf: pages of entries -> PDFs -> ZIP -> storage)
//
// Everything streams: each step takes the next piece when the one after it is ready, so memory does not grow with the entries.

import type { ApiLink } from '../../api-types/lists.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { readEntryFilter } from '../entry-facts/entry-filter.ts';
import { storeGenerated } from '../files/store-generated.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { refuseForeignForm } from '../forms/start-form.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { createFairLimiter, type FairLimiter } from '../scheduling/limiter.ts';
import { countMatches, isPlain, readEntrySearch } from '../search/find-matches.ts';
import { countEntries } from '../store/entries/count-entries.ts';
import type { EntryFilter } from '../store/entries/implied-bounds.ts';
import { exportFileName } from './export-file-name.ts';
import { type ExportProgress, noProgress, trackProgress } from './export-progress.ts';
import { checkContent, type Export, type ExportFormat, openContent } from './open-content.ts';
import { readTableOptions, type WantedOptions } from './table/table-options.ts';

type Needs = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'newId'
  | 'log'
  | 'outbound'
  | 'longReads'
  | 'db'
  | 'quotas'
  | 'secrets'
  | 'forms'
  | 'pdf'
  | 'reads'
  | 'exports'
  | 'auditChain'
  | 'storage'
  | 'disk'
  | 'entryIndexes'
>;

/** In a process. Exports of PDFs take minutes, so those of rows have places of their own. */
export interface ExportLimiters {
  readonly rows: FairLimiter;
  readonly pdfs: FairLimiter;
}

const exportLimits = { maxAtOnce: 6, maxPerAccount: 2, maxWaitingPerAccount: 50, maxWaiting: 200 };

export function createExportLimiters(): ExportLimiters {
  return { rows: createFairLimiter(exportLimits), pdfs: createFairLimiter(exportLimits) };
}

export interface ExportQuery {
  readonly format: ExportFormat;
  readonly labels?: boolean;
  readonly progressId?: string;
}

export interface ExportPayload extends Omit<WantedOptions, 'labels'> {
  readonly query?: Record<string, unknown>;
  readonly fields?: readonly string[];
  readonly search?: string;
  readonly where?: object;
  readonly sort?: string;
  readonly pdfName?: string;
}

type ExportRequest = ApiRequest<unknown, ExportQuery, ExportPayload>;

export async function exportEntries(request: ExportRequest, services: Needs): Promise<ApiLink> {
  const filter = readEntryFilter(request.payload.query);
  const formId = formOf(filter);
  if (formId === undefined) throw errors.exportWithoutForm();
  const form = await services.forms.getFresh(formId);
  refuseForeignForm(form, request);
  const { progressId } = request.query;
  const wanted = readExport(request, form, filter);
  const { format } = wanted;
  // What is wrong with the request is said before it waits for its turn.
  checkContent(wanted, services);
  await services.disk.checkFile(0);
  await services.quotas.take({ kind: 'exports', account: form.account, form: form.id, isAnonymous: false });
  const detail = { format, ...shownQuery(request) };
  const audited = {
    action: 'entriesExport',
    object: 'form',
    objectId: form.id,
    name: form.definition.name,
    detail,
  } as const;
  await recordAudit(services.db.sql, audited, request, services);
  const progress = progressId === undefined ? noProgress : await startProgress(wanted, progressId, request, services);
  try {
    const limiter = services.exports[format === 'pdf' ? 'pdfs' : 'rows'];
    const work = () => store(wanted, progress, services);
    const url = await limiter.run(form.account, work, request.signal);
    await progress.end();
    return { url };
  } catch (error) {
    await progress.end(error);
    throw error;
  }
}

function readExport({ query, payload, signal }: ExportRequest, form: LoadedForm, filter: EntryFilter): Export {
  const { search, where, sort, fields, pdfName } = payload;
  const found = readEntrySearch({ search, where, sort }, form, 'payload');
  return {
    form,
    filter,
    format: query.format,
    fields,
    options: readTableOptions({ ...payload, ...(query.labels !== undefined && { labels: query.labels }) }),
    search: isPlain(found) ? undefined : found,
    pdfs: pdfName !== undefined || query.labels === true ? { pdfName } : undefined,
    signal,
  };
}

/**
 * What was asked for, for the audit trail; long filters say little to people. Words and values that somebody looked for may be
 * somebody's name, which the trail could never forget: it says only that there were some.
 */
function shownQuery({ query: { labels }, payload }: ExportRequest): object {
  const { search, where, query, fields, ...options } = payload;
  const isNarrowed = (search !== undefined && search !== '') || where !== undefined;
  const shown = { query, fields, ...options, ...(labels === true && { labels }), ...(isNarrowed && { isNarrowed }) };
  const text = JSON.stringify(shown);
  return text.length <= maxShownQuery ? shown : { query: `${text.slice(0, maxShownQuery)}…` };
}

const maxShownQuery = 2_000;

async function startProgress(wanted: Export, id: string, request: ExportRequest, services: Needs) {
  const rowsTotal = await countRows(wanted, services);
  return trackProgress({ id, rowsTotal, request }, services);
}

/** Where a search finds too many to count, what it looks through: it finds no more. */
async function countRows(
  { form, filter, search, signal }: Export,
  services: Pick<Services, 'longReads' | 'db' | 'entryIndexes'>,
): Promise<number> {
  const { account } = form;
  const found = search && (await countMatches({ account, form, filter, search }, services, signal));
  return found?.isMore === false ? found.count : countEntries(services.db.sql, { account, filter });
}

async function store(wanted: Export, progress: ExportProgress, services: Needs): Promise<string> {
  const { form, signal } = wanted;
  signal?.throwIfAborted();
  const { content, kind, ...facts } = openContent(wanted, services, progress);
  // Every step before it ends with it, and what it left on disk has no name.
  const stop = () => content.destroy(signal?.reason as Error);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const name = exportFileName(form, kind, new Date(services.clock.now()));
    const file = { account: form.account, form: form.id, name, ...facts, content, signal, life: 'temporary' } as const;
    return (await storeGenerated(file, services)).url;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** An export has the columns of one form. choice: one form named by $eq, or alone in $in, is as good as a plain id. */
function formOf({ form }: EntryFilter): string | undefined {
  if (form?.eq !== undefined) return form.eq;
  const ids = new Set(form?.in);
  return ids.size === 1 ? [...ids][0] : undefined;
}

declare module '../base/services.ts' {
  interface Services {
    readonly exports: ExportLimiters;
  }
}
