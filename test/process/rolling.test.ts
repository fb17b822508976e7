// Several servers on one database behind a balancer, stopped and started one after the other while people use them; and a stop that
// is announced first.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openEmbedded } from '../../src/server/postgres/embedded.ts';
import { openBalancer } from '../support/balancer.ts';
import { copyServedFolder } from '../support/served-folder.ts';
import {
  buildServer,
  endAll,
  findFreePort,
  makeDataFolder,
  type ServerProcess,
  startProcess,
} from '../support/server-process.ts';

const ends: (() => unknown)[] = [];
beforeAll(buildServer, 180_000);
afterEach(async () => {
  await endAll();
  for (const end of ends.splice(0).reverse()) await end();
});

/** `REQUESTS=100000 npx vitest run --project process test/process/rolling.test.ts` is the long run. */
const isLong = process.env['REQUESTS'] !== undefined;
if (isLong) vi.setConfig({ testTimeout: 60 * 60 * 1000 });
const wanted = Number(process.env['REQUESTS'] ?? 600);
const connections = 16;
/** Between two requests of a connection: it is idle at times, and the load leaves something to the servers that start. None in the long run. */
const pauseMs = isLong ? 0 : 20;

const admin = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'a long password' };

async function openDatabase(): Promise<string> {
  const database = await openEmbedded({ dataDir: copyServedFolder(), log: () => {}, isDurable: false });
  ends.push(() => database.stop());
  return database.url;
}

function send(url: string, agent: Agent, body?: object): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode as number, text }));
    });
    sent.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

test('[running.stop.drain] [running.stop] [entries.durable] [heavy] two servers restarted in turn under load: no request fails, every entry is there once, numbers have no gap', async () => {
  const databaseUrl = await openDatabase();
  const places = await Promise.all(
    [1, 2].map(async () => ({
      dataDir: makeDataFolder(),
      env: { ...admin, DATABASE_URL: databaseUrl, DRAIN_SECONDS: '3', PORT: String(await findFreePort()) },
    })),
  );
  const start = ({ dataDir, env }: (typeof places)[0]) => startProcess(dataDir, env);
  const servers: ServerProcess[] = [];
  for (const place of places) servers.push(await start(place));
  const balancer = await openBalancer(servers.map(({ url }) => url));
  ends.push(() => balancer.close());
  const [first] = servers as [ServerProcess];
  const login = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
  const { token } = (await first.call('POST', '/auth/login', { body: login })).body;
  const rootElem = { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'n' }] };
  const form = (await first.call('POST', '/form', { token, body: { formSchema: { rootElem } } })).body.id;

  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  ends.push(() => agent.destroy());
  const failures: string[] = [];
  let sent = 0;
  let acknowledged = 0;
  let isOver = false;
  const drive = async () => {
    while (!isOver) {
      sent += 1;
      const isSubmit = sent % 2 === 0;
      const path = isSubmit ? '/v1.0/entry/submit' : `/f/${form}/`;
      const body = isSubmit ? { form, data: { n: String(sent) } } : undefined;
      const reply = await send(`${balancer.url}${path}`, agent, body).catch((error) => ({
        status: 0,
        text: `${error}`,
      }));
      if (reply.status !== 200) failures.push(`${reply.status} ${reply.text}`);
      else if (isSubmit) acknowledged += 1;
      await sleep(pauseMs);
    }
  };
  const load = Promise.all(Array.from({ length: connections }, drive));
  // Each is restarted at least once, and then on until there were enough requests.
  for (let restarts = 0; restarts < 2 || sent < wanted; restarts += 1) {
    const at = restarts % 2;
    expect(await (servers[at] as ServerProcess).end('SIGTERM')).toEqual({ code: 0, signal: null });
    servers[at] = await start(places[at] as (typeof places)[0]);
    if (isLong) console.log(`${restarts + 1} restarts, ${sent} requests, ${failures.length} failed`);
  }
  isOver = true;
  await load;
  expect(failures).toEqual([]);
  const entries = await servers[0]?.call('GET', `/entry?fields=["submitIdx"]&query=${JSON.stringify({ form })}`, {
    token,
  });
  const numbers = entries?.body.data.map(({ submitIdx }: { submitIdx: number }) => submitIdx);
  expect(numbers.sort((a: number, b: number) => a - b)).toEqual(
    Array.from({ length: acknowledged }, (_, at) => at + 1),
  );
});

test('[running.stop.drain] [running.health.live] DRAIN_SECONDS: health is 503 while requests on new connections are still served; the process still lives', async () => {
  const server = await startProcess(copyServedFolder(), { DRAIN_SECONDS: '300' });
  const status = async (path: string) =>
    (await fetch(`${server.url}${path}`, { headers: { connection: 'close' } })).status;
  expect([await status('/health'), await status('/health/live')]).toEqual([200, 200]);
  void server.end('SIGTERM');
  await expect.poll(() => status('/health')).toBe(503);
  expect([await status('/health/live'), await status('/v1.0/me'), await status('/health')]).toEqual([200, 401, 503]);
});

test('[running.stop.drain] after DRAIN_SECONDS it stops as ever', async () => {
  const server = await startProcess(copyServedFolder(), { DRAIN_SECONDS: '1' });
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
});
