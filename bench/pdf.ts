// One-page PDFs from a warm process, how many of them all processes make in a second, and what their parent's event loop
// notices of it. Budget: under 50 ms, off the event loop.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openPdfMaker, type PdfMaker } from '../src/server/pdf/pdf-maker.ts';
import { hebrewData, hebrewForm } from '../test/support/hebrew-form.ts';
import { orderData, orderForm } from '../test/support/order-form.ts';
import { formOf, pdfRequest } from '../test/support/pdf-forms.ts';

interface BenchResult {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly verdicts: readonly { readonly name: string; readonly ratio: number; readonly atLeast: number }[];
}

const budgetMs = 50;
const delayBudgetMs = 25;
const warmUp = 120;
const documents = 100;

// Fifteen fields, as in the other benchmarks.
const onePage = formOf(
  Array.from({ length: 15 }, (_, i) => ({ type: 'fInput', name: `field${i}`, label: `Question number ${i}` })),
);

let made = 0;
/** No two alike: the compiler remembers what it has set before. */
function onePageRequest() {
  const data = Object.fromEntries(
    Array.from({ length: 15 }, (_, i) => [`field${i}`, `Answer ${made} of question ${i}`]),
  );
  made++;
  return pdfRequest(onePage, data, { isArchive: true });
}

const kinds = {
  'one page, 15 fields': onePageRequest,
  'English, every field type, 3 pages': () => pdfRequest(orderForm, { ...orderData, first: `Ada ${made++}` }),
  'Hebrew, every field type, 2 pages': () => pdfRequest(hebrewForm, { ...hebrewData, first: `נועה ${made++}` }),
};

export async function run(): Promise<BenchResult> {
  const log = { info() {}, warn: console.error, error: console.error };
  const processFile = join(process.cwd(), 'dist', 'server', 'pdf', 'typst-process.js');
  const workers = Math.max(1, availableParallelism() - 1);
  const maker = openPdfMaker({ workers, processFile, log });
  try {
    const start = performance.now();
    await maker.make(onePageRequest());
    const first = performance.now() - start;
    const rows: (string | number)[][] = [['first of all, with the start of its process', first.toFixed(0), '', '', '']];
    for (const request of Object.values(kinds)) await makeMany(maker, request, { count: warmUp, atOnce: workers });
    let worst = 0;
    for (const [kind, request] of Object.entries(kinds)) {
      const alone = await makeMany(maker, request, { count: documents, atOnce: 1 });
      if (kind.startsWith('one page')) worst = alone.p50;
      rows.push([
        kind,
        alone.p50.toFixed(1),
        alone.p99.toFixed(1),
        (1000 / alone.each).toFixed(0),
        alone.delay.toFixed(1),
      ]);
    }
    const full = await makeMany(maker, onePageRequest, { count: documents * 2, atOnce: workers * 2 });
    const name = `one page, ${workers} processes kept busy`;
    rows.push([name, full.p50.toFixed(1), full.p99.toFixed(1), (1000 / full.each).toFixed(0), full.delay.toFixed(1)]);
    return {
      title: 'PDFs (milliseconds)',
      columns: ['document', 'p50', 'p99', 'documents a second', 'event loop delay p99'],
      rows,
      verdicts: [
        { name: 'one page within 50 ms, p50', ratio: budgetMs / worst, atLeast: 1 },
        {
          name: 'event loop of the parent within 25 ms while PDFs are made, p99',
          ratio: delayBudgetMs / full.delay,
          atLeast: 1,
        },
      ],
    };
  } finally {
    await maker.close();
  }
}

async function makeMany(
  maker: PdfMaker,
  request: () => ReturnType<typeof onePageRequest>,
  { count, atOnce }: { count: number; atOnce: number },
) {
  const times: number[] = [];
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const start = performance.now();
  let left = count;
  const lane = async () => {
    while (left-- > 0) {
      const before = performance.now();
      await maker.make(request());
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const each = (performance.now() - start) / count;
  delays.disable();
  await sleep(50);
  times.sort((a, b) => a - b);
  return { each, p50: times[count >> 1]!, p99: times[Math.floor(count * 0.99)]!, delay: delays.percentile(99) / 1e6 };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { title, columns, rows, verdicts } = await run();
  console.log(title);
  console.table(rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]]))));
  for (const { name, ratio, atLeast } of verdicts) {
    console.log(`${ratio >= atLeast ? 'met' : 'MISSED'}: ${name}: ${ratio.toFixed(2)}, at least ${atLeast}`);
  }
}
