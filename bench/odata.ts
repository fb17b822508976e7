// OData tables of a form with 10,000 and with 1,000,000 entries (SIZES=10000 chooses): pages of 100 at both ends, by next link and by
// $skip, of the entries and of a repeat, filters and counts, beside the bare SQL of such a page through a bare node:http server.
import { setTimeout as sleep } from 'node:timers/promises';
import { form15 } from './support/form15.ts';
import { getRequest, measureInTurn, measureLoad, median } from './support/load.ts';
import { type Ceiling, type RunningServer, startCeiling, startServer } from './support/running-server.ts';
import { addVariedEntries } from './support/varied-entries.ts';

const sizes = (process.env['SIZES'] ?? '10000,1000000').split(',').map(Number);
const rounds = 7;
const roundSeconds = 0.5;
const pageRows = 100;
/** Goals at every size: a page at either end, the last against the first, and against the bare SQL. */
const goals = { pageMs: 10, lastToFirst: 0.8, toCeiling: 0.2, toSmallest: 0.8 };

const children = [
  ...form15.formSchema.rootElem.children,
  {
    ...{ type: 'cRepeat', name: 'guests' },
    children: [
      { type: 'fInput', name: 'name' },
      { type: 'fInput', name: 'age', typeValidator: 'num' },
    ],
  },
];
const form = { name: 'Tables', formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };

interface Cost {
  readonly p50Ms: number;
  readonly cpuMicros: string;
}

export async function run() {
  const server = await startServer();
  const ceiling = await startCeiling('entries', server.databaseUrl);
  try {
    const rows: (string | number)[][] = [];
    const verdicts: { name: string; ratio: number; atLeast: number }[] = [];
    const ends: { size: number; firstMs: number }[] = [];
    for (const size of sizes) {
      const id = (await server.call('POST', '/form', form))['id'] as string;
      await addVariedEntries(server, { form: id, count: size, hasGuests: true });
      const { first, last, bare } = await measureEnds({ server, ceiling, form: id, rows, size });
      ends.push({ size, firstMs: first.p50Ms });
      const at = `at ${size.toLocaleString('en')} entries`;
      for (const [name, { p50Ms }] of [...Object.entries({ first, last })])
        verdicts.push({
          name: `${name} page of 100 ${at}: p50 within ${goals.pageMs} ms`,
          ratio: goals.pageMs / p50Ms,
          atLeast: 1,
        });
      verdicts.push(
        { name: `last page against the first ${at}`, ratio: first.p50Ms / last.p50Ms, atLeast: goals.lastToFirst },
        { name: `last page against the bare SQL ${at}`, ratio: bare.p50Ms / last.p50Ms, atLeast: goals.toCeiling },
      );
      await buildIndex(server, id);
      for (const [name, path] of others(size)) {
        const cost = await measure(server, `/odata/${id}/${path}`);
        rows.push([size.toLocaleString('en'), name, cost.p50Ms.toFixed(2), cost.cpuMicros]);
      }
    }
    const [small, large] = [ends[0], ends.at(-1)];
    if (small !== undefined && large !== undefined && small !== large)
      verdicts.push({
        name: `first page at ${large.size.toLocaleString('en')} against ${small.size.toLocaleString('en')} entries`,
        ratio: small.firstMs / large.firstMs,
        atLeast: goals.toSmallest,
      });
    return {
      title: `OData: pages of ${pageRows} rows, one request at a time (medians of ${rounds} rounds)`,
      columns: ['entries', 'what is asked for', 'p50 ms', 'CPU us a request'],
      rows,
      verdicts,
    };
  } finally {
    await ceiling.close();
    await server.close();
  }
}

/** What is asked for beside the two ends, and its path. */
function others(size: number): [name: string, path: string][] {
  const day = new Date(Date.now() - 24 * 3_600_000).toISOString();
  const middle = size / 2;
  const table = (name: string, options: Record<string, string>) =>
    `${name}?${new URLSearchParams({ $top: String(pageRows), ...options })}`;
  const where = ($filter: string) => table('Submissions', { $filter });
  return [
    ['100 rows after $skip of half of them', table('Submissions', { $skip: String(middle) })],
    ['100 rows after $skip of all but 100', table('Submissions', { $skip: String(size - pageRows) })],
    ['a repeat, first page', table('Submissions.guests', {})],
    ['by submitTime, newest first', table('Submissions', { $orderby: 'submitTime desc' })],
    ['two columns of $select', table('Submissions', { $select: 'id,age' })],
    ['with labels', table('Submissions', { labels: '1' })],
    ['$filter: of the last day', where(`createTime ge ${day}`)],
    ['$filter: the number of an entry', where(`idx eq ${middle}`)],
    ['$filter: an answer of every third', where(`country eq 'IL'`)],
    ['$filter: an answer of one in 5,000', where(`data_status eq 'other'`)],
    ['$filter: an answer that is unique', where(`email eq 'user${middle}@example${middle % 50}.com'`)],
    [
      '$filter of a repeat: a row that is unique',
      table('Submissions.guests', { $filter: `name eq 'Guest ${middle}-2'` }),
    ],
    ['a page with $count=true', table('Submissions', { $count: 'true' })],
    ['/$count', 'Submissions/$count'],
    [
      '/$count: an answer of one in 5,000',
      `Submissions/$count?${new URLSearchParams({ $filter: `data_status eq 'other'` })}`,
    ],
    ['/$count: of the last day', `Submissions/$count?${new URLSearchParams({ $filter: `createTime ge ${day}` })}`],
  ];
}

