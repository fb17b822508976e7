// Polling by changedAt at 1,000,000 entries: nothing, little and much changed since the last run.
import { addEntries } from './support/fill.ts';
import { form15 } from './support/form15.ts';
import { getRequest, measureLoad, median } from './support/load.ts';
import { startServer } from './support/running-server.ts';

const entries = 1_000_000;
const rounds = 5;
/** A page of as many entries is what a poll with few changes is held against. */
const pageSize = 100;

export async function run() {
  const server = await startServer();
  try {
    const form = (await server.call('POST', '/form', form15))['id'] as string;
    await addEntries(server, { form, count: entries });
    const since = new Date(Date.now() - 30 * 60_000).toISOString();
    const page = (search: string) => getRequest(`/v1.0/entry?${search}`, { 'x-api-key': server.key });
    const plain = page(`limit=${pageSize}&query=${encodeURIComponent(JSON.stringify({ form }))}`);
    const query = { form, changedAt: { $gt: since }, status: { $in: [2, 3] } };
    const poll = page(`limit=${pageSize}&deleteMarkers=true&query=${encodeURIComponent(JSON.stringify(query))}`);

    const measure = async (request: string) => {
      const load = (seconds: number) =>
        measureLoad({ url: server.url, connections: 1, seconds, request: () => request });
      await load(0.3);
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) times.push((await load(0.5)).p50Ms);
      return median(times);
    };
    const costs: [string, number][] = [[`a plain page of ${pageSize}`, await measure(plain)]];
    let changed = 0;
    for (const count of [0, 3, pageSize, 5_000, 50_000]) {
      // Spread over the whole table, as edits and deletions are.
      await server.sql`update entries set changed_at = now() where id in (
        select id from entries where form = ${form} and changed_at < ${since} and idx % ${Math.floor(entries / Math.max(1, count))} = 7
        limit ${count - changed})`;
      changed = count;
      await server.sql`vacuum analyze entries`;
      costs.push([`poll, ${count.toLocaleString('en')} changed`, await measure(poll)]);
    }
    const few = costs.slice(1, 4).map(([, cost]) => cost);
    return {
      title: `poll at ${entries.toLocaleString('en')} entries, pages of ${pageSize}, one request at a time`,
      columns: ['request', 'p50 ms'],
      rows: costs.map(([name, cost]) => [name, cost.toFixed(2)]),
      verdicts: [
        {
          name: 'a poll with few changes costs at most twice a plain page',
          ratio: (2 * (costs[0]?.[1] ?? 0)) / Math.max(...few),
          atLeast: 1,
        },
      ],
    };
  } finally {
    await server.close();
  }
}
