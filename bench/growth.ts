// What a page and a submit cost as the table grows: 10,000, 100,000 and 1,000,000 entries of one form, each in a server of
// its own; they are asked in turn, so that whatever else the machine does meets them alike.
import { addEntries } from './support/fill.ts';
import { form15, submission15 } from './support/form15.ts';
import { getRequest, measureLoad, median, postRequest } from './support/load.ts';
import { type RunningServer, startServer } from './support/running-server.ts';

const sizes = [10_000, 100_000, 1_000_000];
const rounds = 7;
const seconds = 0.4;

interface Grown {
  readonly server: RunningServer;
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
      const [small = [], , large = []] = costs;
      const ratio = median(small.map((cost, round) => (1.5 * cost) / (large[round] as number)));
      verdicts.push({ name: `${kind}: at 1,000,000 within 1.5 times the cost at 10,000`, ratio, atLeast: 1 });
    }
    return {
      title: `growth: one request at a time, p50 in milliseconds (medians of ${rounds} rounds)`,
      columns: ['request', ...sizes.map((size) => `${size.toLocaleString('en')} entries`)],
      rows,
      verdicts,
    };
  } finally {
    for (const { server } of all) await server.close();
  }
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
