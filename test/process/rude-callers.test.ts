// No caller ends a process, however it behaves: a sample of `npm run test:rude`. And an error that code of a request throws outside its handler
// ends that request alone.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { apiRoutes } from '../../src/server/api/route-table.ts';
import { misbehaviours, type RudeServer, runRudeCallers, startRudeServer } from '../support/rude-callers.ts';
import { copyServedFolder } from '../support/served-folder.ts';
import { buildServer, endAll, listWorkers } from '../support/server-process.ts';

beforeAll(buildServer, 180_000);
afterEach(endAll);

const sampleTries = 800;

/** The log lags a little. */
async function linesWith(rude: RudeServer, text: string): Promise<Record<string, unknown>[]> {
  const find = () =>
    rude.server
      .log()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes(text));
  await expect.poll(() => find().length, { timeout: 10_000 }).toBeGreaterThan(0);
  return find().map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function expectHealthy(rude: RudeServer): Promise<void> {
  expect((await fetch(`${rude.server.url}/health`)).status).toBe(200);
}

describe('rude callers', () => {
  test('[running.request-errors] every address is walked, in at least twenty ways', async () => {
    const rude = await startRudeServer(copyServedFolder());
    const walked = new Set(rude.routes.map(({ method, url }) => `${method} ${url}`));
    // Of each kind one, and all of the route table: a list that is taken from nothing would be empty.
    for (const { method, path } of apiRoutes) expect(walked).toContain(`${method} /v1.0${path}`);
    for (const known of ['POST /storage/direct', 'POST /storage/direct/done', 'POST /storage/', 'GET /storage/*']) {
      expect(walked).toContain(known);
    }
    for (const start of ['/f/', '/c/', '/e/', '/s/', '/admin', '/mcp', '/odata', '/docs', '/auth/provider']) {
      expect([start, [...walked].some((route) => route.split(' ')[1]?.startsWith(start))]).toEqual([start, true]);
    }
    expect(walked).toContain('GET /health');
    expect(walked).toContain('GET /metrics');
    expect(Object.keys(misbehaviours).length).toBeGreaterThanOrEqual(20);
  });

  test.each(['1', '2'])(
    '[running.request-errors] %s workers: no process ends, and the service goes on',
    async (workers) => {
      const rude = await startRudeServer(copyServedFolder(), { WORKERS: workers });
      const before = listWorkers(rude.server.pid);
      const direct = rude.routes.filter(({ url }) => url.startsWith('/storage/direct'));
      for (const kind of Object.keys(misbehaviours)) {
        for (const route of direct) await rude.misbehave(kind, route, 0);
      }
      const { strayErrors, ...figures } = await runRudeCallers(rude, sampleTries);
      console.log(figures);
      expect(strayErrors).toEqual([]);
      expect(listWorkers(rude.server.pid)).toEqual(before);
      await expectHealthy(rude);
    },
  );
});

/** In the scope of a request; `outside` belongs to none. */
const places = [
  'timer',
  'immediate',
  'nextTick',
  'rejection',
  'asyncFunction',
  'stream',
  'streamError',
  'otherSocket',
  'requestClose',
  'responseFinish',
  'responseClose',
  'socketClose',
];
const addresses = [
  ['GET', '/health'],
  ['POST', '/v1.0/auth/login'],
  ['GET', '/v1.0/openapi.json'],
  ['POST', '/storage/direct'],
  ['GET', '/f/eeeeeeeeeeeeeeeeeeeeeeee/'],
] as const;

describe('an error outside its handler', () => {
  test('[running.request-errors] ends its request and is logged with its id', async () => {
    const rude = await startRudeServer(copyServedFolder());
    const before = listWorkers(rude.server.pid);
    for (const place of places) {
      for (const [method, path] of addresses) {
        const body = method === 'POST' ? '{"email":"a@b.co","password":"wrong password"}' : null;
        const headers = { 'x-planted-error': place, 'content-type': 'application/json', connection: 'close' };
        const response = await fetch(rude.server.url + path, { method, body, headers });
        await response.arrayBuffer().catch(() => {});
        const id = response.headers.get('x-service-request-id');
        const lines = await linesWith(rude, `${id}`);
        await expect
          .poll(async () => (await linesWith(rude, `${id}`)).map(({ msg }) => msg), { timeout: 10_000 })
          .toEqual(expect.arrayContaining(['an error outside its handler ended a request: planted', 'request']));
        expect(lines.length).toBeGreaterThan(0);
      }
    }
    expect(listWorkers(rude.server.pid)).toEqual(before);
    await expectHealthy(rude);
  });

  test('[running.request-errors] one of many requests at once fails alone', async () => {
    const rude = await startRudeServer(copyServedFolder());
    const ask = async (place: number) => {
      const headers: Record<string, string> = place % 5 === 0 ? { 'x-planted-error': 'nextTick' } : {};
      return (await fetch(`${rude.server.url}/health`, { headers })).status;
    };
    const statuses = await Promise.all(Array.from({ length: 50 }, (_, place) => ask(place)));
    expect(statuses).toEqual(Array.from({ length: 50 }, (_, place) => (place % 5 === 0 ? 500 : 200)));
    await expectHealthy(rude);
  });

  test('[running.request-errors] one of no request ends the process, names the requests in flight, and they are in the access log', async () => {
    const rude = await startRudeServer(copyServedFolder());
    const [before] = listWorkers(rude.server.pid);
    // Held by its sender: the rest of the body does not come.
    const { hostname, port } = new URL(rude.server.url);
    const held = connect(Number(port), hostname).on('error', () => {});
    held.write('POST /v1.0/entry/submit?bewit=secret HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{');
    await sleep(500);
    await fetch(`${rude.server.url}/health?secret=1`, { headers: { 'x-planted-error': 'outside' } }).catch(() => {});
    const [ended] = await linesWith(rude, 'an error of no request ends this process: planted');
    const inFlight = ended?.['requests'] as { requestId: string; method: string; path: string }[];
    expect(inFlight).toContainEqual({ requestId: expect.any(String), method: 'POST', path: '/v1.0/entry/submit' });
    expect(JSON.stringify(inFlight)).not.toContain('secret');
    for (const { requestId, path } of inFlight) {
      const [line] = await linesWith(rude, `"requestId":"${requestId}","method":"`).then((lines) =>
        lines.filter(({ msg }) => msg === 'request'),
      );
      expect([path, line?.['status']]).toEqual([path, path === '/v1.0/entry/submit' ? 500 : expect.any(Number)]);
    }
    held.destroy();
    await expect.poll(() => listWorkers(rude.server.pid)[0]).not.toBe(before);
    await expect
      .poll(() =>
        fetch(`${rude.server.url}/health`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
  });
});

test('[running.workers] a worker that served is replaced at once, also the seventh in a row', async () => {
  const rude = await startRudeServer(copyServedFolder());
  let withoutMs = 0;
  const ends = 7;
  for (let count = 0; count < ends; count++) {
    const [pid] = listWorkers(rude.server.pid) as [number];
    process.kill(pid, 'SIGKILL');
    const start = performance.now();
    await expect.poll(() => listWorkers(rude.server.pid)[0] ?? pid, { interval: 5 }).not.toBe(pid);
    withoutMs += performance.now() - start;
    await expect
      .poll(() =>
        fetch(`${rude.server.url}/health`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    console.log(`served again after ${Math.round(performance.now() - start)} ms`);
  }
  // A back-off that doubles from 100 ms would be at 12.7 s.
  expect(withoutMs).toBeLessThan(6_000);
});
