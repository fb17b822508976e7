// POST /entry/export: the entries of one form as a file with a link that lasts about 2 days.
// [export.query] [export.link] [export.caller-gone]
//
//   pages of rows -> cells -> CSV or workbook -> compressed -> storage        (pdf: pages of entries -> PDFs -> ZIP -> storage)
//
// Everything streams: each step takes the next piece when the one after it is ready, so memory does not grow with the entries.

import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { ApiLink } from '../../api-types/lists.ts';
import { directionOf } from '../../core/locale.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { refuseForeignForm } from '../entries/current-form.ts';
import { readEntryFilter } from '../entries/entry-filter.ts';
import { errors } from '../errors.ts';
import { storeGenerated } from '../files/store-generated.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { createFairLimiter, type FairLimiter } from '../limiter.ts';
import { ownTurn } from '../run-in-slices.ts';
import type { Services } from '../services.ts';
import { countEntries } from '../store/count-entries.ts';
import type { EntryRow } from '../store/entries.ts';
import { runsByBytes } from '../store/entry-bytes.ts';
import { type ExportRow, listExportRows, readExportRows } from '../store/export-entries.ts';
import { type EntryFilter, type EntrySize, listEntries, listEntrySizes } from '../store/list-entries.ts';
import { eachCellPage } from './each-cell-page.ts';
import { eachPage } from './each-page.ts';
import { chooseColumns, type ExportColumns } from './export-columns.ts';
import { exportFileName } from './export-file-name.ts';
import { type ExportProgress, noProgress, trackProgress } from './export-progress.ts';
import { writeCsv } from './write-csv.ts';
import { eachPdf } from './write-pdfs.ts';
import { writeXlsx } from './write-xlsx.ts';
import { writeZip } from './write-zip.ts';

/** In a process. Exports of PDFs take minutes, so those of rows have places of their own. */
export interface ExportLimiters {
  readonly rows: FairLimiter;
  readonly pdfs: FairLimiter;
}

const exportLimits = { maxAtOnce: 6, maxPerAccount: 2, maxWaitingPerAccount: 50, maxWaiting: 200 };

export function createExportLimiters(): ExportLimiters {
  return { rows: createFairLimiter(exportLimits), pdfs: createFairLimiter(exportLimits) };
}

export type ExportFormat = 'csv' | 'xlsx' | 'pdf';

export interface ExportQuery {
  readonly format: ExportFormat;
  readonly progressId?: string;
}

export interface ExportPayload {
  readonly query?: Record<string, unknown>;
  readonly fields?: readonly string[];
}

type ExportRequest = ApiRequest<unknown, ExportQuery, ExportPayload>;

export async function exportEntries(request: ExportRequest, services: Services): Promise<ApiLink> {
  const filter = readEntryFilter(request.payload.query);
  const formId = formOf(filter);
  if (formId === undefined) throw errors.exportWithoutForm();
  const form = await services.forms.getFresh(formId);
  refuseForeignForm(form, request);
  const { format, progressId } = request.query;
  const wanted = { form, filter, format, fields: request.payload.fields };
  // What is wrong with the request is said before it waits for its turn.
  if (format !== 'pdf') choose(wanted, services);
  await services.disk.checkFile(0);
  await services.quotas.take({ kind: 'exports', account: form.account, form: form.id, isAnonymous: false });
  const detail = { format, ...shownQuery(request.payload) };
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
    const work = () => store(wanted, progress, request.signal, services);
    const url = await limiter.run(form.account, work, request.signal);
    await progress.end();
    return { url };
  } catch (error) {
    await progress.end(error);
    throw error;
  }
}

/** What was asked for, for the audit trail; long filters say little to people. */
function shownQuery({ query, fields }: ExportPayload): object {
  const text = JSON.stringify({ query, fields });
  return text.length <= maxShownQuery ? { query, fields } : { query: `${text.slice(0, maxShownQuery)}…` };
}

const maxShownQuery = 2_000;

async function startProgress({ form, filter }: Export, id: string, request: ExportRequest, services: Services) {
  const rowsTotal = await countEntries(services.db.sql, { account: form.account, filter });
  return trackProgress({ id, rowsTotal, request }, services);
}

