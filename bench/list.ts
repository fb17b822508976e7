// A page of 2,000 entries against the same bytes, ready-made in PostgreSQL, through a bare node:http server.
import { addEntries } from './support/fill.ts';
import { form15 } from './support/form15.ts';
import { getRequest, type Measured, measureLoad, median } from './support/load.ts';
import { startCeiling, startServer } from './support/running-server.ts';

const pageSize = 2000;
const rounds = 5;

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
    for (const connections of [1, 4]) {
      const own = getRequest(`/v1.0/entry?limit=${pageSize}&query=${query}`, { 'x-api-key': server.key });
      const bare = getRequest('/');
      const measureOwn = (seconds: number) =>
        measureLoad({ url: server.url, connections, seconds, request: () => own });
      const measureBare = (seconds: number) =>
        measureLoad({ url: ceiling.url, connections, seconds, request: () => bare });
      await measureOwn(1);
      await measureBare(1);
      const pairs: { own: Measured; bare: Measured }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        pairs.push({ bare: await measureBare(2), own: await measureOwn(2) });
      }
      const row = (name: string, measured: Measured[], memory: string) => [
        connections,
        name,
        median(measured.map((one) => one.perSecond)).toFixed(1),
        median(measured.map((one) => one.p50Ms)).toFixed(1),
        (median(measured.map((one) => one.bytesPerSecond)) / 1e6).toFixed(0),
        memory,
      ];
      rows.push(
        row(
          'ready texts from PostgreSQL',
          pairs.map((pair) => pair.bare),
          '',
        ),
      );
      rows.push(
        row(
          'GET /entry',
          pairs.map((pair) => pair.own),
          `${server.peakMemoryMb() ?? '?'} MB`,
        ),
      );
      verdicts.push({
        name: `page of 2,000 against the same bytes, ${connections} connections`,
        ratio: median(pairs.map(({ own: mine, bare: theirs }) => mine.bytesPerSecond / theirs.bytesPerSecond)),
        atLeast: 0.6,
      });
    }
    return {
      title: `page of 2,000 entries (medians of ${rounds} rounds)`,
      columns: ['connections', 'server', 'pages/s', 'p50 ms', 'MB/s', 'peak memory'],
      rows,
      verdicts,
    };
  } finally {
    await ceiling.close();
    await server.close();
  }
}
