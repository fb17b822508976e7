// What a page and a submit cost as the table grows: 10,000, 100,000 and 1,000,000 entries of one form.
import { addEntries } from './support/fill.ts';
import { form15, submission15 } from './support/form15.ts';
import { getRequest, measureLoad, median, postRequest } from './support/load.ts';
import { startServer } from './support/running-server.ts';

const sizes = [10_000, 100_000, 1_000_000];
const rounds = 5;

export async function run() {
  const server = await startServer();
  try {
    const form = (await server.call('POST', '/form', form15))['id'] as string;
    const search = (query: object, limit: number) =>
      `?limit=${limit}&query=${encodeURIComponent(JSON.stringify(query))}`;
    const rows: (string | number)[][] = [];
    const firstAndLast: Record<string, number[]> = {};
    let made = 0;
    for (const size of sizes) {
      await addEntries(server, { form, count: size - made });
      made = size;
      const [middle] = await server.sql`select id from entries where form = ${form} order by id
        offset ${Math.floor(size / 2)} limit 1`;
      const far = await findCursor(server, { form, after: middle?.['id'] as string });
      const kinds = {
        'first page of 100, one form': getPage(`/v1.0/entry${search({ form }, 100)}`),
        'page of 100 in the middle, one form': getPage(`/v1.0/entry${search({ form }, 100)}&after=${far}`),
        'page of 2,000, one form': getPage(`/v1.0/entry${search({ form }, 2000)}`),
        'first page of 100, whole account': getPage('/v1.0/entry?limit=100'),
        'submitted only, page of 100': getPage(`/v1.0/entry${search({ form, status: { $in: [2, 3] } }, 100)}`),
        'drafts, of which there are none': getPage(`/v1.0/entry${search({ form, status: 1 }, 100)}`),
        submit: postRequest('/v1.0/entry/submit', JSON.stringify({ form, data: submission15 })),
      };
      for (const [kind, request] of Object.entries(kinds)) {
        const measure = (seconds: number) =>
          measureLoad({ url: server.url, connections: 1, seconds, request: () => request });
        await measure(0.5);
        const times: number[] = [];
        for (let round = 0; round < rounds; round += 1) times.push((await measure(0.6)).p50Ms);
        const cost = median(times);
        rows.push([size, kind, cost.toFixed(2)]);
        firstAndLast[kind] = [...(firstAndLast[kind] ?? []), cost];
      }
    }

    function getPage(path: string): string {
      return getRequest(path, { 'x-api-key': server.key });
    }

    return {
      title: `growth: one request at a time (medians of ${rounds} rounds)`,
      columns: ['entries', 'request', 'p50 ms'],
      rows,
      verdicts: Object.entries(firstAndLast).map(([kind, costs]) => ({
        name: `${kind}: cost at 10,000 against 1,000,000, within 1.5`,
        ratio: (1.5 * (costs[0] as number)) / (costs.at(-1) as number),
        atLeast: 1,
      })),
    };
  } finally {
    await server.close();
  }
}

/** The cursor that a list gives after an entry. */
async function findCursor(
  server: Awaited<ReturnType<typeof startServer>>,
  { form, after }: { form: string; after: string },
): Promise<string> {
  const query = encodeURIComponent(JSON.stringify({ form, _id: { $in: [after] } }));
  const [next] = await server.sql`select id from entries where form = ${form} and id > ${after} order by id limit 1`;
  const both = encodeURIComponent(JSON.stringify({ form, _id: { $in: [after, next?.['id']] } }));
  const response = await fetch(`${server.url}/v1.0/entry?limit=1&query=${next === undefined ? query : both}`, {
    headers: { 'x-api-key': server.key },
  });
  await response.arrayBuffer();
  return new URL((response.headers.get('link') ?? '').slice(1).split('>')[0] as string).searchParams.get('after') ?? '';
}
