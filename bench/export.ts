// How fast are entries exported, and does memory stay flat? CSV at 100,000 and 1,000,000 entries of a 15-field form, a
// workbook too, and both with labels at 200,000, each from the database to the stored file. Ceiling of the same run: the same rows read by the same client
// and thrown away. Budgets: flat memory, under 300 MB in all, and 50,000 rows a second.
import { exportEntries } from '../src/server/export/export-entries.ts';
import type { ExportFormat } from '../src/server/export/open-content.ts';
import type { ApiRequest } from '../src/server/http/api-request.ts';
import { type FilledService, openFilledService } from './support/filled-service.ts';
import { type MeasuredRows, timeRows } from './support/time-rows.ts';

const csvPerSecond = 50_000;
const xlsxPerSecond = 15_000;
const maxMb = 300;
const smallCount = 100_000;
const largeCount = 1_000_000;
const labelledCount = 200_000;
const pageSize = 2_000;

export async function run() {
  const service = await openFilledService();
  try {
    const small = await service.addForm(smallCount);
    // The first export of a process also waits for the compiler.
    await timeExport(service, small, 'csv', smallCount);
    const smallCsv = await timeExport(service, small, 'csv', smallCount);
    const xlsx = await timeExport(service, small, 'xlsx', smallCount);
    const labelled = await service.addForm(labelledCount);
    // This form's options have no labels of their own, and it has no time zone: what is measured is the work of looking them up.
    await timeExport(service, small, 'csv', smallCount, true);
    const smallLabelled = await timeExport(service, small, 'csv', smallCount, true);
    const labelledCsv = await timeExport(service, labelled, 'csv', labelledCount, true);
    const labelledXlsx = await timeExport(service, labelled, 'xlsx', labelledCount, true);
    const large = await service.addForm(largeCount);
    const read = await timeRows(largeCount, () => readRows(service, large));
    const largeCsv = await timeExport(service, large, 'csv', largeCount);
    const largeXlsx = await timeExport(service, large, 'xlsx', largeCount);
    const row = (name: string, result: MeasuredRows) => [name, Math.round(result.perSecond), Math.round(result.peakMb)];
    return {
      title: 'Export of a 15-field form',
      columns: ['what', 'rows a second', 'peak MB of the process'],
      rows: [
        row('the same rows read by the same client, 1,000,000', read),
        row('csv, 100,000', smallCsv),
        row('csv, 1,000,000', largeCsv),
        row('xlsx, 100,000', xlsx),
        row('xlsx, 1,000,000', largeXlsx),
        row('csv with labels, 100,000', smallLabelled),
        row('csv with labels, 200,000', labelledCsv),
        row('xlsx with labels, 200,000', labelledXlsx),
      ],
      verdicts: [
        { name: `csv of ${csvPerSecond} a second`, ratio: largeCsv.perSecond / csvPerSecond, atLeast: 1 },
        { name: 'csv of reading the rows', ratio: largeCsv.perSecond / read.perSecond, atLeast: 0.4 },
        { name: `xlsx of ${xlsxPerSecond} a second`, ratio: largeXlsx.perSecond / xlsxPerSecond, atLeast: 1 },
        {
          name: `csv with labels of ${csvPerSecond} a second`,
          ratio: labelledCsv.perSecond / csvPerSecond,
          atLeast: 1,
        },
        { name: `${maxMb} MB over the peak`, ratio: maxMb / Math.max(largeCsv.peakMb, largeXlsx.peakMb), atLeast: 1 },
        { name: `${maxMb} MB over the peak with labels`, ratio: maxMb / labelledXlsx.peakMb, atLeast: 1 },
        {
          name: 'with labels, peak at 100,000 over peak at 200,000',
          ratio: smallLabelled.peakMb / labelledCsv.peakMb,
          atLeast: 0.6,
        },
        { name: 'peak at 100,000 over peak at 1,000,000', ratio: smallCsv.peakMb / largeCsv.peakMb, atLeast: 0.6 },
      ],
    };
  } finally {
    await service.close();
  }
}

function timeExport(
  { services, account }: FilledService,
  form: string,
  format: ExportFormat,
  count: number,
  labels = false,
) {
  const request = {
    query: { format, labels },
    payload: { query: { form } },
    caller: { account },
    ip: '127.0.0.1',
    userAgent: 'bench',
  } as unknown as ApiRequest;
  return timeRows(count, () => exportEntries(request as Parameters<typeof exportEntries>[0], services));
}

async function readRows({ services, account }: FilledService, form: string): Promise<void> {
  const { sql } = services.db;
  for (let after = '', rows = pageSize; rows === pageSize; ) {
    const page: { id: string }[] = await sql`select id, idx, status, create_time, modify_time, submit_time, data
      from entries where account = ${account} and form = ${form} and id > ${after} order by id limit ${pageSize}`;
    rows = page.length;
    after = page.at(-1)?.id ?? '';
  }
}
