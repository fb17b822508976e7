// GET /audit/export: the audit trail as a file, sent while it is read: CSV, or one JSON object a line. [identity.audit.export]
import { Readable } from 'node:stream';
import type { Cell } from '../../core/plan/columns.ts';
import { writeCsv } from '../../tables/write/write-csv.ts';
import { isoNow } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, ApiResponse, callerOf } from '../http/api-request.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { ownTurn } from '../scheduling/run-in-slices.ts';
import { type AuditFilter, type AuditLine, listAuditLines } from '../store/identity/audit.ts';
import { presentLine } from './list-audit.ts';
import { recordAudit } from './record-audit.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'longReads' | 'db' | 'auditChain'>;

export interface AuditExportQuery extends AuditFilter {
  readonly format: 'csv' | 'jsonl';
}

const linesAtOnce = 100;
type Line = AuditLine & { seq: number | null };

export async function exportAudit(
  request: ApiRequest<unknown, AuditExportQuery>,
  services: Needs,
): Promise<ApiResponse<string>> {
  const { format, ...filter } = request.query;
  const { account } = callerOf(request);
  const pages = eachPage({ account, filter, signal: request.signal }, services);
  // The first page is read before the response starts: what fails then is an error, not a file that ends early.
  const first = await pages.next();
  const detail = { format, ...filter };
  await recordAudit(services.db.sql, { action: 'auditExport', object: 'audit', detail }, request, services);
  const lines = startingWith(first, pages);
  const bytes = format === 'csv' ? writeCsv(columns, rowsOf(lines)) : textsOf(lines);
  const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8';
  const name = `audit ${isoNow(services.clock).slice(0, 10)}.${format}`;
  return ApiResponse.ofJson(Readable.from(bytes, { objectMode: false }), {
    'content-type': type,
    'content-disposition': contentDisposition({ name, contentType: type }),
  });
}

async function* eachPage(
  wanted: { account: string; filter: AuditFilter; signal: AbortSignal | undefined },
  { db, longReads }: Pick<Services, 'longReads' | 'db'>,
): AsyncGenerator<Line[]> {
  const { account, filter, signal } = wanted;
  for (let before: string | undefined; ; ) {
    signal?.throwIfAborted();
    const page = { account, filter, before, limit: linesAtOnce };
    const lines = await longReads.run(account, () => listAuditLines(db.sql, page), signal);
    await ownTurn();
    if (lines.length > 0) yield lines;
    if (lines.length < linesAtOnce) return;
    before = lines.at(-1)?.id;
  }
}

async function* startingWith<T>(first: IteratorResult<T, unknown>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

const columns = [
  ...['number', 'time', 'action', 'user', 'email', 'credential', 'apiKey', 'ip', 'userAgent'],
  ...['object', 'objectId', 'name', 'detail', 'id'],
];

async function* rowsOf(pages: AsyncIterable<Line[]>): AsyncGenerator<Cell[][]> {
  for await (const lines of pages) {
    yield lines.map((line) => [
      ...[line.seq ?? '', line.time, line.action, line.user ?? '', line.email ?? '', line.credential ?? ''],
      ...[line.keyId ?? '', line.ip, line.userAgent, line.object, line.objectId ?? '', line.name ?? ''],
      ...[line.detail ?? '', line.id],
    ]);
  }
}

async function* textsOf(pages: AsyncIterable<Line[]>): AsyncGenerator<string> {
  for await (const lines of pages) yield lines.map((line) => `${JSON.stringify(presentLine(line))}\n`).join('');
}
