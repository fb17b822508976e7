// `npm run test:fuzz`: mixed worst cases against one process, largest bodies and all, several at a time: no 5xx, and how long the event
// loop was held. REQUESTS sets how many (100,000). Not part of npm test: it takes three quarters of an hour, more on a busy machine.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildServer, endAll, listWorkers } from '../support/server-process.ts';
import { type LimitsWorld, openLimitsWorld } from './world.ts';
import { type WorstRequest, worstRequests } from './worst-requests.ts';
import { bodyBytes } from './worst-values.ts';

const count = Number(process.env['REQUESTS'] ?? 100_000);
const atOnce = 16;
/** A PDF takes a second of a process that is not the one under test: one submit of so many has it made. */
const pdfEvery = 10;
const reportEvery = 2_000;
/** Turns that take longer are reported with what was in progress. */
const noticedMs = 70;
/** Of fifty requests one is as large as it may be; the others find more by being more. */
const sizes = [bodyBytes, ...Array.from({ length: 49 }, (_, place) => 60 * 3 ** (place % 6))];

function lightened(request: WorstRequest, place: number): WorstRequest {
  const { body } = request.options;
  if (request.path !== '/entry/submit' || place % pdfEvery === 0 || Buffer.isBuffer(body)) return request;
  return { ...request, options: { ...request.options, body: { ...(body as object), skipRenders: true } } };
}

const isOData = ({ path }: WorstRequest) => path.startsWith('//odata/');

let world: LimitsWorld;
beforeAll(async () => {
  buildServer();
  world = await openLimitsWorld();
}, 300_000);
afterAll(endAll);

test(`[limits.event-loop] ${count} requests of mixed worst cases`, async () => {
  const bySize = new Map([...new Set(sizes)].map((size) => [size, [...worstRequests(world, size)]]));
  const statuses = new Map<number, number>();
  const failures = new Map<string, number>();
  const closed: string[] = [];
  const workers = listWorkers(world.server.pid);
  let [sent, longestMs] = [0, 0];
  const start = performance.now();
  // The same run every time.
  let seed = 42;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  const drive = async () => {
    while (sent < count) {
      const place = sent++;
      const pool = bySize.get(sizes[place % sizes.length] as number) as WorstRequest[];
      const request = lightened(pool[random(pool.length)] as WorstRequest, place);
      const status = await world.call(request.method, request.path, request.options).then(
        ({ status, text }) => {
          if (status === 500) console.log(`500 of ${request.name}: ${text.slice(0, 300)}`);
          return status;
        },
        (error: Error & { cause?: { code?: string } }) => `${error.cause?.code ?? error.message} ${request.name}`,
      );
      // A head that is too large is answered, and the connection closed under the client's next request.
      if (typeof status === 'string') {
        closed.push(status);
        continue;
      }
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // OData's own word for an option that is not there.
      const isRuled = (status === 500 && request.name.includes('file')) || (status === 501 && isOData(request));
      if (status >= 500 && status !== 503 && status !== 507 && !isRuled) {
        failures.set(`${request.name} ${status}`, (failures.get(`${request.name} ${status}`) ?? 0) + 1);
      }
      if (place % reportEvery === 0) {
        const hold = await world.takeLongest();
        if (hold.longestMs > noticedMs) console.log(`a turn of ${Math.round(hold.longestMs)} ms`, hold.during);
        longestMs = Math.max(longestMs, hold.longestMs);
        const seconds = Math.round((performance.now() - start) / 1_000);
        console.log(`${place} sent in ${seconds} s, longest turn so far ${Math.round(longestMs)} ms`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, drive));
  longestMs = Math.max(longestMs, await world.takeLongestMs());
  const ofServer = [...statuses].filter(([status]) => status >= 500);
  console.log({
    sent: count,
    secondsPerThousand: Number(((performance.now() - start) / count).toFixed(1)),
    longestTurnMs: Math.round(longestMs),
    statuses: Object.fromEntries(statuses),
    /** 500 is for a file object that points to nothing [files.missing], 501 is OData's, 503 and 507 say when to come again. */
    fromFiveHundred: ofServer.reduce((sum, [, times]) => sum + times, 0),
    failures: [...failures.values()].reduce((sum, times) => sum + times, 0),
  });
  console.log(`${closed.length} connections closed without a response`, closed.slice(0, 10));
  expect(Object.fromEntries(failures)).toEqual({});
  // The world is still there: whatever came before met it.
  for (const path of [
    `/form/${world.forms.everything}`,
    `/form/${world.forms.large}`,
    `/entry/${world.ids['entryId']}`,
  ])
    expect([path, (await world.call('GET', path, { key: world.key })).status]).toEqual([path, 200]);
  // None was ended and replaced.
  expect(listWorkers(world.server.pid)).toEqual(workers);
  expect((await fetch(`${world.server.url}/health`)).status).toBe(200);
});
