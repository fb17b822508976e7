// A trivial authenticated GET against a bare node:http server in the same run: what the lifecycle costs.
import { getRequest, measureInTurn } from './support/load.ts';
import { startCeiling, startServer } from './support/running-server.ts';

const connections = 64;
const rounds = 9;

export async function run() {
  const server = await startServer();
  const answer = JSON.stringify(await server.call('GET', '/me'));
  const ceiling = await startCeiling('plain', server.databaseUrl, Buffer.byteLength(answer));
  try {
    const me = getRequest('/v1.0/me', { 'x-api-key': server.key });
    const plain = getRequest('/');
    const measured = await measureInTurn({
      targets: {
        'bare node:http': { url: ceiling.url, request: () => plain, cpuMs: ceiling.cpuMs },
        'GET /me': { url: server.url, request: () => me, cpuMs: server.cpuMs },
      },
      connections,
      rounds,
    });
    const row = (name: 'bare node:http' | 'GET /me') => [
      name,
      Math.round(measured.middle(name, 'perSecond')),
      measured.middle(name, 'p50Ms').toFixed(2),
      measured.middle(name, 'p99Ms').toFixed(2),
      measured.cpuMicros(name),
    ];
    return {
      title: `GET /me with an API key, ${connections} connections (medians of ${rounds} rounds)`,
      columns: ['server', 'requests/s', 'p50 ms', 'p99 ms', 'CPU us a request'],
      rows: [row('bare node:http'), row('GET /me')],
      verdicts: [
        {
          name: 'GET /me against bare node:http',
          ratio: measured.ratio('GET /me', 'bare node:http', 'perSecond'),
          atLeast: 0.6,
        },
      ],
    };
  } finally {
    await ceiling.close();
    await server.close();
  }
}
