// How fast is insight computed, and does memory stay flat? All fields of a 15-field form at 100,000 and 1,000,000 entries.
// Ceiling of the same run: the same rows read by the same client and thrown away. Meanwhile the event loop is watched: other
// requests go on.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { computeInsight } from '../src/server/insight/compute-insight.ts';
import { type FilledService, openFilledService } from './support/filled-service.ts';
import { type MeasuredRows, timeRows } from './support/time-rows.ts';

const smallCount = 100_000;
const largeCount = 1_000_000;
const pageSize = 2_000;
const maxMb = 300;
const maxDelayMs = 50;

export async function run() {
  const service = await openFilledService();
  try {
    const small = await service.addForm(smallCount);
    // The first one of a process also waits for the compiler.
    await timeInsight(service, small, smallCount);
    const smallInsight = await timeInsight(service, small, smallCount);
    const large = await service.addForm(largeCount);
    const read = await timeRows(largeCount, () => readRows(service, large));
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const largeInsight = await timeInsight(service, large, largeCount);
    delay.disable();
    const delayMs = delay.percentile(99) / 1e6;
    const row = (name: string, result: MeasuredRows) => [name, Math.round(result.perSecond), Math.round(result.peakMb)];
    return {
      title: 'Insight into a 15-field form',
      columns: ['what', 'rows a second', 'peak MB of the process'],
      rows: [
        row('the same rows read by the same client, 1,000,000', read),
        row('insight, 100,000', smallInsight),
        row('insight, 1,000,000', largeInsight),
      ],
      verdicts: [
        { name: 'insight of reading the rows', ratio: largeInsight.perSecond / read.perSecond, atLeast: 0.5 },
        { name: `${maxMb} MB over the peak`, ratio: maxMb / largeInsight.peakMb, atLeast: 1 },
        {
          name: 'peak at 100,000 over peak at 1,000,000',
          ratio: smallInsight.peakMb / largeInsight.peakMb,
          atLeast: 0.6,
        },
        { name: `${maxDelayMs} ms over the event loop delay, p99`, ratio: maxDelayMs / delayMs, atLeast: 1 },
      ],
    };
  } finally {
    await service.close();
  }
}

async function timeInsight({ services }: FilledService, id: string, count: number): Promise<MeasuredRows> {
  const form = await services.forms.getFresh(id);
  const wanted = {
    statuses: [2],
    timeZone: 'Asia/Jerusalem',
    from: undefined,
    to: undefined,
    firstDay: undefined,
    lastDay: undefined,
  };
  return timeRows(count, async () => {
    const { entries } = await computeInsight(form, wanted, new AbortController().signal, services);
    if (entries !== count) throw new Error(`${entries} entries were counted instead of ${count}.`);
  });
}

async function readRows({ services, account }: FilledService, form: string): Promise<void> {
  const { sql } = services.db;
  for (let after = '', rows = pageSize; rows === pageSize; ) {
    const page: { id: string }[] = await sql`select id, submit_time, data from entries
      where account = ${account} and form = ${form} and id > ${after} order by id limit ${pageSize}`;
    rows = page.length;
    after = page.at(-1)?.id ?? '';
  }
}
