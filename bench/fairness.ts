// What another account feels while one account runs the worst of each kind of long work: submits and a one-row CSV export of
// account B, quiet and under each load of account A, in turn on one server. docs/limits.md "Fair turns".
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { addEntries } from './support/fill.ts';
import { form15, submission15 } from './support/form15.ts';
import { measureLoad, median, postRequest } from './support/load.ts';
import { type RunningServer, startServer } from './support/running-server.ts';

const seconds = 6;
const connections = 4;
const maxRatio = 3;
const maxCsvMs = 2_000;

export async function run() {
  const server = await startServer();
  try {
    const other = await server.addAccount('other@example.com');
    const loads = await prepareLoads(server);
    const form = (await other.call('POST', '/form', form15))['id'] as string;
    const submit = postRequest('/v1.0/entry/submit', JSON.stringify({ form, data: submission15 }));
    const single = (await other.call('POST', '/form', form15))['id'] as string;
    await other.call('POST', '/entry/submit', { form: single, data: submission15 });
    const measure = async () => {
      const times: number[] = [];
      let isOver = false;
      const csv = async () => {
        do {
          const start = performance.now();
          await other.call('POST', '/entry/export?format=csv', { query: { form: single } });
          times.push(performance.now() - start);
        } while (!isOver);
      };
      const exporting = csv();
      const { p50Ms, p99Ms } = await measureLoad({ url: server.url, connections, seconds, request: () => submit });
      isOver = true;
      await exporting;
      return { p50Ms, p99Ms, csvMs: Math.max(...times) };
    };

    await measure();
    const rows: (string | number)[][] = [];
    const verdicts: { name: string; ratio: number; atLeast: number }[] = [];
    const wanted = process.env['BENCH_LOADS']?.split(';');
    for (const [name, start] of Object.entries(loads)) {
      if (wanted !== undefined && !wanted.includes(name)) continue;
      const before = await measure();
      const load = start();
      const loaded = await measure();
      await load.stop();
      const after = await measure();
      const quiet = median([before.p99Ms, after.p99Ms]);
      const figures = [before.p50Ms, quiet, loaded.p50Ms, loaded.p99Ms, loaded.p99Ms / quiet];
      rows.push([name, ...figures.map((figure) => figure.toFixed(1)), Math.round(loaded.csvMs)]);
      verdicts.push({
        name: `${name}: p99 of another account's submits`,
        ratio: (maxRatio * quiet) / loaded.p99Ms,
        atLeast: 1,
      });
      verdicts.push({ name: `${name}: another account's one-row CSV`, ratio: maxCsvMs / loaded.csvMs, atLeast: 1 });
    }
    return {
      title: `another account beside the worst of one account (${connections} connections, ${seconds} s each)`,
      columns: [
        'load of account A',
        'quiet p50 ms',
        'quiet p99 ms',
        'p50 ms',
        'p99 ms',
        'p99 ratio',
        'one-row CSV, worst ms',
      ],
      rows,
      verdicts,
    };
  } finally {
    await server.close();
  }
}

interface RunningLoad {
  stop(): Promise<void>;
}

interface Work {
  readonly atOnce: number;
  readonly method: 'GET' | 'POST';
  /** Taken in turn. */
  readonly paths: readonly string[];
  readonly body?: string;
}

/** Each runs until it is stopped; refusals are part of it. */
async function prepareLoads(server: RunningServer): Promise<Record<string, () => RunningLoad>> {
  const renders = { postSubmit: { renders: [{ if: 'true' }] } };
  const make = async (definition: object) => (await server.call('POST', '/form', definition))['id'] as string;
  const form = await make(form15);
  await addEntries(server, { form, count: 20_000 });
  const hogForm = await make({ ...form15, ...renders, templates: [{ type: 'typst', source: hogLayout }] });
  const manyForm = await make({
    ...form15,
    ...renders,
    templates: Array.from({ length: 50 }, () => ({ type: 'auto' })),
  });
  const dear = { type: 'fInput', relevant: "(model.long.split('') | orderBy).length > 0" };
  const dearFields = Array.from({ length: 300 }, (_, n) => ({ ...dear, name: `f${n}` }));
  const children = [{ type: 'fLngTxt', name: 'long' }, ...dearFields];
  const dearForm = await make({ formSchema: { rootElem: { type: 'cSection', name: 'root', children } } });
  const set = (await server.call('POST', '/optionsSet', { name: 'Large' }))['id'] as string;
  const options = Array.from({ length: 60_000 }, (_, n) => ({ value: `option number ${n} of a large set`, score: n }));
  const days = Array.from({ length: 28 }, (_, n) => `2000-01-${String(n + 1).padStart(2, '0')}`);
  const query = encodeURIComponent(JSON.stringify({ form }));

  const post = (atOnce: number, path: string, body: unknown): Work => ({
    atOnce,
    method: 'POST',
    paths: [path],
    body: JSON.stringify(body),
  });
  const works: Record<string, Work> = {
    '8 PDF exports': post(8, '/entry/export?format=pdf', { query: { form } }),
    '8 CSV exports of 20,000': post(8, '/entry/export?format=csv', { query: { form } }),
    'submits with 50 layouts': post(8, '/entry/submit', { form: manyForm, data: submission15 }),
    'layouts that run to their limit': post(8, '/entry/submit', { form: hogForm, data: submission15 }),
    'expensive submits': post(8, '/entry/submit', { form: dearForm, data: { long: 'ab'.repeat(10_000) } }),
    renders: post(32, '/entry/render', { form, data: submission15 }),
    insight: { atOnce: 8, method: 'GET', paths: days.map((day) => `/form/${form}/insight?from=${day}`) },
    'uploads of options': post(8, `/optionsSet/${set}/addOptions`, { options }),
    'generateEntries of 10,000': post(4, `/form/${form}/generateEntries`, { num: 10_000 }),
    'lists of 2,000': { atOnce: 8, method: 'GET', paths: [`/entry?limit=2000&query=${query}`] },
  };
  const start = (named: readonly Work[]) => () => startLoad(server, named);
  const each = Object.entries(works).map(([name, work]) => [name, start([work])] as const);
  return { ...Object.fromEntries(each), 'all of them': start(Object.values(works)) };
}

const hogLayout = '#for a in range(9999) { for b in range(9999) { for c in range(9999) { } } }';

/** In a thread of its own: what is measured must not wait for what is only there to disturb. */
const driver = `
const { workerData, parentPort } = require('node:worker_threads');
const { url, key, works } = workerData;
const stop = new AbortController();
parentPort.once('message', () => stop.abort());
async function drive({ method, paths, body }) {
  for (let count = 0; !stop.signal.aborted; count += 1) {
    try {
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const path = paths[count % paths.length];
      const response = await fetch(url + '/v1.0' + path, { method, headers, body, signal: stop.signal });
      for await (const chunk of response.body) void chunk;
      // Whoever is refused comes again, sooner than asked.
      if (response.status >= 400) await new Promise((resolve) => setTimeout(resolve, 100));
    } catch {}
  }
}
const drivers = works.flatMap((work) => Array.from({ length: work.atOnce }, () => drive(work)));
Promise.all(drivers).then(() => process.exit(0));
`;

/** What was begun goes on for a while without its caller. */
const settleMs = 4_000;

function startLoad({ url, key }: RunningServer, works: readonly Work[]): RunningLoad {
  const worker = new Worker(driver, { eval: true, workerData: { url, key, works } });
  const ended = once(worker, 'exit');
  return {
    async stop() {
      worker.postMessage('stop');
      await ended;
      await sleep(settleMs);
    },
  };
}