async function measureEnds(options: {
  readonly server: RunningServer;
  readonly ceiling: Ceiling;
  readonly form: string;
  readonly rows: (string | number)[][];
  readonly size: number;
}) {
  const { server, ceiling, form, rows, size } = options;
  const count = size.toLocaleString('en');
  const walk = await walkToEnd(server, `/odata/${form}/Submissions`);
  const guests = await walkToEnd(server, `/odata/${form}/Submissions.guests`);
  const bareEnd = (id: string) => ({
    url: ceiling.url,
    request: () => getRequest(`/${form}/${id}`),
    cpuMs: ceiling.cpuMs,
  });
  const own = (path: string) => ({ url: server.url, request: () => requestOf(server, path), cpuMs: server.cpuMs });
  const targets = {
    'bare SQL, first page': bareEnd('f'.repeat(24)),
    'bare SQL, last page': bareEnd(walk.lastId),
    'first page': own(`/odata/${form}/Submissions`),
    'last page, by next link': own(walk.last),
    'a repeat, last page, by next link': own(guests.last),
  };
  const measured = await measureInTurn({ targets, connections: 1, rounds });
  const costOf = (name: keyof typeof targets): Cost => ({
    p50Ms: measured.middle(name, 'p50Ms'),
    cpuMicros: measured.cpuMicros(name),
  });
  for (const name of Object.keys(targets) as (keyof typeof targets)[])
    rows.push([count, name, costOf(name).p50Ms.toFixed(2), costOf(name).cpuMicros]);
  for (const [name, { perSecond }] of Object.entries({ 'all rows': walk, 'all rows of a repeat': guests }))
    rows.push([
      count,
      `${name}, their ids by pages of 2,000`,
      `${Math.round(perSecond).toLocaleString('en')} rows/s`,
      '',
    ]);
  return { first: costOf('first page'), last: costOf('last page, by next link'), bare: costOf('bare SQL, last page') };
}

/** Follows all next links, at the end by pages of 100, to the path of the last page. Tokens are good for any choice of columns. */
async function walkToEnd(server: RunningServer, table: string) {
  const start = performance.now();
  const path = `${table}?$select=id`;
  let seconds = 0;
  let last = path;
  let lastId = '';
  let read = 0;
  let size = 2_000;
  for (let next: string | undefined = path; next !== undefined; ) {
    const headers = { authorization: basic(server), prefer: `odata.maxpagesize=${size}` };
    const response = await fetch(`${server.url}${next}`, { headers });
    const body = (await response.json()) as { value: { id: string }[]; '@odata.nextLink'?: string };
    if (!response.ok) throw new Error(JSON.stringify(body));
    const link = body['@odata.nextLink'];
    if (link === undefined && size > pageRows) {
      // The last page of 2,000 once more, by pages of 100.
      size = pageRows;
      seconds = (performance.now() - start) / 1000;
      continue;
    }
    if (size > pageRows) read += body.value.length;
    // After the last row of a repeat there may be an empty page.
    if (body.value[0] !== undefined) {
      last = next;
      lastId = body.value[0].id;
    }
    next = link === undefined ? undefined : link.slice(link.indexOf('/odata/'));
  }
  const perSecond = read / seconds;
  return {
    last: last.replace(/\$select=id&?/, ''),
    lastId: (BigInt(`0x${lastId}`) + 1n).toString(16).padStart(24, '0'),
    perSecond,
  };
}

async function measure(server: RunningServer, path: string): Promise<Cost> {
  const load = () =>
    measureLoad({ url: server.url, connections: 1, seconds: roundSeconds, request: () => requestOf(server, path) });
  await load();
  const times: number[] = [];
  let requests = 0;
  const before = server.cpuMs() ?? Number.NaN;
  for (let round = 0; round < rounds; round += 1) {
    const { p50Ms, count } = await load();
    times.push(p50Ms);
    requests += count;
  }
  const micros = (1000 * ((server.cpuMs() ?? Number.NaN) - before)) / requests;
  return { p50Ms: median(times), cpuMicros: Number.isNaN(micros) ? '?' : Math.round(micros).toLocaleString('en') };
}

const basic = ({ key }: RunningServer) => `Basic ${Buffer.from(`any:${key}`).toString('base64')}`;

function requestOf(server: RunningServer, path: string): string {
  return getRequest(path, { authorization: basic(server), prefer: `odata.maxpagesize=${pageRows}` });
}

/** The first filter on an answer begins it. */
async function buildIndex(server: RunningServer, form: string): Promise<void> {
  for (const options of ['$filter=country%20eq%20%27IL%27', '$orderby=submitTime%20desc'])
    await fetch(`${server.url}/odata/${form}/Submissions?$top=1&${options}`, {
      headers: { authorization: basic(server) },
    });
  for (;;) {
    const [state] = await server.sql<{ isDone: boolean }[]>`
      select (select min(from_id) from entry_segments where form = ${form}) = ''
        and not exists (select from entry_key_sets where form = ${form} and not is_built)
        and (select builder is null from form_indexes where form = ${form}) as "isDone"`;
    if (state?.isDone) break;
    await sleep(500);
  }
  await server.sql`analyze`;
}
