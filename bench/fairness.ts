// What another account feels while one account runs the worst of each kind of long work: submits and a one-row CSV export of
// account B, quiet and under each load of account A, in turn on one server. docs/limits.md "Fair turns".
import { randomUUID } from 'node:crypto';
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
    const submission = JSON.stringify({ form, data: submission15 });
    // With a key of its own: a submit and a transaction after it.
    const submit = () => postRequest('/v1.0/entry/submit', submission, { 'idempotency-key': randomUUID() });
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
      const { p50Ms, p99Ms } = await measureLoad({ url: server.url, connections, seconds, request: submit });
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
      const { done, refused } = await load.stop();
      const after = await measure();
      const quiet = median([before.p99Ms, after.p99Ms]);
      const figures = [before.p50Ms, quiet, loaded.p50Ms, loaded.p99Ms, loaded.p99Ms / quiet];
      rows.push([name, ...figures.map((figure) => figure.toFixed(1)), Math.round(loaded.csvMs), done, refused]);
      verdicts.push({
        name: `${name}: p99 of another account's submits`,
        ratio: (maxRatio * quiet) / loaded.p99Ms,
        atLeast: 1,
      });
      verdicts.push({ name: `${name}: another account's one-row CSV`, ratio: maxCsvMs / loaded.csvMs, atLeast: 1 });
    }
    return {
      title: `latency of account B under load by account A (${connections} connections, ${seconds} s each)`,
      columns: [
        'load of account A',
        'quiet p50 ms',
        'quiet p99 ms',
        'p50 ms',
        'p99 ms',
        'p99 ratio',
        'one-row CSV, worst ms',
        'done by A',
        'refused to A',
      ],
      rows,
      verdicts,
    };
  } finally {
    await server.close();
  }
}

/** Requests of account A that were answered. */
interface LoadCounts {
  readonly done: number;
  readonly refused: number;
}

interface RunningLoad {
  stop(): Promise<LoadCounts>;
}

interface Work {
  readonly atOnce: number;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Taken in turn; of the API unless they begin with another part of the service. */
  readonly paths: readonly string[];
  readonly body?: string;
  /** Each with an Idempotency-Key of its own. */
  readonly isKeyed?: boolean;
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
  const docForm = await make({
    ...renders,
    formSchema: { rootElem: { type: 'cSection', name: 'root', children: [{ type: 'fDoc', name: 'doc' }] } },
  });
  const doc = `<ul>${'<li>x</li>'.repeat(9_700)}</ul>`;
  const textForm = await make({
    formSchema: { rootElem: { type: 'cSection', name: 'root', children: [{ type: 'fLngTxt', name: 'text' }] } },
  });
  const emails = [{ to: ['ops@example.com'], subject: 'New', text: '{{ allAnswers }}' }];
  const mailForm = await make({ ...form15, postSubmit: { emails } });
  const leaving = await make(form15);
  const noted = (await server.call('POST', '/entry/submit', { form, data: submission15 }))['entryId'] as string;
  await addEntries(server, { form: leaving, count: 200_000 });
  const mcpCall = { name: 'list_entries', arguments: { formId: form } };
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
    'submits of 900 kB': post(8, '/entry/submit', { form: textForm, data: { text: 'many words '.repeat(80_000) } }),
    'PDFs of hostile rich text': post(8, '/entry/submit', { form: docForm, data: { doc } }),
    'submits with emails': post(8, '/entry/submit', { form: mailForm, data: submission15 }),
    '300 submits': post(300, '/entry/submit', { form, data: submission15 }),
    '300 submits with a key': { ...post(300, '/entry/submit', { form, data: submission15 }), isKeyed: true },
    '300 notes of one entry': post(300, `/entry/${noted}/notes`, { text: 'A note.' }),
    'new forms': post(30, '/form', form15),
    'upload policies': post(30, `/form/${form}/uploadPolicy`, { name: 'a.txt', size: 5, type: 'text/plain' }),
    OData: { atOnce: 8, method: 'GET', paths: [`/odata/${form}/Submissions`] },
    MCP: post(8, '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: mcpCall }),
    searches: {
      atOnce: 8,
      method: 'GET',
      paths: days.map((_, n) => `/form/${form}/entries?search=alice${n}&limit=50`),
    },
    'lists of 2,000': { atOnce: 8, method: 'GET', paths: [`/entry?limit=2000&query=${query}`] },
  };
  // The first call of a process loads the tools for agents, once.
  const { MCP: agent } = works;
  await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      'x-api-key': server.key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: agent?.body ?? '',
  });
  const start = (named: readonly Work[]) => () => startLoad(server, named);
  const each = Object.entries(works).map(([name, work]) => [name, start([work])] as const);
  const views = post(30, `/form/${leaving}/views`, { name: 'View', state: {} });
  const removal: Work = { atOnce: 1, method: 'DELETE', paths: [`/form/${leaving}`] };
  return {
    ...Object.fromEntries(each),
    'views beside the deletion of 200,000 entries': start([removal, views]),
    'all of them': start(Object.values(works)),
  };
}

const hogLayout = '#for a in range(9999) { for b in range(9999) { for c in range(9999) { } } }';

/** In a thread of its own: what is measured must not wait for what is only there to disturb. */
const driver = `
const { workerData, parentPort } = require('node:worker_threads');
const { url, key, works } = workerData;
const stop = new AbortController();
const counts = { done: 0, refused: 0 };
parentPort.once('message', () => stop.abort());
async function drive({ method, paths, body, isKeyed }) {
  for (let count = 0; !stop.signal.aborted; count += 1) {
    try {
      const accept = 'application/json, text/event-stream';
      const headers = { 'x-api-key': key, 'content-type': 'application/json', accept };
      if (isKeyed) headers['idempotency-key'] = crypto.randomUUID();
      const path = paths[count % paths.length];
      const isApi = !path.startsWith('/odata/') && !path.startsWith('/mcp');
      const response = await fetch(url + (isApi ? '/v1.0' : '') + path, { method, headers, body, signal: stop.signal });
      for await (const chunk of response.body) void chunk;
      if (response.status < 400) counts.done += 1;
      else counts.refused += 1;
      // A refused caller comes again, sooner than asked.
      if (response.status >= 400) await new Promise((resolve) => setTimeout(resolve, 100));
    } catch {}
  }
}
const drivers = works.flatMap((work) => Array.from({ length: work.atOnce }, () => drive(work)));
Promise.all(drivers).then(() => parentPort.postMessage(counts));
`;

/** What was begun goes on for a while without its caller. */
const settleMs = 4_000;

function startLoad({ url, key }: RunningServer, works: readonly Work[]): RunningLoad {
  const worker = new Worker(driver, { eval: true, workerData: { url, key, works } });
  const ended = once(worker, 'message') as Promise<[LoadCounts]>;
  return {
    async stop() {
      worker.postMessage('stop');
      const [counts] = await ended;
      await worker.terminate();
      await sleep(settleMs);
      return counts;
    },
  };
}
