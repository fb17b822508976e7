// A page of 2,000 entries against the same bytes, ready-made in PostgreSQL, through a bare node:http server.
import { addEntries } from './support/fill.ts';
import { form15 } from './support/form15.ts';
import { getRequest, measureInTurn } from './support/load.ts';
import { startCeiling, startServer } from './support/running-server.ts';

const pageSize = 2000;
const rounds = 9;

export async function run() {
  const server = await startServer();
  const ceiling = await startCeiling('page', server.databaseUrl);
  try {
    const form = (await server.call('POST', '/form', form15))['id'] as string;
    await addEntries(server, { form, count: 10_000 });
    const query = encodeURIComponent(JSON.stringify({ form }));
    const page = await server.call('GET', `/entry?limit=${pageSize}&query=${query}`);
    const texts = (page['data'] as object[]).map((entry) => JSON.stringify(entry));
    await server.sql`create table ceiling_texts (id int primary key, text text not null)`;
    await server.sql`insert into ceiling_texts select place, text from unnest(${texts}::text[])
      with ordinality as t (text, place)`;
    await server.sql`vacuum analyze ceiling_texts`;

    const rows: (string | number)[][] = [];
    const verdicts: { name: string; ratio: number; atLeast: number }[] = [];
    const own = getRequest(`/v1.0/entry?limit=${pageSize}&query=${query}`, { 'x-api-key': server.key });
    const bare = getRequest('/');
    for (const connections of [1, 4]) {
      const measured = await measureInTurn({
        targets: {
          'ready texts from PostgreSQL': { url: ceiling.url, request: () => bare, cpuMs: ceiling.cpuMs },
          'GET /entry': { url: server.url, request: () => own, cpuMs: server.cpuMs },
        },
        connections,
        rounds,
      });
      for (const name of ['ready texts from PostgreSQL', 'GET /entry'] as const) {
        rows.push([
          connections,
          name,
          measured.middle(name, 'perSecond').toFixed(1),
          measured.middle(name, 'p50Ms').toFixed(1),
          (measured.middle(name, 'bytesPerSecond') / 1e6).toFixed(0),
          measured.cpuMicros(name),
          name === 'GET /entry' ? `${server.peakMemoryMb() ?? '?'} MB` : '',
        ]);
      }
      verdicts.push({
        name: `page of 2,000 against the same bytes, ${connections} connections`,
        ratio: measured.ratio('GET /entry', 'ready texts from PostgreSQL', 'bytesPerSecond'),
        atLeast: 0.6,
      });
    }
    const peak = server.peakMemoryMb();
    if (peak !== undefined) verdicts.push({ name: 'memory of the server under 300 MB', ratio: 300 / peak, atLeast: 1 });
    return {
      title: `page of 2,000 entries (medians of ${rounds} rounds)`,
      columns: ['connections', 'server', 'pages/s', 'p50 ms', 'MB/s', 'CPU us a page', 'peak memory'],
      rows,
      verdicts,
    };
  } finally {
    await ceiling.close();
    await server.close();
  }
}
