// A database that does not respond, or is not there: callers are told soon, and what they asked for is done once or not at all.
import { request as openRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultProxy, openProxy } from '../faults/proxy.ts';
import { findMiscounts } from '../support/recount.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
/** The same database, reached through a proxy. */
let blinking: SecondService;
let proxy: FaultProxy;
let form: string;

beforeAll(async () => {
  service = await startService();
  const address = new URL(service.databaseUrl);
  proxy = await openProxy({ host: address.hostname, port: Number(address.port) });
  address.port = String(proxy.port);
  blinking = await startSecondService(service, address.href);
  const formSchema = { rootElem: { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'n' }] } };
  form = (await service.call('POST', '/form', { key: service.people.alice.key, body: { formSchema } })).body.id;
  // The form is known to the process that will lose its database.
  expect((await submit('first')).status).toBe(200);
});
afterAll(async () => {
  await blinking.close();
  await proxy.close();
  await service.close();
});

function submit(n: string, headers: Record<string, string> = {}): Promise<Reply> {
  return blinking.call('POST', '/entry/submit', { body: { form, data: { n } }, headers });
}

const listNames = async (): Promise<string[]> => {
  const { key } = service.people.alice;
  const { body } = await service.call('GET', '/entry', { key, query: { query: { form }, fields: ['data'] } });
  return body.data.map(({ data }: { data: { n: string } }) => data.n);
};
const count = (names: string[], name: string) => names.filter((one) => one === name).length;
const briefly = ({ status, headers, body }: Reply) => [status, headers.get('retry-after'), body.message];
const refusal = [503, '5', 'The service is temporarily unavailable. Please try again.'];

test('[errors.unavailable.soon] a silent database: every request gets its 503 before its connection is given up, and a submit is done once', async () => {
  const { alice } = service.people;
  const headers = { 'idempotency-key': 'a key that is hard to guess' };
  proxy.setFrozen(true);
  const asked = [
    submit('plain'),
    submit('keyed', headers),
    blinking.call('GET', '/me', { key: alice.key }),
    blinking.call('GET', `/form/${form}/start`),
  ];
  for (const reply of await Promise.all(asked)) expect(briefly(reply)).toEqual(refusal);
  // Their statements still wait: nothing was cut, and the next request is told as well.
  expect(blinking.services.db.load().busy).toBeGreaterThan(0);
  expect(briefly(await submit('later'))).toEqual(refusal);
  proxy.setFrozen(false);

  const again = async () => (await submit('keyed', headers)).status;
  await expect.poll(again).toBe(200);
  expect((await submit('keyed', headers)).headers.get('idempotent-replayed')).toBe('true');
  await expect.poll(async () => blinking.services.db.load()).toMatchObject({ busy: 0, waiting: 0 });
  const names = await listNames();
  expect(count(names, 'keyed')).toBe(1);
  expect([0, 1]).toContain(count(names, 'plain'));
  expect([0, 1]).toContain(count(names, 'later'));
  expect(await findMiscounts(service.services.db.sql)).toEqual([]);
});

test('[errors.unavailable.soon] a body that is still arriving waits for its sender only', async () => {
  proxy.setFrozen(true);
  const { hostname, port } = new URL(blinking.url);
  const body = JSON.stringify({ form, data: { n: 'slow' } });
  const slow = openRequest({
    hostname,
    port,
    method: 'POST',
    path: '/v1.0/entry/submit',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
  const response = new Promise<{ status: number; text: string }>((resolve, reject) => {
    slow.once('error', reject);
    slow.once('response', async (reply) => resolve({ status: reply.statusCode ?? 0, text: await text(reply) }));
  });
  slow.write(body.slice(0, 10));
  // Whoever came later is refused meanwhile.
  expect(briefly(await submit('meanwhile'))).toEqual(refusal);
  expect(briefly(await submit('meanwhile too'))).toEqual(refusal);
  proxy.setFrozen(false);
  await expect.poll(() => blinking.services.db.isAway()).toBe(false);
  slow.end(body.slice(10));
  expect(await response).toMatchObject({ status: 200 });
  expect(count(await listNames(), 'slow')).toBe(1);
});

test('[errors.unavailable.soon] no database at all: 503, and it is away until one is there again', async () => {
  const { db } = blinking.services;
  expect(db.isAway()).toBe(false);
  await proxy.close();
  expect(briefly(await submit('nobody there'))).toEqual(refusal);
  await expect.poll(async () => (await submit('nobody there')).status === 503 && db.isAway()).toBe(true);
  expect(count(await listNames(), 'nobody there')).toBe(0);
});
