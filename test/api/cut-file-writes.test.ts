// The database takes a change and its response is lost, at every exchange of every request that stores a file: a row says `stored` only
// where the content is, the caller gets the file or an error, and quotas count what there is.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultProxy, openProxy } from '../faults/proxy.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { smallPng } from '../support/small-png.ts';
import { getPolicy, multipartBody, multipartType, partsOf } from '../support/upload.ts';

let service: TestService;
let cut: SecondService;
let proxy: FaultProxy;
let form: string;

beforeAll(async () => {
  service = await startService();
  const { hostname, port } = new URL(service.databaseUrl);
  proxy = await openProxy({ host: hostname, port: Number(port) });
  cut = await startSecondService(service, service.databaseUrl.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${proxy.port}`));
  const rootElem = { type: 'cSection', name: 'root', children: [{ type: 'fFile', name: 'files' }] };
  const { key } = service.people.alice;
  form = (await service.call('POST', '/form', { key, body: { formSchema: { rootElem } } })).body.id;
});
afterAll(async () => {
  await cut.close();
  await proxy.close();
  await service.close();
});

const content = Buffer.from('the content of a file');

async function upload(): Promise<number> {
  const policy = await getPolicy(service, form, { name: 'a.txt', type: 'text/plain', size: content.length });
  const headers = { 'content-type': multipartType };
  return (await send('POST', `${cut.url}/storage/`, { body: multipartBody(partsOf(policy, content)), headers })).status;
}

async function addPicture(): Promise<number> {
  const { key } = service.people.alice;
  const headers = { 'content-type': 'image/png' };
  return (await cut.call('POST', `/form/${form}/pictures`, { key, headers, body: smallPng() })).status;
}

async function exportEntries(): Promise<number> {
  const { key } = service.people.alice;
  const body = { query: { form } };
  return (await cut.call('POST', '/entry/export', { key, query: { format: 'csv' }, body })).status;
}

/** Rows that are given out although there is no content. */
async function listHollow(kind: string): Promise<string[]> {
  const { db, storage } = service.services;
  const rows = await db.sql<{ key: string }[]>`
    select storage_key as key from files where state = 'stored' and kind = ${kind}`;
  const hollow: string[] = [];
  for (const { key } of rows) if ((await storage.stat(key)) === undefined) hollow.push(key);
  return hollow;
}

test.each([
  ['an upload', 'upload', upload, 201],
  ['a picture', 'picture', addPicture, 200],
  ['an export', 'generated', exportEntries, 200],
] as const)(
  '[files.storage.cut] %s whose exchange with the database is cut after it took effect leaves no row without content',
  async (_name, kind, store, ok) => {
    expect(await store()).toBe(ok);
    for (let exchange = 1; ; exchange += 1) {
      // On connections that are there: how many exchanges a request has must not depend on the fault before.
      expect(await store()).toBe(ok);
      proxy.setFault({ exchange, when: 'after', kind: 'cut' });
      const status = await store();
      const hasFired = proxy.hasFired();
      proxy.setFault(undefined);
      expect([exchange, [ok, 503]]).toEqual([exchange, expect.arrayContaining([status])]);
      expect([exchange, await listHollow(kind)]).toEqual([exchange, []]);
      if (!hasFired) break;
      expect(exchange).toBeLessThan(60);
    }
    // A hold whose response was lost ends when somebody needs its room.
    const [row] = await service.services.db.sql<{ used: number; stored: number }[]>`
    select (select used::float8 from quota_use where kind = 'storedBytes' and part = ${form}) as used,
      (select sum(size)::float8 from (select size from files where form = ${form} and is_counted
        union all select size from upload_holds where form = ${form}) f) as stored`;
    expect(row?.used).toBe(row?.stored);
  },
);