async function store(
  wanted: Export,
  progress: ExportProgress,
  signal: AbortSignal | undefined,
  services: Services,
): Promise<string> {
  const { form, format } = wanted;
  signal?.throwIfAborted();
  const { content, ...facts } = openContent(wanted, services, progress);
  // Every step before it ends with it, and what it left on disk has no name.
  const stop = () => content.destroy(signal?.reason as Error);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const name = exportFileName(form, format, new Date(services.clock.now()));
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

export interface Export {
  readonly form: LoadedForm;
  readonly filter: EntryFilter;
  readonly format: ExportFormat;
  readonly fields: readonly string[] | undefined;
}

export interface ExportContent {
  readonly type: string;
  readonly content: Readable;
  readonly contentEncoding?: 'gzip';
}

export function openContent(wanted: Export, services: Services, progress = noProgress): ExportContent {
  const time = new Date(services.clock.now());
  if (wanted.format === 'pdf') {
    const parts = eachPdf(wanted.form, eachEntryPage(wanted, services), services, progress.add);
    return { type: 'application/zip', content: streamOf(writeZip(parts, time)) };
  }
  const chosen = choose(wanted, services);
  const titles = chosen.columns.map(({ title }) => title);
  const rows = counted(eachRowPage(wanted, chosen, services), progress, ({ length }) => length);
  const pages = eachCellPage(rows, chosen);
  if (wanted.format === 'csv') {
    return { type: 'text/csv; charset=utf-8', contentEncoding: 'gzip', content: compressed(writeCsv(titles, pages)) };
  }
  const { definition, plan } = wanted.form;
  const workbook = {
    sheetName: definition.name ?? '',
    titles,
    pages,
    isRightToLeft: directionOf(plan.locale) === 'rtl',
    time,
  };
  return { type: workbookType, content: streamOf(writeXlsx(workbook)) };
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** choice: an empty list of fields means the default columns, as a missing one does. */
function choose({ form, fields }: Export, services: Services): ExportColumns {
  const chosen = chooseColumns(fields?.length === 0 ? undefined : fields, form, services);
  if ('unknown' in chosen) throw errors.fieldsNotRecognized(chosen.unknown);
  return chosen;
}

/** An item counts when the next one is asked for: then it is done. */
async function* counted<T>(items: AsyncIterable<T>, progress: ExportProgress, rowsOf: (item: T) => number) {
  for await (const item of items) {
    yield item;
    progress.add(rowsOf(item));
  }
}

/** A page is parsed and written in one turn of the event loop, and every request of others waits for that: a page is small. */
const rowsAtOnce = 200;
const bytesAtOnce = 2 ** 19;

function eachRowPage({ form, filter }: Export, { properties }: ExportColumns, { db, longReads }: Services) {
  const { account } = form;
  return eachPage<ExportRow>({
    async read(page) {
      const list = () => listExportRows(db.sql, { account, filter, ...page }, properties);
      const { json, bytes } = await longReads.run(account, list);
      await ownTurn();
      return { rows: readExportRows(json), bytes };
    },
    maxRows: rowsAtOnce,
    maxBytes: bytesAtOnce,
  });
}

const entriesAtOnce = 50;

function eachEntryPage({ form, filter }: Export, { db, longReads }: Services) {
  const { account } = form;
  return eachPage<EntryRow>({
    async read(page) {
      const { maxBytes, ...place } = page;
      const list = { account, filter, includesDeleted: false, ...place };
      return longReads.run(account, async () => {
        const sizes = await listEntrySizes(db.sql, list);
        const [run = []] = runsByBytes(sizes, maxBytes);
        const rows = await listEntries(db.sql, { ...list, filter: { id: { in: run.map(({ id }) => id) } } });
        return { rows, bytes: run.length < sizes.length ? maxBytes : bytesOf(run) };
      });
    },
    maxRows: entriesAtOnce,
  });
}

function bytesOf(sizes: readonly EntrySize[]): number {
  return sizes.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Fast rather than small: a link lives two days, and the request waits. */
const gzipOptions = { level: 1, chunkSize: 128 * 1024 };

function compressed(pieces: AsyncIterable<Buffer>): Readable {
  const gzip = createGzip(gzipOptions);
  // A failure on either side destroys the other; whoever reads `gzip` meets it.
  pipeline(streamOf(pieces), gzip, () => {});
  return gzip;
}

function streamOf(pieces: AsyncIterable<Buffer>): Readable {
  return Readable.from(pieces, { objectMode: true, highWaterMark: 2 });
}
