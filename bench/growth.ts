// What a page and a submit cost as the table grows: 10,000, 100,000 and 1,000,000 entries of one form (or those of SIZES), each in a
// server of its own; they are asked in turn, so that whatever else the machine does meets them alike. And what the table takes, and
// what a search by answers costs, with the index that the first search makes.
import { setTimeout as sleep } from 'node:timers/promises';
import { addEntries } from './support/fill.ts';
import { form15, submission15 } from './support/form15.ts';
import { getRequest, measureLoad, median, postRequest } from './support/load.ts';
import { type RunningServer, startServer } from './support/running-server.ts';

const sizes = (process.env['SIZES'] ?? '10000,100000,1000000').split(',').map(Number);
const named = (size: number | undefined) => size?.toLocaleString('en');
const rounds = 7;
const seconds = 0.4;

interface Grown {
  readonly server: RunningServer;
  readonly form: string;
  readonly requests: Readonly<Record<string, string>>;
}

export async function run() {
  const all: Grown[] = [];
  try {
    for (const size of sizes) all.push(await grow(size));
    const rows: (string | number)[][] = [];
    const verdicts: { name: string; ratio: number; atLeast: number }[] = [];
    for (const kind of Object.keys(all[0]?.requests ?? {})) {
      const costs = await measureInTurn(all, kind);
      rows.push([kind, ...costs.map((cost) => median(cost).toFixed(2))]);
      const [small = []] = costs;
      const large = costs.at(-1) ?? [];
      const ratio = median(small.map((cost, round) => (1.5 * cost) / (large[round] as number)));
      verdicts.push({
        name: `${kind}: at ${named(sizes.at(-1))} within 1.5 times the cost at ${named(sizes[0])}`,
        ratio,
        atLeast: 1,
      });
    }
    rows.push(...(await measureStorage(all)));
    rows.push(...(await measureSearch(all)));
    return {
      title: `growth: one request at a time, p50 in milliseconds (medians of ${rounds} rounds)`,
      columns: ['request', ...sizes.map((size) => `${named(size)} entries`)],
      rows,
      verdicts,
    };
  } finally {
    for (const { server } of all) await server.close();
  }
}

/** Whether bytes per entry, and the time to clean up after changes, stay what they are. */
async function measureStorage(all: readonly Grown[]): Promise<(string | number)[][]> {
  const kinds = ['bytes per entry: table', 'bytes per entry: indexes', 'vacuum after 10,000 edits, ms'];
  const figures: string[][] = [];
  for (const [at, { server }] of all.entries()) {
    const { sql } = server;
    const [row] = await sql<{ table: number; indexes: number }[]>`
      select pg_table_size('entries')::float8 as table, pg_indexes_size('entries')::float8 as indexes`;
    await sql`update entries set revision = revision + 1 where idx <= 10000`;
    const begun = performance.now();
    await sql`vacuum entries`;
    const perEntry = (bytes = 0) => (bytes / (sizes[at] as number)).toFixed(0);
    figures.push([perEntry(row?.table), perEntry(row?.indexes), (performance.now() - begun).toFixed(0)]);
  }
  return kinds.map((kind, place) => [kind, ...figures.map((one) => one[place] as string)]);
}

/** Last, because a form that is searched keeps its index up to date with each submit. */
async function measureSearch(all: readonly Grown[]): Promise<(string | number)[][]> {
  const kinds = [
    'making the index of a search, s',
    'bytes per entry: index of a search',
    'search for what one entry has',
  ];
  const figures: string[][] = [];
  for (const [at, { server, form }] of all.entries()) {
    const size = sizes[at] as number;
    const search = (word: string) => server.call('GET', `/form/${form}/entries?limit=50&search=${word}`);
    const begun = performance.now();
    await search('archer');
    while (!(await isIndexed(server, form))) await sleep(500);
    const made = performance.now() - begun;
    const times: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const before = performance.now();
      await search(`alice${Math.floor((size * round) / (rounds + 1))}@example.com`);
      times.push(performance.now() - before);
    }
    const [row] = await server.sql<{ bytes: number }[]>`select sum(pg_total_relation_size(oid))::float8 as bytes
      from pg_class where relname in ('entry_segments', 'entry_signatures', 'entry_index_changes', 'entry_keys')`;
    figures.push([(made / 1000).toFixed(1), ((row?.bytes ?? 0) / size).toFixed(0), median(times).toFixed(2)]);
  }
  return kinds.map((kind, place) => [kind, ...figures.map((one) => one[place] as string)]);
}

async function isIndexed({ sql }: RunningServer, form: string): Promise<boolean> {
  const [state] = await sql<{ isDone: boolean }[]>`
    select (select min(from_id) from entry_segments where form = ${form}) = ''
      and (select builder is null from form_indexes where form = ${form}) as "isDone"`;
  return state?.isDone === true;
}

async function grow(size: number): Promise<Grown> {
  const server = await startServer();
  const form = (await server.call('POST', '/form', form15))['id'] as string;
  await addEntries(server, { form, count: size });
  const page = (query: object | undefined, limit: number, after = '') =>
    getRequest(
      `/v1.0/entry?limit=${limit}${query === undefined ? '' : `&query=${encodeURIComponent(JSON.stringify(query))}`}${after}`,
      { 'x-api-key': server.key },
    );
  const table = (search: string) => getRequest(`/v1.0/form/${form}/entries${search}`, { 'x-api-key': server.key });
  // Entries are a second apart, the last an hour ago.
  const half = new Date(Date.now() - 3_600_000 - size * 500).toISOString();
  const middle = `&after=${await findMiddle(server, form)}`;
  return {
    server,
    form,
    requests: {
      'first page of 100, one form': page({ form }, 100),
      'page of 100 in the middle, one form': page({ form }, 100, middle),
      'page of 2,000, one form': page({ form }, 2000),
      'first page of 100, whole account': page(undefined, 100),
      'newest 50 of one form': table(''),
      'newest 50 of the older half, by changedAt': table(
        `?query=${encodeURIComponent(`{"changedAt":{"$lt":"${half}"}}`)}`,
      ),
      'submitted and deleted, page of 100': page({ form, status: { $in: [2, 3] } }, 100),
      'drafts, of which there are none': page({ form, status: 1 }, 100),
      submit: postRequest('/v1.0/entry/submit', JSON.stringify({ form, data: submission15 })),
    },
  };
}

/** By server, then by round. */
async function measureInTurn(all: readonly Grown[], kind: string): Promise<number[][]> {
  const costs: number[][] = all.map(() => []);
  for (let round = -1; round < rounds; round += 1) {
    for (const [place, { server, requests }] of all.entries()) {
      const request = requests[kind] as string;
      const { p50Ms } = await measureLoad({ url: server.url, connections: 1, seconds, request: () => request });
      if (round >= 0) costs[place]?.push(p50Ms);
    }
  }
  return costs;
}

/** The cursor that a list gives after an entry half way. */
async function findMiddle({ sql, url, key }: RunningServer, form: string): Promise<string> {
  const two = await sql<{ id: string }[]>`select id from entries where form = ${form} order by id
    offset (select count(*) / 2 from entries where form = ${form}) limit 2`;
  const query = encodeURIComponent(JSON.stringify({ _id: { $in: two.map(({ id }) => id) } }));
  const response = await fetch(`${url}/v1.0/entry?limit=1&query=${query}`, { headers: { 'x-api-key': key } });
  await response.arrayBuffer();
  return new URL((response.headers.get('link') ?? '').slice(1).split('>')[0] as string).searchParams.get('after') ?? '';
}
