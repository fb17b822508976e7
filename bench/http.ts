// A trivial authenticated GET against a bare node:http server in the same run: what the lifecycle costs.
import { getRequest, type Measured, measureLoad, median } from './support/load.ts';
import { startCeiling, startServer } from './support/running-server.ts';

const connections = 64;
const rounds = 5;

export async function run() {
  const server = await startServer();
  const ceiling = await startCeiling('plain', server.databaseUrl);
  try {
    const me = getRequest('/v1.0/me', { 'x-api-key': server.key });
    const measureServer = (seconds: number) =>
      measureLoad({ url: server.url, connections, seconds, request: () => me });
    const plain = getRequest('/');
    const measureCeiling = (seconds: number) =>
      measureLoad({ url: ceiling.url, connections, seconds, request: () => plain });
    await measureServer(2);
    await measureCeiling(1);
    const pairs: { own: Measured; bare: Measured }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      pairs.push({ bare: await measureCeiling(2), own: await measureServer(2) });
    }
    const row = (name: string, measured: Measured[]) => [
      name,
      Math.round(median(measured.map((one) => one.perSecond))),
      median(measured.map((one) => one.p50Ms)).toFixed(2),
      median(measured.map((one) => one.p99Ms)).toFixed(2),
    ];
    return {
      title: `GET /me with an API key, ${connections} connections (medians of ${rounds} rounds)`,
      columns: ['server', 'requests/s', 'p50 ms', 'p99 ms'],
      rows: [
        row(
          'bare node:http',
          pairs.map((pair) => pair.bare),
        ),
        row(
          'GET /me',
          pairs.map((pair) => pair.own),
        ),
      ],
      verdicts: [
        {
          name: 'GET /me against bare node:http',
          ratio: median(pairs.map(({ own, bare }) => own.perSecond / bare.perSecond)),
          atLeast: 0.6,
        },
      ],
    };
  } finally {
    await ceiling.close();
    await server.close();
  }
}
