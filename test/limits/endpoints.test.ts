// Every endpoint against its worst requests: no 5xx but those that a rule has, and no turn of the event loop longer than the rule says. A second
// connection asks GET /health and GET /me meanwhile.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiRoutes } from '../../src/server/api/route-table.ts';
import { leastOf } from '../support/cpu-time.ts';
import { buildServer, endAll } from '../support/server-process.ts';
import { isWhole } from './extent.ts';
import { type LimitsWorld, openLimitsWorld } from './world.ts';
import { everyOf, longestRequests, nameOf, oneOfEach, type WorstRequest, worstRequests } from './worst-requests.ts';
import { bodyBytes } from './worst-values.ts';

/** Processor time, on a quiet two-core machine: docs/limits.md. */
const longestTurnMs = 200;
/** A shared machine makes the same work dearer: caches are cold, cores are shared. */
const slack = 2;
/** In the whole run. Shares no divisor with the number of worst values: each property meets others. */
const sampleEvery = 13;

let world: LimitsWorld;
beforeAll(async () => {
  buildServer();
  world = await openLimitsWorld();
}, 300_000);
afterAll(endAll);

/** 500 is for a file object that points to nothing [files.missing], 501 for an OData option that is not there, 503 and 507 say when to come again. */
const mayBe = (status: number, { name, path }: WorstRequest) =>
  status < 500 ||
  status === 503 ||
  status === 507 ||
  (status === 501 && path.startsWith('//odata/')) ||
  (status === 500 && name.includes('file'));

test('[limits.event-loop] every endpoint is driven', () => {
  const driven = new Set([...worstRequests(world, 10)].map(({ name }) => name.split(' ', 2).join(' ')));
  const without = apiRoutes.filter((route) => !driven.has(nameOf(route))).map(nameOf);
  expect(without).toEqual([]);
  // Those outside the route table have another slash before their path.
  const outside = world.routes.filter(({ url }) => !url.startsWith('/v1.0/') && url !== '*');
  expect(outside.length).toBeGreaterThan(30);
  expect(outside.filter(({ method, url }) => !driven.has(`${method} /${url}`))).toEqual([]);
});

test('[limits.event-loop] every JSON type as a whole body, long mails and pages of thousands of values, at full size', async () => {
  const all = longestRequests(world, bodyBytes);
  const held: { name: string; ms: number; status: number }[] = [];
  for (const request of isWhole ? all : oneOfEach(all)) {
    let status = 0;
    const ms = await leastOf(longestTurnMs, async () => {
      ({ status } = await world.call(request.method, request.path, request.options));
      return world.takeLongestMs();
    });
    held.push({ name: request.name, ms: Math.round(ms), status });
  }
  held.sort((a, b) => b.ms - a.ms);
  console.log(`${held.length} requests of full size, the longest turns:`, held.slice(0, 8));
  expect(held.filter(({ ms }) => ms > longestTurnMs)).toEqual([]);
  expect(held.filter(({ status }) => status >= 500 && status !== 503 && status !== 507)).toEqual([]);
});

test('[limits.event-loop] no request holds the event loop, and none is a 5xx', async () => {
  const beside: number[] = [];
  const lookBeside = async () => {
    beside.push((await fetch(`${world.server.url}/health`)).status);
    beside.push((await world.call('GET', '/me', { key: world.key })).status);
  };
  const failed: string[] = [];
  const held: { name: string; ms: number }[] = [];
  // At a size that shows what grows too fast; `npm run test:fuzz` sends them all, at full size.
  const all = worstRequests(world, bodyBytes / 5);
  for (const request of isWhole ? everyOf(all, sampleEvery) : oneOfEach(all)) {
    let status = 0;
    const ms = await leastOf(longestTurnMs * slack, async () => {
      const [reply] = await Promise.all([world.call(request.method, request.path, request.options), lookBeside()]);
      status = reply.status;
      return world.takeLongestMs();
    });
    held.push({ name: request.name, ms });
    if (!mayBe(status, request)) failed.push(`${request.name}: ${status}`);
  }
  held.sort((a, b) => b.ms - a.ms);
  const [longest] = held;
  console.log(`${held.length} requests, longest turn ${Math.round(longest?.ms ?? 0)} ms: ${longest?.name}`);
  expect(failed).toEqual([]);
  expect(held.filter(({ ms }) => ms > longestTurnMs * slack)).toEqual([]);
  expect(beside.filter((status) => status !== 200)).toEqual([]);
});
